#pragma once

#include <span>
#include <string_view>

#include "brink/base/json.h"

namespace brink::stats {

/// A statistic by name, JSON in and JSON out: what `brink stat NAME` runs, and the form of the golden cases.
///
/// Conventions of every row, input and output: non-finite numbers come as the strings "nan", "inf", "-inf" and never go
/// out; an undefined result is null and a field `reason` (or `<field>_reason`) says why; slots, contents, bins count
/// from 0; letters are "A".."Z".
struct NamedStatistic {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view help;     // input and output fields, in words
  std::string_view source;   // paper, equation
  /// Throws Error(kUsage) that names the field for any input it cannot take; nothing else.
  Json (*compute)(const Json& input);
};

/// Every named statistic, in the order of the help.
std::span<const NamedStatistic* const> named_statistics();

}  // namespace brink::stats
