#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/dataset/item.h"

namespace brink {

/// Name of the tag that generated items carry; its value is the generator's name.
inline constexpr std::string_view kControlTag = "control";

/// One row of the table in generate.cpp: a data set that is made up, as a control. Its options are interchangeable
/// and none is right, so what an answer prefers is a place or a label.
struct Generator {
  std::string_view name;  // as `generate` of a study file
  std::string_view summary;
  std::string_view source;

  /// n different items of m options: a function of its arguments, and more items extend fewer.
  Dataset (*make)(int n, int m, std::uint64_t seed);
};

std::span<const Generator* const> generators();
std::vector<std::string> generator_names();

/// The generator of that name; it must exist.
const Generator& generator(std::string_view name);

}  // namespace brink
