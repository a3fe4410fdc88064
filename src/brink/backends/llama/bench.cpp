#include "brink/backends/llama/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <span>
#include <utility>

#include "brink/backends/llama/bare_loop.h"
#include "brink/backends/llama/chat.h"
#include "brink/backends/llama/engine.h"
#include "brink/backends/llama/logits.h"
#include "brink/backends/llama/prompt.h"
#include "brink/backends/llama/scheduler.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kContext = 1024;  // cells per sequence, at least
constexpr int kVariants = 4;    // of an item
constexpr int kCaptured = 4;    // prompts with and without captures, in turn, per repeat
constexpr int kSearches = 4;    // for prompts that run to the limit
constexpr int kReadOuts = 20;   // timed together
constexpr double kSpeedKept = .95;
constexpr double kExtraWork = 1.05;
constexpr double kCaptureCost = 1.03;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const std::size_t half = x.size() / 2;
  return x.size() % 2 == 1 ? x[half] : (x[half - 1] + x[half]) / 2;
}

/// A measured quantity and what it is compared with, repeat by repeat.
struct Pairs {
  std::vector<double> value, reference;

  void add(double v, double r) {
    value.push_back(v);
    reference.push_back(r);
  }

  BenchRow row() const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < value.size(); ++i) ratios.push_back(value[i] / reference[i]);
    BenchRow out;
    out.value = median(value);
    out.reference = median(reference);
    out.ratio = median(ratios);
    std::tie(out.low, out.high) =
        std::pair(*std::min_element(ratios.begin(), ratios.end()), *std::max_element(ratios.begin(), ratios.end()));
    return out;
  }
};

/// What answering some requests took.
struct Answered {
  double wall_s = 0;
  double cpu_s = 0;      // of all threads: what others on the machine do does not count
  double prefill_s = 0;  // of wall_s, in calls or parts of calls that evaluated prompts
  int n_answers = 0;
  int n_prefilled = 0;
  int n_decoded = 0;  // generated, the first of each answer left out: the prompt's last logits give it
  std::vector<std::vector<Token>> ran_to_limit;  // prompts of the answers that did not end early
};

Request dummy_request(std::vector<Token> prompt, int max_tokens) {
  Request out;
  out.input = TokenIds{std::move(prompt)};
  out.decoding.max_tokens = max_tokens;
  return out;
}

/// One mode: the model as that mode loads it, the scheduler's engine and the bare loop on it.
class Rig {
 public:
  Rig(const BenchOptions& options, bool deterministic)
      : options_(options),
        mode_(deterministic ? "bitwise" : "fast"),
        model_(load_model(spec(options, deterministic))),
        engine_(spec(options, deterministic), model_),
        chat_(engine_.model().weights.get(), {}),
        prompts_(engine_.model(), chat_, engine_.min_piece()) {
    if (engine_.n_parallel() < options.width)
      throw Error(ErrorKind::kModel,
                  fmt::format("memory suffices for {} of {} sequences", engine_.n_parallel(), options.width),
                  fmt::format("--width {}", engine_.n_parallel()));
    loop_ = std::make_unique<BareLoop>(
        engine_.model(), BareLoop::Options{.shape = {options.width, options.depth, options.n_tokens - 1},
                                           .n_ctx = engine_.n_ctx(),
                                           .n_threads = engine_.n_threads(),
                                           .flash_attention = flash_attention(spec(options, deterministic))});
  }

  const std::string& mode() const { return mode_; }
  int n_threads() const { return engine_.n_threads(); }
  double decode_rate() const { return decode_.value.back(); }
  int n_ended_early() const { return n_ended_early_; }
  int n_answers() const { return n_answers_; }

  // Finds prompts that the model does not end its turn after, which would leave fewer sequences running; warms up.
  void choose_prompts(SplitMix64& rng) {
    const auto width = static_cast<std::size_t>(options_.width);
    for (int i = 0; i < kSearches && chosen_.size() < width; ++i) {
      const Answered tried = answer(separate_prompts(rng, options_.width, options_.n_tokens));
      chosen_.insert(chosen_.end(), tried.ran_to_limit.begin(), tried.ran_to_limit.end());
    }
    while (chosen_.size() < width) chosen_.push_back(dummy_prompt(engine_.model(), rng, options_.depth));
    chosen_.resize(width);
  }

  void repeat(SplitMix64& rng) {
    const BareLoop::Seconds bare = loop_->run(rng);
    forget_caches();  // the same prompts were answered before
    const Answered brink = answer(chosen_prompts());
    const double n_prompt = options_.width * options_.depth;
    const double n_steps = options_.width * (options_.n_tokens - 1);
    decode_.add(brink.n_decoded / (brink.wall_s - brink.prefill_s), n_steps / bare.decode);
    prefill_.add(brink.n_prefilled / brink.prefill_s, n_prompt / bare.prefill);
    whole_.add((brink.n_prefilled + brink.n_decoded) / brink.wall_s,
               (n_prompt + n_steps) / (bare.prefill + bare.decode));
    n_ended_early_ += brink.n_answers - static_cast<int>(brink.ran_to_limit.size());
    n_answers_ += brink.n_answers;

    double plain_s = 0, captured_s = 0;
    for (int i = 0; i < kCaptured; ++i) {
      plain_s += answer(separate_prompts(rng, 1, 0)).cpu_s;
      captured_s += answer(separate_prompts(rng, 1, 0, all_sites())).cpu_s;
    }
    capture_.add(captured_s, plain_s);
    const double prompt_s = brink.prefill_s / options_.width;
    read_out_.add(prompt_s + read_out_seconds(rng), prompt_s);
    shared_.add(answer({variants(rng)}).n_prefilled, options_.depth + (kVariants - 1) * tail());
  }

  std::vector<BenchRow> rows() const {
    std::vector<BenchRow> out;
    const auto add = [&](const Pairs& pairs, const char* what, const char* unit, const char* reference) -> BenchRow& {
      out.push_back(pairs.row());
      out.back().mode = mode_;
      out.back().what = what;
      out.back().unit = unit;
      out.back().reference_name = reference;
      return out.back();
    };
    add(decode_, "decode", "tokens/s", "bare loop").at_least = kSpeedKept;
    add(prefill_, "prefill", "tokens/s", "bare loop").at_least = kSpeedKept;
    add(whole_, "prefill and decode", "tokens/s", "bare loop").at_least = kSpeedKept;
    add(shared_, "an item's four variants", "tokens prefilled", "shared once + tails").at_most = kExtraWork;
    add(capture_, "capture of every layer", "CPU s", "without").at_most = kCaptureCost;
    add(read_out_, "read-out", "s a prompt", "without").at_most = kExtraWork;
    return out;
  }

 private:
  static EndpointSpec spec(const BenchOptions& options, bool deterministic) {
    EndpointSpec out;
    out.path = options.path;
    out.n_ctx = std::max(kContext, options.depth + options.n_tokens);
    out.n_parallel = options.width;
    out.n_threads = options.n_threads;
    out.deterministic = deterministic;
    return out;
  }

  Answered answer(const std::vector<Bundle>& bundles) {
    Answered out;
    const Backend::Sink sink = [&](const Request& request, const Response& response) {
      if (const auto* failure = std::get_if<Failure>(&response)) throw Error(ErrorKind::kModel, failure->message);
      const auto& completion = std::get<Completion>(response);
      ++out.n_answers;
      out.prefill_s += completion.timings.prefill_s;
      out.n_prefilled += completion.usage.n_prefilled;
      out.n_decoded += std::max(0, completion.usage.n_generated - 1);
      if (completion.usage.n_generated == request.decoding.max_tokens)
        out.ran_to_limit.push_back(std::get<TokenIds>(request.input).ids);
    };
    const auto begin = Clock::now();
    const std::clock_t cpu_begin = std::clock();
    Scheduler(engine_, prompts_, sink, {}, {}).run(bundles);
    out.wall_s = seconds_since(begin);
    out.cpu_s = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
    return out;
  }

  std::vector<Bundle> separate_prompts(SplitMix64& rng, int n, int max_tokens, const std::vector<Site>& captures = {}) {
    std::vector<Bundle> out;
    for (int i = 0; i < n; ++i) {
      Request request = dummy_request(dummy_prompt(engine_.model(), rng, options_.depth), max_tokens);
      request.captures = captures;
      out.push_back({{std::move(request)}});
    }
    return out;
  }

  std::vector<Bundle> chosen_prompts() const {
    std::vector<Bundle> out;
    for (const std::vector<Token>& prompt : chosen_) out.push_back({{dummy_request(prompt, options_.n_tokens)}});
    return out;
  }

  void forget_caches() {
    for (int slot = 0; slot < engine_.cache().n_slots(); ++slot) engine_.cache().drop(slot);
  }

  int tail() const { return options_.depth / kVariants; }

  // Prompts that differ in their last tail() tokens.
  Bundle variants(SplitMix64& rng) {
    const std::vector<Token> shared = dummy_prompt(engine_.model(), rng, options_.depth - tail());
    Bundle out;
    for (int v = 0; v < kVariants; ++v) {
      std::vector<Token> prompt = shared;
      const std::vector<Token> own = dummy_prompt(engine_.model(), rng, tail());
      prompt.insert(prompt.end(), own.begin(), own.end());
      out.requests.push_back(dummy_request(std::move(prompt), 1));
    }
    return out;
  }

  std::vector<Site> all_sites() const {
    std::vector<Site> out;
    for (int layer = 0; layer <= engine_.model().n_layers; ++layer) out.push_back({Site::Point::kResidPost, layer});
    out.push_back({Site::Point::kFinal});
    return out;
  }

  // Of one, over logits that look like a model's: normal, standard deviation 3.
  double read_out_seconds(SplitMix64& rng) const {
    std::vector<float> logits(static_cast<std::size_t>(engine_.model().n_vocab));
    for (float& x : logits)
      x = 3.0F *
          static_cast<float>(std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(6.283185307 * rng.uniform()));
    const auto begin = Clock::now();
    for (int i = 0; i < kReadOuts; ++i) {
      logits[0] = static_cast<float>(i);
      static_cast<void>(read_out(logits, *find_peak(logits), {}));
    }
    return seconds_since(begin) / kReadOuts;
  }

  BenchOptions options_;
  std::string mode_;
  Model model_;
  Engine engine_;
  Chat chat_;
  PromptBuilder prompts_;
  std::unique_ptr<BareLoop> loop_;
  std::vector<std::vector<Token>> chosen_;  // [width]
  Pairs decode_, prefill_, whole_, shared_, capture_, read_out_;
  int n_ended_early_ = 0;
  int n_answers_ = 0;
};

}  // namespace

BenchReport bench(const BenchOptions& options, const BenchWatch& watch) {
  Rig bitwise(options, true);
  Rig fast(options, false);
  SplitMix64 rng(0);
  Pairs modes;
  for (Rig* rig : {&bitwise, &fast}) rig->choose_prompts(rng);
  for (int repeat = 0; repeat < options.n_repeats; ++repeat) {
    for (Rig* rig : {&bitwise, &fast}) {
      if (watch) watch(rig->mode(), repeat);
      rig->repeat(rng);
    }
    modes.add(bitwise.decode_rate(), fast.decode_rate());
  }

  BenchReport out;
  out.n_threads = bitwise.n_threads();
  for (const Rig* rig : {&bitwise, &fast}) {
    out.n_ended_early += rig->n_ended_early();
    out.n_answers += rig->n_answers();
    for (BenchRow& row : rig->rows()) out.rows.push_back(std::move(row));
  }
  BenchRow& across = out.rows.emplace_back(modes.row());
  across.mode = bitwise.mode();
  across.what = "decode";
  across.unit = "tokens/s";
  across.reference_name = "fast mode";
  return out;
}

}  // namespace brink::llama
