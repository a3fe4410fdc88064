#include "brink/report/control_notes.h"

#include <fmt/core.h>

#include "brink/dataset/labels.h"
#include "brink/report/format.h"

namespace brink {
namespace {

bool same_set(const Result& r, const Configuration& c) {
  return r.group.at("model") == c.model && r.group.at("dataset") == c.dataset && r.group.at("mode") == c.mode &&
         r.group.at("treatment") == c.treatment && r.group.contains("items") && r.key("items") == kAllItems;
}

/// The result of a metric whose value is greatest over the values of a key, among those of the whole configuration.
const Result* greatest(std::span<const Result> results, const Configuration& c, std::string_view metric,
                       const std::string& key) {
  const Result* most = nullptr;
  for (const Result& r : results) {
    if (r.metric != metric || !r.value || !r.group.contains(key) || r.group.size() != 6 || !same_set(r, c)) continue;
    if (!most || *r.value > *most->value) most = &r;
  }
  return most;
}

void add_slot_label(std::vector<std::string>& out, const Configuration& c, std::span<const Result> results) {
  const Result* slots = find_result(results, c, "slot_effect_test");
  const Result* labels = find_result(results, c, "label_effect_test");
  if (!slots || !labels || !labels->p) return;
  std::string text;
  if (const Result* most = greatest(results, c, "slot_effect", "slot"); most && slots->p)
    text += fmt::format("slots draw answers with {}, slot {} most (log-odds {}); ", p_equation(slots->p),
                        most->key("slot"), interval_text(*most, true));
  else
    text += fmt::format("slots n/a ({}); ", slots->reason);
  const Result* most = greatest(results, c, "label_effect", "label");
  text += fmt::format("labels with {}", p_equation(labels->p));
  if (most) text += fmt::format(", the label {} most (log-odds {})", most->key("label"), interval_text(*most, true));
  out.push_back(text + ".");
}

std::string prior_text(const Result& test, const Result& most) {
  return fmt::format("{} of the answers at slot {}, {} against an equal share of each slot",
                     percent_interval_text(most), most.key("slot"), p_equation(test.p));
}

/// Of this configuration when it is a generated data set; else of the generated ones of the same model and mode.
void add_slot_prior(std::vector<std::string>& out, const Configuration& c, std::span<const Result> results) {
  for (const Result& test : results) {
    if (test.metric != "slot_prior_test" || !test.p || test.key("items") != kAllItems) continue;
    Configuration control{test.group.at("model"), test.group.at("dataset"), test.group.at("mode"),
                          test.group.at("treatment")};
    if (test.group.size() != 5 || control.model != c.model || control.mode != c.mode ||
        control.treatment != c.treatment)
      continue;
    const Result* most = greatest(results, control, "slot_prior", "slot");
    if (!most) continue;
    out.push_back(fmt::format("{}slot prior: {}.",
                              control == c ? "" : fmt::format("on the control '{}', ", control.dataset),
                              prior_text(test, *most)));
  }
}

void add_judging(std::vector<std::string>& out, const Configuration& c, std::span<const Result> results) {
  const Result* first = find_result(results, c, "first_shown_wins");
  const Result* sign = find_result(results, c, "same_slot");
  const Result* longer = find_result(results, c, "longer_wins");
  const Result* ties = find_result(results, c, "tie_rate");
  const Result* agreement = find_result(results, c, "verdict_agreement");
  if (!first || !sign || !longer || !ties || !ties->value || !agreement) return;
  if (!first->value) {
    out.push_back(fmt::format("{} of the verdicts are ties.", percent_interval_text(*ties)));
    return;
  }
  std::string text = fmt::format("of two options the first shown wins {}", percent_interval_text(*first));
  if (sign->p)
    text += fmt::format("; of {} answered at one place in both orders, {} at the first ({})",
                        count_text(sign->n, "item"), percent_text(sign->value), p_equation(sign->p));
  if (longer->value) text += fmt::format("; the longer wins {}", percent_interval_text(*longer));
  if (*ties->value > 0) text += fmt::format("; ties {}", percent_text(ties->value));
  if (agreement->value)
    text += fmt::format("; agreement with the verdicts given {}", percent_interval_text(*agreement));
  out.push_back(text + ".");
}

}  // namespace

std::vector<std::string> control_notes(const Configuration& c, std::span<const Result> results) {
  std::vector<std::string> out;
  if (c.treatment == kLabelRotate) return out;  // said with the configuration it is a control of
  add_slot_label(out, c, results);
  add_slot_prior(out, c, results);
  add_judging(out, c, results);
  return out;
}

}  // namespace brink
