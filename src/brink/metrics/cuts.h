#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"

namespace brink {

/// A sampled continuation of an answer that was cut, or ("resample") of none of it.
struct CutAnswer {
  const Observation* answer;        // the whole one, which was read
  const Observation* continuation;  // read or not
  double at = 0;                    // share of the tokens that was kept
  double offset = 0;                // at less the CCP that the cut is about: by eq. 2 unless its point names another

  bool read() const { return continuation->reading.slot.has_value(); }
  /// Another content than the whole answer's; of read ones.
  bool changed() const;
};

/// The continuations of one item under a treatment, by variant.
struct ItemCuts {
  const ItemRows* rows;
  std::vector<CutAnswer> cuts;
};
/// The treatments that sample continuations: "truncate", "placebo", "resample".
inline constexpr std::string_view kCutTreatments[] = {"truncate", "placebo", "resample"};

/// Items with one at least, by treatment of kCutTreatments; made once, kept by the input.
const std::map<std::string_view, std::vector<ItemCuts>>& item_cuts(const MetricInput& input);

/// Names of the buckets of CutAnswer::at that tables are of, in order: "0 to 0.3", ...
std::vector<std::string> cut_buckets();

/// Cuts that a table shows together: all of them; those in a bucket; those on a side of the commitment point.
struct CutGroup {
  std::string key, name;  // in a result's group: "bucket" or "side", and which; both empty for all
  std::function<bool(const CutAnswer&)> holds;
};
/// Only all of them where the whole answer is sampled again.
std::vector<CutGroup> cut_groups(const std::vector<ItemCuts>& items);

/// The results of every treatment that has continuations, or why there are none. @param of  (items) -> results
template <class Of>
std::vector<Result> by_cut_treatment(const MetricInput& input, Of&& of) {
  std::vector<Result> out;
  const auto& cuts = item_cuts(input);
  for (const std::string_view treatment : kCutTreatments) {
    const auto items = cuts.find(treatment);
    if (items == cuts.end()) continue;
    for (Result& r : of(items->second)) {
      r.group["cut"] = treatment;
      out.push_back(std::move(r));
    }
  }
  if (out.empty()) out.push_back(undefined("no continuation of a cut answer: `treatments` in the study"));
  return out;
}

}  // namespace brink
