#include "brink/report/html_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "brink/metrics/minima.h"
#include "brink/metrics/remedies.h"
#include "brink/report/before.h"
#include "brink/report/family.h"
#include "brink/report/format.h"
#include "brink/report/panel.h"
#include "brink/report/paper/tables.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNear = 0.02;            // accuracies closer than this are called alike
constexpr std::size_t kFewSentences = 3;  // of one question that a table has; more are hard to read

using Results = std::span<const Result>;

struct Known {
  std::span<const Verdict> verdicts;
  Results results;
  Family length_family;  // the p of length() of all configurations
};

const Result* with_value(Results results, const Configuration& c, std::string_view metric,
                         const GroupValues& more = {}) {
  const Result* r = find_result(results, c, metric, more);
  return r && r->value ? r : nullptr;
}

/// Those that length() shows.
Family length_family(std::span<const Verdict> verdicts, Results results) {
  std::vector<double> p;
  for (const Verdict& v : verdicts) {
    const Result* pull = with_value(results, v.configuration, "pull_length_test");
    const Result* slope = with_value(results, v.configuration, "pbs_per_doubling", {{"of", "excess_pbs"}});
    if (!pull || !pull->p || !slope) continue;
    p.push_back(*pull->p);
    if (slope->p) p.push_back(*slope->p);
  }
  return Family(std::move(p));
}

std::string order(const Configuration& c, const Known& known) {
  const auto found = std::ranges::find(known.verdicts, c, &Verdict::configuration);
  return found == known.verdicts.end() ? "" : sentence(*found, known.results);
}

std::string length(const Configuration& c, const Known& known) {
  const Results results = known.results;
  const Result* pull = with_value(results, c, "pull_length_test");
  const Result* slope = with_value(results, c, "pbs_per_doubling", {{"of", "excess_pbs"}});
  if (!pull || !pull->p || !slope) return "";
  const Family& family = known.length_family;
  const bool pulls = family.holds(pull->p), slopes = family.holds(slope->p);
  std::string out = fmt::format(
      "{}: given the contents chosen, the pull of the places {} with length ({}); per doubling of the length excess "
      "PBS changes by {} ({})",
      pulls || slopes ? "length plays a part" : "no effect of length found",
      pulls ? "changes" : "was not seen to change", p_equation(pull->p), interval_text(*slope, true),
      p_equation(slope->p));
  const auto alone = [](const Result& r) { return r.p && *r.p < kAlpha; };
  if ((alone(*pull) && !pulls) || (alone(*slope) && !slopes))
    out += fmt::format(". A p under .05 among the {} of this question is no finding by Holm's rule", family.size());
  return out + ".";
}

std::string commitment(const Configuration& c, const Known& known) {
  const Results results = known.results;
  const Result* stated = with_value(results, c, "ccp_eq2");
  const Result* forced = with_value(results, c, "forced_ccp");
  std::string out;
  if (forced && forced->n_clusters >= kMinResampled)
    out = fmt::format("asked at every point, it gives its last forced answer from {} of the trajectory on",
                      percent_interval_text(*forced));
  if (stated && stated->n_clusters >= kMinResampled)
    out += fmt::format("{}the options it names settle on its answer at {} of the trajectory (CCP, equation 2)",
                       out.empty() ? "" : "; ", percent_interval_text(*stated));
  return out.empty() ? "" : out + ".";
}

std::string before(const Configuration& c, const Known& known) { return before_sentence(c, known.results); }

std::string remedies(const Configuration& c, const Known& known) {
  const Results results = known.results;
  const Result* plain = with_value(results, c, "remedy_accuracy", {{"policy", "none"}});
  const Result* plain_cost = with_value(results, c, "remedy_tokens", {{"policy", "none"}});
  if (!plain || !plain_cost || plain->n_clusters < kMinResampled) return "";
  struct One {
    const Result *accuracy, *cost;
  };
  std::optional<One> best, cheapest;
  for (const Result& r : results) {
    if (r.metric != "remedy_accuracy" || !r.group.contains("policy")) continue;
    const std::string& policy = r.key("policy");
    const Result* own = with_value(results, c, "remedy_accuracy", {{"policy", policy}});
    const Result* cost = with_value(results, c, "remedy_tokens", {{"policy", policy}});
    if (own != &r || !cost || policy == "none" || policy == kHindsight) continue;
    if (!best || *own->value > *best->accuracy->value) best = One{own, cost};
    if (*own->value >= *plain->value - kNear && (!cheapest || *cost->value < *cheapest->cost->value))
      cheapest = One{own, cost};
  }
  std::string out = fmt::format("as answered {} at {:.0f} tokens an answer, over {} items",
                                percent_interval_text(*plain), *plain_cost->value, plain->n_clusters);
  if (plain->n_clusters < kFew) return out + ", which are too few to tell the remedies apart.";
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

/// Without answers in every order there are no remedies, but stopping can be replayed.
std::string stopping(const Configuration& c, Results results) {
  const Result* all = with_value(results, c, "curve_accuracy", {{"at", "1.0"}});
  const Result* tuned = with_value(results, c, "stop_accuracy", {{"policy", "tuned"}});
  const Result* saved = with_value(results, c, "stop_saved", {{"policy", "tuned"}});
  if (!all) return "";
  const std::string to_the_end = fmt::format("answers forced at the end score {}", percent_interval_text(*all));
  if (!tuned || !saved) return to_the_end + "; no stopping policy keeps that.";
  if (tuned->n_clusters < kFew)
    return fmt::format("{}; {} are too few to tell policies of stopping early apart.", to_the_end,
                       count_text(tuned->n_clusters, "item"));
  return fmt::format(
      "{}; stopping early, by a policy tuned on one half of the items, scores {} on the other and saves {} of the "
      "tokens.",
      to_the_end, percent_interval_text(*tuned), percent_text(saved->value));
}

std::string remedies_or_stopping(const Configuration& c, const Known& known) {
  const std::string all = remedies(c, known);
  return all.empty() ? stopping(c, known.results) : all;
}

struct Question {
  std::string_view id, text, nothing;
  std::string (*answer)(const Configuration&, const Known&);
  std::array<PaperTable (*)(Results), 2> tables = {};  // nullptr: no further one
};
constexpr std::array kQuestions{
    Question{kOrder, "Does the order of the options matter?",
             "Nothing to test: ask each item under several orders (permutations).", order},
    Question{kLength,
             "Does length drive it?",
             "Not enough items with an answer to every order, or no texts of different lengths.",
             length,
             {paper::correlations, paper::length_bins}},
    Question{kCommitment,
             "When does it commit?",
             "The answers name no options on their way; treatments = [\"curve\"] in the study follows them.",
             commitment,
             {paper::truncation}},
    Question{kBefore,
             "What did it know before the first token?",
             "Not asked: treatments = [\"curve\"] in the study forces an answer before the first token.",
             before,
             {paper::probes, paper::modes}},
    Question{kRemedies, "What can be done, and at what cost?",
             "Not asked: treatments = [\"curve\"] for every order gives what remedies would score.",
             remedies_or_stopping},
};

constexpr std::string_view kStatesAlone = "Nothing to say: these are imported states, and nothing was answered.";

/// The first sentence of a title names the table, the rest explains it.
Json table_json(PaperTable table) {
  constexpr std::string_view kEnd = ". ";
  const std::size_t end = table.title.find(kEnd);
  const std::string title = table.title.substr(0, end);
  const std::string what = end == std::string::npos ? "" : table.title.substr(end + kEnd.size());
  return {{"id", table.id},
          {"title", title},
          {"what", what},
          {"head", std::move(table.head)},
          {"rows", std::move(table.rows)},
          {"n_labels", table.n_labels}};
}

}  // namespace

Json answers_json(std::span<const Verdict> verdicts, std::span<const Result> results, bool answered) {
  Json out = Json::array();
  const Known known{verdicts, results, length_family(verdicts, results)};
  for (const Question& q : kQuestions) {
    Json answers = Json::array(), tables = Json::array();
    for (const Verdict& v : verdicts)
      if (std::string text = q.answer(v.configuration, known); !text.empty())
        answers.push_back({{"dataset", v.configuration.dataset},
                           {"configuration", configuration_name(v.configuration)},
                           {"text", typeset(std::move(text))}});
    if (q.id == kBefore && answers.size() > kFewSentences) {
      answers.clear();
      tables.push_back(table_json(before_table(results)));
    }
    for (const auto table : q.tables)
      if (table)
        if (PaperTable found = table(results); !found.rows.empty()) tables.push_back(table_json(std::move(found)));
    out.push_back({{"id", q.id},
                   {"question", q.text},
                   {"nothing", answered ? q.nothing : kStatesAlone},
                   {"answers", std::move(answers)},
                   {"tables", std::move(tables)}});
  }
  return out;
}

}  // namespace brink
