// What follow-ups cost while their answer's cache is warm: read-outs of a commitment curve and continuations of cuts.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/base/error.h"

namespace brink {
namespace {

constexpr auto kSuffix = "\n\nThe answer is (";
constexpr int kCuts = 3, kContinued = 8;

struct Options {
  std::string path;
  int n_prompts = 4, n_tokens = 96, n_checkpoints = 20, n_draws = 3, n_read_outs = 24, n_threads = 0;
  bool fast = false;
};

/// Follow-ups of one kind, added up.
struct Total {
  int n = 0;
  double n_evaluated = 0, n_decoded = 0, prefill_s = 0, decode_s = 0;
  int most_evaluated = 0;

  void add(const Completion& done) {
    ++n;
    n_evaluated += done.usage.n_prefilled;
    n_decoded += std::max(0, done.usage.n_generated - 1);  // the first one's logits come with the prompt
    prefill_s += done.timings.prefill_s;
    decode_s += done.timings.decode_s;
    most_evaluated = std::max(most_evaluated, done.usage.n_prefilled);
  }
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

std::vector<Request> follow_ups(const Request& parent, const Completion& done, int n_checkpoints, int n_draws) {
  const int n = static_cast<int>(done.tokens.size());
  std::vector<Request> out;
  for (int k = 0; k < n_checkpoints; ++k) {
    Request& one = out.emplace_back(from_prefix(parent, done, n * k / n_checkpoints));
    one.prefix->suffix = kSuffix;
    one.decoding.max_tokens = 0;
  }
  for (int cut = 1; cut <= kCuts; ++cut)
    for (int draw = 0; draw < n_draws; ++draw) {
      Request& one = out.emplace_back(from_prefix(parent, done, n * cut / (kCuts + 1)));
      one.trial = draw;
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

// Seconds a token of prompts that are as short as the suffix, each different from its first token on.
double short_prompt_s(Backend& backend, int n, int n_tokens) {
  std::vector<Bundle> bundles;
  for (int i = 0; i < n; ++i) {
    Request& one = bundles.emplace_back().requests.emplace_back();
    one.model = backend.model();
    one.input = TokenIds{std::vector<Token>(static_cast<std::size_t>(n_tokens), 1000 + i)};
    one.decoding.max_tokens = 0;
  }
  Total total;
  backend.answer(bundles, [&](const Request&, const Response& r) { total.add(std::get<Completion>(r)); }, {}, {});
  return total.prefill_s / total.n_evaluated;
}

void row(const char* what, double value, const char* reference_name, double reference, double at_most) {
  const double ratio = value / reference;
  fmt::print("{:<34} {:>12.4g}   {:<34} {:>12.4g}   ratio {:.3f}, at most {}: {}\n", what, value, reference_name,
             reference, ratio, at_most, ratio <= at_most ? "ok" : "ABOVE");
}

void run(const Options& o) {
  EndpointSpec spec;
  spec.path = o.path;
  spec.n_threads = o.n_threads;
  spec.n_read_outs = o.n_read_outs;
  spec.deterministic = !o.fast;
  const auto backend = open_backend(spec);
  std::vector<Bundle> bundles;
  for (int i = 1; i <= o.n_prompts; ++i) bundles.push_back({{prompt(backend->model(), i, o.n_tokens)}});
  Total prompts, read_outs, continuations;
  const auto sink = [&](const Request& request, const Response& response) {
    if (const auto* failure = std::get_if<Failure>(&response)) throw Error(ErrorKind::kModel, failure->message);
    Total& total = !request.prefix ? prompts : request.decoding.max_tokens == 0 ? read_outs : continuations;
    total.add(std::get<Completion>(response));
  };
  const auto next = [&](const Request& request, const Response& response) {
    return request.prefix ? std::vector<Request>{}
                          : follow_ups(request, std::get<Completion>(response), o.n_checkpoints, o.n_draws);
  };
  const auto start = std::chrono::steady_clock::now();
  backend->answer(bundles, sink, next, {});
  const double whole_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  double in_model_s = 0;
  for (const Total* total : {&prompts, &read_outs, &continuations}) in_model_s += total->prefill_s + total->decode_s;

  const double per_token_s = prompts.prefill_s / prompts.n_evaluated;
  const int suffix = suffix_tokens(*backend, bundles.front().requests.front());
  fmt::print("{} prompts, {} read-outs, {} continuations; suffix of {} tokens; prefill {:.3g} ms a token\n", prompts.n,
             read_outs.n, continuations.n, suffix, 1000 * per_token_s);
  fmt::print("{:.3g} s, {:.3g} s of them outside the model: copies of caches, sampling, texts\n", whole_s,
             whole_s - in_model_s);
  row("tokens evaluated for read-outs", read_outs.n_evaluated, "read-outs x (suffix + 1)", read_outs.n * (suffix + 1.0),
      1);
  row("tokens evaluated a continuation", continuations.most_evaluated, "the last one kept", 1, 1);
  row("s of read-outs", read_outs.prefill_s, "their tokens x prefill a token", read_outs.n_evaluated * per_token_s,
      1.2);
  row("s of read-outs", read_outs.prefill_s, "as many prompts of that size",
      read_outs.n_evaluated * short_prompt_s(*backend, read_outs.n, suffix), 1.2);
  row("s a token of continuations", continuations.decode_s / continuations.n_decoded, "s a token of the answers",
      prompts.decode_s / prompts.n_decoded, 1);
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
  app.add_option("--threads", o.n_threads, "0 = physical cores")->capture_default_str()->check(CLI::NonNegativeNumber);
  app.add_flag("--fast", o.fast, "the fast mode in place of the bitwise one");
  CLI11_PARSE(app, argc, argv);
  try {
    brink::run(o);
  } catch (const brink::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
