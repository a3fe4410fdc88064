#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

/// Of the answers that came back, in the first order; open questions and labels other than letters have no form.
std::vector<Result> share(const MetricInput& input, std::optional<bool> Reading::*form) {
  int k = 0, n = 0;
  for (const ItemRows& item : input.items) {
    const Observation* row = first_shown(item);
    if (!row || !(row->reading.*form)) continue;
    ++n;
    k += *(row->reading.*form);
  }
  Result r = item_share(k, n);
  if (!r.value) r.reason = input.items.empty() ? "no options: there is no letter to give" : "no answer in letters";
  return {r};
}

std::vector<Result> compliant(const MetricInput& input) { return share(input, &Reading::compliant); }
std::vector<Result> compliant_strict(const MetricInput& input) { return share(input, &Reading::compliant_strict); }

}  // namespace

extern constinit const Metric kCompliant{
    .name = "compliant",
    .summary = "Share of answers whose last line names exactly one of the item's letters.",
    .unit = "share",
    .source = "Intention Collapse, app. A.4",
    .needs = "readings",
    .compute = compliant,
};
extern constinit const Metric kCompliantStrict{
    .name = "compliant_strict",
    .summary = "Share of answers whose last line is a letter and nothing else, or \"answer:\" and the letter.",
    .unit = "share",
    .source = "brink; after Intention Collapse, app. A.4",
    .needs = "readings",
    .compute = compliant_strict,
};

}  // namespace brink
