#include "brink/metrics/remedies.h"

#include <fmt/format.h>

#include "brink/metrics/minima.h"
#include "brink/metrics/policies.h"
#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

std::vector<std::string> policies() {
  std::vector<std::string> out{"none", "no thinking", "constrained", "majority", "average", "prior"};
  for (const NamedPolicy& policy : stop_policies()) out.push_back(policy.name);
  out.emplace_back(kHindsight);
  return out;
}

// Whole tokens.
std::string more_text(const Result* r) {
  if (!r || !r->value) return "";
  return r->low ? fmt::format("{:+.0f} [{:+.0f}, {:+.0f}]", *r->value, *r->low, *r->high)
                : fmt::format("{:+.0f}", *r->value);
}

std::string text(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "remedy", "accuracy [95%]", "gain [95%]", "excess PBS [95%]",
                           "change [95%]", "tokens", "change [95%]", "items"},
                  .rows = {},
                  .n_labels = 3};
  bool few = false;
  for (const Configuration& c : in.configurations)
    for (const std::string& policy : policies()) {
      const std::map<std::string, std::string> key{{"policy", policy}};
      const Result* accuracy = in.find(c, "remedy_accuracy", key);
      const Result* gain = in.find(c, "remedy_gain", key);
      const Result* excess = in.find(c, "remedy_excess_pbs", key);
      const Result* change = in.find(c, "remedy_excess_change", key);
      const Result* tokens = in.find(c, "remedy_tokens", key);
      const Result* more = in.find(c, "remedy_tokens_change", key);
      const Result* residual = in.find(c, "vote_residual", key);
      if (!accuracy || !accuracy->value || !gain || !tokens || accuracy->n_clusters < kMinResampled) continue;
      few = few || accuracy->n_clusters < kFew;
      table.rows.push_back({c.model, c.mode, policy, percent_interval_text(*accuracy), interval_text(*gain, true),
                            excess && excess->value       ? interval_text(*excess, true)
                            : residual && residual->value ? percent_interval_text(*residual) + " differ"
                                                          : "0 by construction",
                            change && change->value ? interval_text(*change, true) : "",
                            fmt::format("{:.0f}", tokens->value.value_or(0)), more_text(more),
                            std::to_string(accuracy->n_clusters)});
    }
  if (table.rows.empty()) return "";
  return to_text(table, in.width) +
         wrap(
             "On the items with an answer and a curve in every order, all paired; gain and changes are against none. "
             "Tokens: generated, and evaluated for "
             "read-outs, per answer; a vote pays for every order. prior: PriDe on forced probabilities; its "
             "calibration items are left out. A vote over all shifts cannot see the shift; \"differ\": items where "
             "the votes over the two directions disagree (permutations = \"both\"; each votes by itself there). "
             "hindsight: stopped at the forced CCP, which is known only afterwards: a bound, no remedy.",
             in.width, "- ") +
         (few ? wrap(fmt::format("WARNING below {} items the intervals are too narrow.", kFew), in.width, "- ") : "");
}

}  // namespace

extern constinit const Section kRemedySection{.title = "What can be done, and what it costs", .text = text};

}  // namespace brink
