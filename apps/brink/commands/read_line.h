#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "brink/base/json.h"
#include "brink/extract/rules.h"

namespace brink::cli {

/// What is wrong with one line; the others are read all the same.
struct BadLine : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A line of `brink read`, taken apart: it owns what ReadInput points to.
class ReadLine {
 public:
  /// Throws BadLine.
  explicit ReadLine(const Json& line);

  /// The reading as one JSON object; docs/reader.md has its members.
  Json to_json(const Json& id, const Profile& profile) const;
  Channels channels() const;

 private:
  ReadInput input() const;
  Json open_json(const Json& id, const Profile& profile) const;
  Json name_of(int slot, const Profile& profile) const;
  void take_text(const Json& line);
  void take_kind(const Json& line);
  void take_options(const Json& line);
  void take_labels(const Json& line);

  std::string text_, prompt_tail_, template_family_;
  std::vector<std::string> options_, labels_, tokens_;
  int n_options_ = 4;
  Ask ask_ = Ask::kLabel;
  bool has_labels_ = false, failed_ = false;
  std::optional<Finish> finish_;
  std::optional<std::size_t> n_thinking_bytes_;
};

}  // namespace brink::cli
