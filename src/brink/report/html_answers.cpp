#include "brink/report/html_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>

#include "brink/metrics/entropy.h"
#include "brink/report/format.h"
#include "brink/report/panel.h"
#include "brink/report/paper/tables.h"
#include "brink/report/reference.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNear = 0.02;  // accuracies closer than this are called alike
constexpr int kFewItems = 20;   // below, a slope says nothing

using Results = std::span<const Result>;

struct Known {
  std::span<const Verdict> verdicts;
  Results results;
};

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

std::string order(const Configuration& c, const Known& known) {
  const auto found = std::ranges::find(known.verdicts, c, &Verdict::configuration);
  return found == known.verdicts.end() ? "" : sentence(*found, known.results);
}

std::string length(const Configuration& c, const Known& known) {
  const Results results = known.results;
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

std::string commitment(const Configuration& c, const Known& known) {
  const Results results = known.results;
  const Result* stated = with_value(results, c, "ccp_eq2");
  const Result* forced = with_value(results, c, "forced_ccp");
  std::string out;
  if (forced)
    out = fmt::format("asked at every point, it gives its last forced answer from {} of the trajectory on",
                      percent_interval_text(*forced));
  if (stated)
    out += fmt::format("{}its mentions settle at {} (equation 2)", out.empty() ? "" : "; ",
                       percent_interval_text(*stated));
  return out.empty() ? "" : out + ".";
}

std::string known_before(const Configuration& c, Results results) {
  const Result* known = with_value(results, c, "known_before");
  if (!known) return "";
  std::string out = fmt::format("{} of the forced answers are the same before the first token and ever after",
                                percent_interval_text(*known));
  if (const Result* stated = with_value(results, c, "stated_agreement"))
    out += fmt::format("; the answer given is the one forced just before it in {}", percent_interval_text(*stated));
  if (const Result* kappa = with_value(results, c, "known_kappa"))
    out += fmt::format("; beyond chance that is kappa {}", interval_text(*kappa));
  if (const Result* gain = with_value(results, c, "thinking_gain"))
    out += fmt::format(". What follows {}: {} of accuracy",
                       direction(*gain, "helps", "harms", "is not shown to help or harm"), interval_text(*gain, true));
  return out;
}

/// What an AUROC with its interval shows.
std::string foretelling(const Result& auroc, const std::string& more = "") {
  const bool open = !auroc.low || !auroc.high || (*auroc.low <= .5 && *auroc.high >= .5);
  return fmt::format("{} (AUROC {}, {} items{})",
                     open                ? "is not shown to foretell a right answer"
                     : *auroc.value > .5 ? "foretells a right answer"
                                         : "foretells a wrong answer",
                     interval_text(auroc), auroc.n_clusters, more);
}

std::string entropy(const Configuration& c, Results results) {
  const Result* h = with_value(results, c, "h_int");
  if (!h) return "";
  std::string out = fmt::format("the entropy of the next token is {} bits", interval_text(*h));
  const Result* foretells = with_value(results, c, "predictor_auroc", {{"predictor", "h_int"}, {"interval", "delong"}});
  if (foretells) out += fmt::format(" and {}", foretelling(*foretells));
  return out;
}

std::string probe(const Configuration& c, Results results) {
  const Result* auroc = with_value(results, c, "state_auroc", leading_probe());
  if (!auroc) return "";
  const std::string p = auroc->p ? fmt::format(", {} by shuffled labels", p_equation(auroc->p)) : "";
  std::string out = "a linear probe of the hidden states " + foretelling(*auroc, p);
  const Result* added = added_value(results, c);
  if (added && added->value)
    out += fmt::format(", {} beyond {}, the baseline that validation takes", interval_text(*added, true),
                       added->key("baseline"));
  return out;
}

std::string calibration(const Configuration& c, Results results) {
  for (const ReadAt& place : kReadAt) {
    const Result* error = with_value(results, c, "calibration_error", {{"read_at", std::string(place.point)}});
    if (!error) continue;
    return fmt::format("confidence ({}) {} {} ({} by chance, {})", place.name,
                       error->p && *error->p < kAlpha ? "does not mean what it says: it is off by"
                                                      : "is not shown to be off; the distance is",
                       percent_text(error->value), percent_text(error->null), p_equation(error->p));
  }
  return "";
}

std::string before(const Configuration& c, const Known& known) {
  std::string out;
  for (const auto part : {known_before, entropy, probe, calibration}) {
    std::string text = part(c, known.results);
    if (text.empty()) continue;
    if (!out.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    out += (out.empty() ? "" : ". ") + text;
  }
  return out.empty() ? "" : out + ".";
}

std::string remedies(const Configuration& c, const Known& known) {
  const Results results = known.results;
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

/// Without answers in every order there are no remedies, but stopping can be replayed.
std::string stopping(const Configuration& c, Results results) {
  const Result* all = with_value(results, c, "curve_accuracy", {{"at", "1.0"}});
  const Result* tuned = with_value(results, c, "stop_accuracy", {{"policy", "tuned"}});
  const Result* saved = with_value(results, c, "stop_saved", {{"policy", "tuned"}});
  if (!all) return "";
  const std::string to_the_end = fmt::format("answers forced at the end score {}", percent_interval_text(*all));
  if (!tuned || !saved) return to_the_end + "; no stopping policy keeps that.";
  return fmt::format(
      "{}; stopping early, by a policy tuned on one half of the items, scores {} on the other and saves {} of "
      "the tokens.",
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

Json answers_json(std::span<const Verdict> verdicts, std::span<const Result> results) {
  Json out = Json::array();
  const Known known{verdicts, results};
  for (const Question& q : kQuestions) {
    Json answers = Json::array(), tables = Json::array();
    for (const Verdict& v : verdicts)
      if (std::string text = q.answer(v.configuration, known); !text.empty())
        answers.push_back({{"dataset", v.configuration.dataset},
                           {"configuration", configuration_name(v.configuration)},
                           {"text", std::move(text)}});
    for (const auto table : q.tables)
      if (table)
        if (PaperTable found = table(results); !found.rows.empty()) tables.push_back(table_json(std::move(found)));
    out.push_back({{"id", q.id},
                   {"question", q.text},
                   {"nothing", q.nothing},
                   {"answers", std::move(answers)},
                   {"tables", std::move(tables)}});
  }
  return out;
}

}  // namespace brink
