// What follow-ups cost while their answer's cache is warm: read-outs of a commitment curve and continuations of cuts.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/base/error.h"

namespace brink {
namespace {

constexpr auto kSuffix = "\n\nThe answer is (";
constexpr int kCuts = 3, kContinued = 24;

struct Options {
  std::string path;
  int n_prompts = 4, n_tokens = 96, n_checkpoints = 20, n_draws = 3, n_read_outs = 24, n_threads = 1, n_repeats = 3;
  bool fast = false;
};

/// What one call of answer() evaluated, of one kind of request.
struct Total {
  int n = 0, most_evaluated = 0;
  double n_evaluated = 0, n_decoded = 0;

  void add(const Completion& done) {
    ++n;
    n_evaluated += done.usage.n_prefilled;
    n_decoded += std::max(0, done.usage.n_generated - 1);  // the first one's logits come with the prompt
    most_evaluated = std::max(most_evaluated, done.usage.n_prefilled);
  }
};

struct Run {
  Total prompts, follow_ups;
  double cpu_s = 0;  // of the process: what others on the machine do does not count
};

Request prompt(const ModelKey& model, int number, int n_tokens) {
  Request out;
  out.model = model;
  out.input = Messages{{"user", fmt::format("Question {}: a train leaves at noon and drives {} km at 60 km/h.\n"
                                            "A. {}\nB. {}\nC. {}\nD. {}\n\nThink step by step, then give your answer.",
                                            number, 60 * number, number, number + 1, number + 2, number + 3)}};
  out.decoding.max_tokens = n_tokens;
  return out;
}

Request from_prefix(const Request& parent, const Completion& done, int n_kept) {
  Request out = parent;
  out.prefix = Prefix{parent.id(), n_kept, {}, {}};
  out.prefix_tokens.assign(done.tokens.begin(), done.tokens.begin() + n_kept);
  return out;
}

using Next = std::function<std::vector<Request>(const Request&, const Completion&)>;

// The read-outs of a curve.
std::vector<Request> read_outs(const Request& parent, const Completion& done, int n_checkpoints) {
  const int n = static_cast<int>(done.tokens.size());
  std::vector<Request> out;
  for (int k = 0; k < n_checkpoints; ++k) {
    Request& one = out.emplace_back(from_prefix(parent, done, n * k / n_checkpoints));
    one.prefix->suffix = kSuffix;
    one.decoding.max_tokens = 0;
  }
  return out;
}

// Continuations at cuts, the first of them before the first token: the whole answer again.
std::vector<Request> continuations(const Request& parent, const Completion& done, int n_draws) {
  const int n = static_cast<int>(done.tokens.size());
  std::vector<Request> out;
  for (int cut = 0; cut < kCuts; ++cut)
    for (int draw = 0; draw < n_draws; ++draw) {
      Request& one = out.emplace_back(cut == 0 ? parent : from_prefix(parent, done, n * cut / kCuts));
      one.trial = 1 + draw;
      one.decoding.temperature = .7;
      one.decoding.top_p = .95;
      one.decoding.max_tokens = kContinued;
    }
  return out;
}

int suffix_tokens(const Backend& backend, const Request& plain) {
  Request asked = plain;
  asked.prefix = Prefix{{}, 0, kSuffix, {}};
  return static_cast<int>(backend.prompt_tokens(asked).value().size() - backend.prompt_tokens(plain).value().size());
}

/// A model and the prompts it is asked.
class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), backend_(open(options)) {
    for (int i = 1; i <= options.n_prompts; ++i) bundles_.push_back({{prompt(backend_->model(), i, options.n_tokens)}});
  }

  const Backend& backend() const { return *backend_; }
  const Request& first() const { return bundles_.front().requests.front(); }

  // Answers the prompts and what follows each answer, from empty caches.
  Run run(const Next& next) { return answer(bundles_, next); }
  Run run_prompts() {
    std::vector<Bundle> bundles = bundles_;
    for (Bundle& bundle : bundles) bundle.requests.front().decoding.max_tokens = 1;
    return answer(bundles, {});
  }

 private:
  static std::unique_ptr<Backend> open(const Options& o) {
    EndpointSpec spec;
    spec.path = o.path;
    spec.n_threads = o.n_threads;
    spec.n_read_outs = o.n_read_outs;
    spec.deterministic = !o.fast;
    return open_backend(spec);
  }

  Run answer(const std::vector<Bundle>& bundles, const Next& next) {
    forget_caches();
    Run out;
    const auto sink = [&](const Request& request, const Response& response) {
      if (const auto* failure = std::get_if<Failure>(&response)) throw Error(ErrorKind::kModel, failure->message);
      (request.prefix || request.trial > 0 ? out.follow_ups : out.prompts).add(std::get<Completion>(response));
    };
    const auto follow = [&](const Request& request, const Response& response) {
      return !next || request.prefix || request.trial > 0 ? std::vector<Request>{}
                                                          : next(request, std::get<Completion>(response));
    };
    const std::clock_t begin = std::clock();
    backend_->answer(bundles, sink, follow, {});
    out.cpu_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return out;
  }

  // Other prompts take every slot, those of answers and those of read-outs.
  void forget_caches() {
    for (const int max_tokens : {0, 2}) {
      std::vector<Bundle> bundles;
      for (int i = 0; i < backend_->capabilities().n_sequences; ++i) {
        Request& one = bundles.emplace_back().requests.emplace_back();
        one.model = backend_->model();
        one.input = TokenIds{std::vector<Token>(2, 1000 + i)};
        one.decoding.max_tokens = max_tokens;
      }
      backend_->answer(bundles, [](const Request&, const Response&) {}, {}, {});
    }
  }

  Options options_;
  std::unique_ptr<Backend> backend_;
  std::vector<Bundle> bundles_;
};

/// Ratios of the repeats.
struct Ratio {
  const char* what;
  const char* reference;
  double at_most;
  std::vector<double> seen;

  void print() {
    std::ranges::sort(seen);
    const double median = seen[seen.size() / 2];
    fmt::print("{:<38} / {:<34} {:.3f} ({:.3f} to {:.3f}), at most {}: {}\n", what, reference, median, seen.front(),
               seen.back(), at_most, median <= at_most ? "ok" : "ABOVE");
  }
};

void run(const Options& o) {
  Bench bench(o);
  const int suffix = suffix_tokens(bench.backend(), bench.first());
  std::array<Ratio, 4> ratios{{{"tokens evaluated for read-outs", "read-outs x (suffix + 1)", 1, {}},
                               {"tokens evaluated a continuation, most", "the last one kept", 1, {}},
                               {"CPU s of read-outs", "that count of prompt tokens", 1.2, {}},
                               {"CPU s a token of continuations", "of answers", 1, {}}}};
  for (int repeat = 0; repeat < o.n_repeats; ++repeat) {
    const Run prompts = bench.run_prompts();
    const Run answers = bench.run({});
    const Run curves =
        bench.run([&](const Request& q, const Completion& c) { return read_outs(q, c, o.n_checkpoints); });
    const Run cuts = bench.run([&](const Request& q, const Completion& c) { return continuations(q, c, o.n_draws); });
    const Total &r = curves.follow_ups, &c = cuts.follow_ups;
    const double prompt_s = prompts.cpu_s / prompts.prompts.n_evaluated;
    const double answer_s = (answers.cpu_s - prompts.cpu_s) / answers.prompts.n_decoded;
    const double read_out_s = (curves.cpu_s - answers.cpu_s) / r.n_evaluated;
    const double continuation_s = (cuts.cpu_s - answers.cpu_s) / c.n_decoded;
    ratios[0].seen.push_back(r.n_evaluated / (r.n * (suffix + 1.0)));
    ratios[1].seen.push_back(c.most_evaluated);
    ratios[2].seen.push_back((curves.cpu_s - answers.cpu_s) / (r.n * (suffix + 1.0) * prompt_s));
    ratios[3].seen.push_back(continuation_s / answer_s);
    fmt::print(
        "{} prompts of {:.0f} tokens, {} read-outs of {:.1f}, {} continuations; CPU ms a token: prompts {:.3g}, "
        "read-outs {:.3g}, answers {:.3g}, continuations {:.3g}\n",
        prompts.prompts.n, prompts.prompts.n_evaluated / prompts.prompts.n, r.n, r.n_evaluated / r.n, c.n,
        1000 * prompt_s, 1000 * read_out_s, 1000 * answer_s, 1000 * continuation_s);
  }
  for (Ratio& ratio : ratios) ratio.print();
}

}  // namespace
}  // namespace brink

int main(int argc, char** argv) {
  brink::Options o;
  CLI::App app("what follow-ups of answers cost while their caches are warm");
  app.add_option("MODEL", o.path, "a GGUF file")->required();
  app.add_option("--prompts", o.n_prompts, "answers that are followed")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--tokens", o.n_tokens, "of each answer, at most")
      ->capture_default_str()
      ->check(CLI::Range(4, 100000));
  app.add_option("--checkpoints", o.n_checkpoints, "of its curve")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--draws", o.n_draws, "continuations at each of three cuts")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--read-outs", o.n_read_outs, "sequences for them, beside those of answers")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--repeats", o.n_repeats, "of it all, of which medians are taken")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", o.n_threads, "more wait for each other, which counts")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_flag("--fast", o.fast, "the fast mode in place of the bitwise one");
  CLI11_PARSE(app, argc, argv);
  try {
    brink::run(o);
  } catch (const brink::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
