#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "brink/base/estimate.h"
#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"

namespace brink {

/// Entropy of the next token at the last position of the prompt, bits; why there is none.
Estimate h_int(const Observation& row);

/// H / log2 K of the labels' probabilities. Undefined: "one option".
Estimate option_entropy(const Forced& forced);

/// Log-probability of the most probable label less that of the next, nats. Undefined: "second is masked", "one option".
Estimate option_margin_nats(const Forced& forced);

/// Where the labels' probabilities are read.
struct ReadAt {
  std::string_view point;  // "last_prompt", or a point of a curve
  std::string_view name;   // in words
};
/// Behind the commit suffix before anything else was written, at the end of the prompt, where the next token is the
/// answer, and behind the suffix just before the answer was stated.
inline constexpr std::array<ReadAt, 3> kReadAt{{{"fraction:0", "forced at the start"},
                                                {"last_prompt", "end of the prompt"},
                                                {"before_answer", "forced at the end"}}};

/// The read-out of an item's first order at a point of kReadAt; nullptr where there is none.
const Observation* read_out_at(const ItemRows& item, std::string_view point);

}  // namespace brink
