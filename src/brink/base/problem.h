#pragma once

#include <span>
#include <string>

namespace brink {

/// A place in a file that a person can open; line counts from 1, 0 = the file as a whole.
struct SourceLine {
  std::string file;
  int line = 0;

  /// "study.toml:12", or "study.toml" without a line, or "" without a file.
  std::string text() const { return line > 0 ? file + ":" + std::to_string(line) : file; }
  bool operator==(const SourceLine&) const = default;
};

/// One thing wrong with an input, collected so that all of them are reported together.
struct Problem {
  SourceLine at;
  std::string what;
  std::string hint;  // what to do, or empty
};

/// A line per problem ("at: what", then its hint indented): the text of an Error.
std::string describe(std::span<const Problem> problems);

}  // namespace brink
