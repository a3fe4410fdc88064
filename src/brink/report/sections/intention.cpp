#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "brink/metrics/modes.h"
#include "brink/report/format.h"
#include "brink/report/reference.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

constexpr std::array kPredictors{"h_int", "option_entropy", "option_margin", "prompt_tokens", "output_tokens"};

bool has_value(const Result* r) { return r && r->value; }

std::string short_mode(const std::string& mode) {
  constexpr std::string_view kFamily = "intention/";
  return mode.starts_with(kFamily) ? mode.substr(kFamily.size()) : mode;
}

std::string mean_and_sd(const SectionInput& in, const Configuration& c) {
  const Result *mean = in.find(c, "h_int"), *sd = in.find(c, "h_int_sd");
  if (!has_value(mean)) return "n/a";
  return number_text(mean->value) + (has_value(sd) ? " ± " + number_text(sd->value) : "");
}

std::string percent_of(const Result* r) { return r ? percent_interval_text(*r) : "n/a"; }

/// "CF, more right": where a mode stands against its reference.
std::string quadrant(const Result& entropy, const Result& accuracy) {
  const std::string_view word = accuracy.low && *accuracy.low > 0     ? "more right"
                                : accuracy.high && *accuracy.high < 0 ? "fewer right"
                                                                      : "accuracy n.s.";
  return fmt::format("{}, {}", entropy_pattern(entropy), word);
}

std::string by_mode(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "items", "right of all [95%]", "read", "compliant", "strictly",
                           "H ± SD, bits", "change of H [95%]", "pattern", "change of right [95%]", "McNemar p"},
                  .rows = {},
                  .n_labels = 2};
  const bool probed = std::ranges::any_of(in.configurations, [&](const Configuration& c) {
    return has_value(of_leading_probe(in.results, c, "state_auroc"));
  });
  if (probed) table.head.emplace_back("AUROC of the state");
  std::map<std::string, std::vector<std::string>> quadrants;
  std::string reference_mode;
  for (const Configuration& c : in.configurations) {
    const Result* right = in.find(c, "accuracy_of_all");
    if (c.treatment != "none" || !right || !has_value(in.find(c, "h_int"))) continue;
    const Configuration* reference = reference_of(in.configurations, in.results, c);
    const std::map<std::string, std::string> against{{"against", reference ? reference->mode : ""}};
    const Result *entropy = in.find(c, "h_int_change", against), *change = in.find(c, "accuracy_change", against);
    if (reference) reference_mode = short_mode(reference->mode);
    const Result* read = in.find(c, "extraction_rate");
    auto& row = table.rows.emplace_back(std::vector<std::string>{
        c.model, short_mode(c.mode), std::to_string(right->n), percent_of(right),
        read ? percent_text(read->value) : "n/a", percent_of(in.find(c, "compliant")),
        percent_of(in.find(c, "compliant_strict")), mean_and_sd(in, c), entropy ? interval_text(*entropy, true) : "",
        entropy ? std::string(entropy_pattern(*entropy)) : "", change ? interval_text(*change, true) : "",
        change ? p_text(change->p) : ""});
    const Result* state = of_leading_probe(in.results, c, "state_auroc");
    if (probed) row.push_back(has_value(state) ? interval_text(*state) : "n/a");
    if (entropy && change)
      quadrants[quadrant(*entropy, *change)].push_back(fmt::format("{} {}", c.model, short_mode(c.mode)));
  }
  if (table.rows.empty()) return "";
  std::string out = to_text(table, in.width);
  for (const auto& [where, who] : quadrants)
    out += wrap(fmt::format("{}: {}", where, fmt::join(who, "; ")), in.width, "* ");
  out += wrap(
      "Right of all: of all answers that came back, unread ones counted as wrong, in the file's order (Wilson). H: "
      "entropy of the next token at the end of the prompt, over the whole vocabulary. CF: it is lower than in the "
      "reference mode, EC: higher, n.s.: the interval of the change holds 0. Compliant: the last line names one "
      "letter; strictly: that letter alone.",
      in.width, "- ");
  if (!reference_mode.empty() && !quadrants.empty())
    out += wrap(fmt::format("Changes are against {}, on the same items.", reference_mode), in.width, "- ");
  return out;
}

std::string by_predictor(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "AUROC for right of"}, .rows = {}, .n_labels = 3};
  for (const char* predictor : kPredictors) table.head.emplace_back(predictor);
  table.head[2] = "items";
  for (const Configuration& c : in.configurations) {
    std::vector<std::string> cells;
    int n = 0;
    for (const char* predictor : kPredictors) {
      const Result* r = in.find(c, "predictor_auroc", {{"predictor", predictor}, {"interval", "bootstrap"}});
      cells.push_back(has_value(r) && !too_few(*r) ? interval_text(*r) : "n/a");
      if (has_value(r)) n = std::max(n, r->n);
    }
    if (n == 0 || c.treatment != "none") continue;
    auto& row = table.rows.emplace_back(std::vector<std::string>{c.model, short_mode(c.mode), std::to_string(n)});
    row.insert(row.end(), cells.begin(), cells.end());
  }
  if (table.rows.empty()) return "";
  return "\nAUROC for a right answer, of numbers that need no hidden state [95%]\n" + to_text(table, in.width) +
         wrap(
             "0.5: no information. Entropies and lengths with their sign turned: above 0.5 the surer, or shorter, "
             "answer is the right one more often. n/a: fewer than 5 right, or 5 wrong, answers.",
             in.width, "- ");
}

/// The same questions with options and without.
std::string by_format(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "without options", "items", "change of right [95%]", "McNemar p"},
                  .rows = {},
                  .n_labels = 3};
  for (const Result& r : in.results) {
    if (r.metric != "accuracy_change" || !r.group.contains("against_dataset") || !r.value) continue;
    for (const Configuration& c : in.configurations) {
      const std::map<std::string, std::string> key{{"against_dataset", r.key("against_dataset")}};
      if (in.find(c, "accuracy_change", key) != &r) continue;
      table.rows.push_back({c.model, short_mode(c.mode), r.key("against_dataset"), std::to_string(r.n),
                            interval_text(r, true), p_text(r.p)});
    }
  }
  if (table.rows.empty()) return "";
  return "\nThe same questions with options, against without [95%]\n" + to_text(table, in.width);
}

std::string text(const SectionInput& in) {
  const std::string modes = by_mode(in);
  return modes.empty() ? "" : modes + by_predictor(in) + by_format(in);
}

}  // namespace

extern constinit const Section kIntentionSection{.title = "Before the first token", .text = text};

}  // namespace brink
