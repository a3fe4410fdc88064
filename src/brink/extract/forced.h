#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/model/site.h"

namespace brink {

/// The answer that a read-out holds: behind a commit suffix (position-bias.md 3.6), or before the first token of an
/// answer, where it says something of modes that ask for a label alone.
struct Forced {
  std::vector<double> p;    // [m] by slot: each label's mass over its spellings, normalised over the labels
  double mass = 0;          // of all labels, of the whole vocabulary
  double entropy_bits = 0;  // of the whole vocabulary

  int slot() const;  // the most probable, the first of equal ones
};

/// Nothing where the read-out knows no token that spells one of the labels, or none has any mass.
std::optional<Forced> forced_answer(const ReadOut& read_out, const std::map<Token, std::string>& texts,
                                    std::span<const std::string> labels);

}  // namespace brink
