#include <fmt/format.h>

#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

constexpr const char* kShares[] = {"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"};

// Said with its own number of items where that is not the table's.
std::string interval(const SectionInput& in, const Configuration& c, std::string_view metric, int n_items,
                     bool sign = false) {
  const Result* r = in.find(c, metric);
  if (!r || !r->value) return "n/a";
  return interval_text(*r, sign) + (r->n_clusters < n_items ? fmt::format(" ({})", r->n_clusters) : "");
}

std::string text(const SectionInput& in) {
  TextTable points{
      .head = {"model", "mode", "items", "answers", "forced CCP [95%]", "less CCP eq.2 [95%]", "known before [95%]",
               "another stated [95%]", "kappa", "thinking gain [95%]", "AOC", "stated", "cost"},
      .rows = {},
      .n_labels = 2};
  TextTable along{.head = {"model", "mode", "figure"}, .rows = {}, .n_labels = 3};
  for (const char* share : kShares) along.head.emplace_back(share);
  for (const Configuration& c : in.configurations) {
    const Result* ccp = in.find(c, "forced_ccp");
    if (!ccp || !ccp->value || too_few(*ccp)) continue;
    const int n = ccp->n_clusters;
    points.rows.push_back({c.model, c.mode, std::to_string(n), std::to_string(ccp->n), interval_text(*ccp),
                           interval(in, c, "forced_ccp_gap", n, true), interval(in, c, "known_before", n),
                           interval(in, c, "known_restated", n), interval(in, c, "known_kappa", n),
                           interval(in, c, "thinking_gain", n, true), interval(in, c, "area_over_curve", n),
                           interval(in, c, "stated_agreement", n), interval(in, c, "curve_cost", n)});
    for (const auto& [metric, name] : {std::pair{"curve_accuracy", "accuracy if stopped"},
                                       {"curve_agreement", "agrees with the last"},
                                       {"curve_entropy", "entropy, bits"},
                                       {"soft_excess_pbs", "soft excess PBS"}}) {
      auto& row = along.rows.emplace_back(std::vector<std::string>{c.model, c.mode, name});
      for (const char* share : kShares) {
        const Result* r = in.find(c, metric, {{"at", share}});
        row.push_back(r && !too_few(*r) ? interval_text(*r) : "n/a");
      }
    }
  }
  if (points.rows.empty()) return "";
  return to_text(points, in.width) + "\nAlong the trajectory, by the share of its tokens so far [95%]\n" +
         to_text(along, in.width) +
         wrap(
             "Forced: the most probable label behind the commit suffix. Known before: the forced answer is the same "
             "before the first token and ever after; another stated: of those known before, the share that state "
             "another option in the end; kappa takes out what agrees by chance. Stated: the answer is what was forced "
             "just before it. AOC: area over the curve of agreement, 0 where all was known before. Cost: tokens "
             "evaluated for the curve per token of the trajectory. Configurations of fewer than 5 items are left out.",
             in.width, "- ");
}

}  // namespace

extern constinit const Section kCommitmentSection{.title = "When does it commit?", .text = text};

}  // namespace brink
