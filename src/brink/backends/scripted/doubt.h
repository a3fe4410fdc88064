#pragma once

#include <string>

#include "brink/base/rng.h"
#include "scripts.h"

namespace brink::scripted {

/// What the script `doubt` makes of an item, a function of its own option's text alone.
struct Doubt {
  int own;            // slot of its own option, that of the least hash
  double sure;        // logits by which that draws, uniform in 0..3
  double log_length;  // x = 1 - 2 sure / 3 + noise in -1/2..1/2: the doubtful are long
};
Doubt doubt_of(const Shown& shown);

/// Slot j with probability ~ exp(sure [j is its own] + (pull.always + pull.per_log_length x) [j is the first]). Without
/// a pull the order does not matter, yet doubtful items flip, are wrong and are long.
int drawn_slot(const Shown& shown, const Pull& pull, SplitMix64& draw);

/// A text of 200 exp(x) characters that names its answer half way and at the end.
std::string doubtful_text(const Shown& shown, char letter);

}  // namespace brink::scripted
