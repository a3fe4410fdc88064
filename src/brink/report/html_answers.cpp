#include "brink/report/html_answers.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "brink/report/format.h"
#include "brink/report/panel.h"
#include "brink/report/verdict.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNear = 0.02;  // accuracies closer than this are called alike
constexpr int kFewItems = 20;   // below, a slope says nothing

using Results = std::span<const Result>;

const Result* with_value(Results results, const Configuration& c, std::string_view metric,
                         const GroupValues& more = {}) {
  const Result* r = find_result(results, c, metric, more);
  return r && r->value ? r : nullptr;
}

// An effect whose interval holds 0 is none.
const char* direction(const Result& r, const char* up, const char* down, const char* none) {
  if (!r.low || !r.high || (*r.low <= 0 && *r.high >= 0)) return none;
  return *r.value > 0 ? up : down;
}

std::string order(const Configuration& c, Results results) {
  for (const Verdict& v : verdicts(results))
    if (v.configuration == c) return sentence(v, results);
  return "";
}

std::string length(const Configuration& c, Results results) {
  const Result* pull = with_value(results, c, "pull_length_test");
  const Result* slope = with_value(results, c, "pbs_per_doubling", {{"of", "excess_pbs"}});
  if (!pull || !pull->p || !slope) return "";
  if (slope->n_clusters < kFewItems)
    return fmt::format("too few items to say: {} behind the slope.", slope->n_clusters);
  return fmt::format(
      "{}: given the contents chosen, the pull of the places {} with length ({}); per doubling of the "
      "length excess PBS changes by {}.",
      *pull->p < kAlpha ? "length plays a part" : "no effect of length found",
      *pull->p < kAlpha ? "changes" : "was not seen to change", p_equation(pull->p), interval_text(*slope, true));
}

std::string commitment(const Configuration& c, Results results) {
  const Result* stated = with_value(results, c, "ccp_eq2");
  const Result* forced = with_value(results, c, "forced_ccp");
  std::string out;
  if (forced)
    out = fmt::format("asked at every point, it gives its last answer from {} of the trajectory on",
                      percent_interval_text(*forced));
  if (stated)
    out += fmt::format("{}its mentions settle at {} (equation 2)", out.empty() ? "" : "; ",
                       percent_interval_text(*stated));
  return out.empty() ? "" : out + ".";
}

std::string before(const Configuration& c, Results results) {
  const Result* known = with_value(results, c, "known_before");
  if (!known) return "";
  std::string out =
      fmt::format("{} of the answers are known before the first token and stay", percent_interval_text(*known));
  if (const Result* kappa = with_value(results, c, "known_kappa"))
    out += fmt::format("; beyond chance that is kappa {}", interval_text(*kappa));
  if (const Result* gain = with_value(results, c, "thinking_gain"))
    out +=
        fmt::format(". What follows {}: {} of accuracy",
                    direction(*gain, "helps", "harms", "neither helps nor harms for sure"), interval_text(*gain, true));
  return out + ".";
}

std::string remedies(const Configuration& c, Results results) {
  const Result* plain = with_value(results, c, "remedy_accuracy", {{"policy", "none"}});
  const Result* plain_cost = with_value(results, c, "remedy_tokens", {{"policy", "none"}});
  if (!plain || !plain_cost) return "";
  struct One {
    const Result *accuracy, *cost;
  };
  std::optional<One> best, cheapest;
  for (const Result& r : results) {
    if (r.metric != "remedy_accuracy" || !r.group.contains("policy")) continue;
    const std::string& policy = r.key("policy");
    const Result* own = with_value(results, c, "remedy_accuracy", {{"policy", policy}});
    const Result* cost = with_value(results, c, "remedy_tokens", {{"policy", policy}});
    if (own != &r || !cost || policy == "none") continue;
    if (!best || *own->value > *best->accuracy->value) best = One{own, cost};
    if (*own->value >= *plain->value - kNear && (!cheapest || *cost->value < *cheapest->cost->value))
      cheapest = One{own, cost};
  }
  std::string out = fmt::format("as answered {} at {:.0f} tokens an answer, over {} items",
                                percent_interval_text(*plain), *plain_cost->value, plain->n_clusters);
  const bool better = best && *best->accuracy->value > *plain->value;
  if (better)
    out += fmt::format("; the best remedy, {}, scores {} at {:.0f}", best->accuracy->key("policy"),
                       percent_interval_text(*best->accuracy), *best->cost->value);
  if (cheapest && *cheapest->cost->value < *plain_cost->value)
    out += fmt::format("; the cheapest that is no worse than as answered, {}, scores {} at {:.0f}",
                       cheapest->accuracy->key("policy"), percent_interval_text(*cheapest->accuracy),
                       *cheapest->cost->value);
  return out + (better ? ". The best was chosen after looking." : "; no remedy scores better.");
}

struct Question {
  std::string_view id, text, nothing;
  std::string (*answer)(const Configuration&, Results);
};
constexpr std::array kQuestions{
    Question{kOrder, "Does the order of the options matter?",
             "Nothing to test: ask each item under several orders (permutations).", order},
    Question{kLength, "Does length drive it?",
             "Not enough items with an answer to every order, or no texts of different lengths.", length},
    Question{kCommitment, "When does it commit?",
             "The answers name no options on their way; treatments = [\"curve\"] in the study follows them.",
             commitment},
    Question{kBefore, "What did it know before the first token?",
             "Not asked: treatments = [\"curve\"] in the study forces an answer before the first token.", before},
    Question{kRemedies, "What can be done, and at what cost?",
             "Not asked: treatments = [\"curve\"] for every order gives what remedies would score.", remedies},
};

}  // namespace

Json answers_json(std::span<const Configuration> configurations, std::span<const Result> results) {
  Json out = Json::array();
  for (const Question& q : kQuestions) {
    Json answers = Json::array();
    for (const Configuration& c : configurations)
      if (std::string text = q.answer(c, results); !text.empty())
        answers.push_back(
            {{"dataset", c.dataset}, {"configuration", configuration_name(c)}, {"text", std::move(text)}});
    out.push_back({{"id", q.id}, {"question", q.text}, {"nothing", q.nothing}, {"answers", std::move(answers)}});
  }
  return out;
}

}  // namespace brink
