#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

#include "brink/base/error.h"

namespace brink {

/// A file as a stream of bytes, gzip (one member or several) recognised by its first bytes.
/// Throws Error(kInput) when it cannot be opened, or a gzip file is cut, corrupt or has other bytes (zeros, which pad
/// tapes, are none) behind its last member, with the byte where these begin.
class ByteSource : public std::streambuf {
 public:
  explicit ByteSource(const std::filesystem::path& path);
  ~ByteSource() override;

  /// Appends what is in memory of the line, at most to its end, which is passed over. @return whether it was there.
  bool take_line(std::string& line);

 protected:
  int_type underflow() override;

 private:
  struct Inflater;  // of a gzip file
  std::size_t read(std::vector<char>& block);
  std::size_t unpack();

  std::filesystem::path path_;
  std::ifstream file_;
  std::vector<char> block_;
  std::unique_ptr<Inflater> gzip_;
};

/// Lines of a file as valid UTF-8, numbered from 1; a byte-order mark is dropped.
class LineSource {
 public:
  explicit LineSource(const std::filesystem::path& path) : path_(path), bytes_(path) {}

  /// The next line without its end; false at the end of the file. Throws Error(kInput) naming file:line for bytes that
  /// are not UTF-8.
  bool next(std::string& line);
  int number() const { return number_; }
  /// Whether the line that next() gave was the last and had no newline.
  bool cut() const { return cut_; }
  /// An Error(kInput) at the line that next() gave.
  Error error(const std::string& what, std::string hint = {}) const;

 private:
  std::filesystem::path path_;
  ByteSource bytes_;
  int number_ = 0;
  bool cut_ = false;
};

}  // namespace brink
