#pragma once

#include <string_view>

#include "brink/dataset/collector.h"

namespace brink {

/// A gold, or why there is none: "missing gold", "unknown gold", "ambiguous gold" ("" when there is one).
struct ResolvedGold {
  Gold gold;
  std::string_view problem;
};

/// Matches what a row says with its (trimmed) options and labels. Nothing is guessed: a value that two ways of reading
/// give different options is ambiguous.
ResolvedGold resolve_gold(const GoldCell& cell, const std::vector<std::string>& options,
                          const std::vector<std::string>& labels);

}  // namespace brink
