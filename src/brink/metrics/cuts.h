#pragma once

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
  double offset = 0;                // at less the answer's CCP by eq. 2

  bool read() const { return continuation->reading.slot.has_value(); }
  /// Another content than the whole answer's; of read ones.
  bool changed() const;
};

/// The continuations of one item under a treatment, by variant.
struct ItemCuts {
  const ItemRows* rows;
  std::vector<CutAnswer> cuts;
};
std::vector<ItemCuts> item_cuts(const MetricInput& input, std::string_view treatment);

/// The treatments that sample continuations: "truncate", "placebo", "resample".
inline constexpr std::string_view kCutTreatments[] = {"truncate", "placebo", "resample"};

/// Names of the buckets of CutAnswer::at that change_rate is of, in order: "0 to 0.3", ...
std::vector<std::string> cut_buckets();

}  // namespace brink
