#pragma once

#include <span>
#include <string_view>

#include "brink/extract/reading.h"

namespace brink {

/// One row of the table in rules/rules.cpp: a way to read an answer.
struct Profile {
  std::string_view name;  // as in `brink read --profile` and a mode's `reader`
  std::string_view summary;
  std::string_view source;
  bool reads_labels;  // reads ReadInput::labels; else letters whatever the labels
  Reading (*read)(const ReadInput& input);
  Reading (*read_open)(const ReadInput& input);  // of questions without options: ReadInput::ask
};

/// By what is asked for.
Reading read_by(const Profile& profile, const ReadInput& input);

std::span<const Profile* const> profiles();

/// The profile of that name. Throws Error(kUsage) naming the known ones.
const Profile& profile(std::string_view name);

}  // namespace brink
