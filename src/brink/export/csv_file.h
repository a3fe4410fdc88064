#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace brink {

/// A file being written; every failure (no permission, disk full) is an Error(kInput) with the path.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);

  void write(std::string_view bytes);
  /// One record of a CSV file (RFC 4180): begin with field(), end with end_record().
  void field(std::string_view text);
  void end_record();
  /// Flushes; must be called last, since a disk may turn out full only here.
  void close();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  bool first_field_ = true;
};

}  // namespace brink
