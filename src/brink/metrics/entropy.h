#pragma once

#include <optional>

#include "brink/base/estimate.h"
#include "brink/extract/observations.h"

namespace brink {

/// Entropy of the next token at the last position of the prompt, bits; why there is none.
Estimate h_int(const Observation& row);

/// H / log2 K of the labels' probabilities. Undefined: "one option".
Estimate option_entropy(const Forced& forced);

/// Log-probability of the most probable label less that of the next, nats. Undefined: "second is masked", "one option".
Estimate option_margin_nats(const Forced& forced);

}  // namespace brink
