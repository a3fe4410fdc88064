#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/answers.h"

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

/// Names of the buckets of CutAnswer::at that change_rate is of, in order: "0 to 0.3", ...
std::vector<std::string> cut_buckets();

}  // namespace brink
