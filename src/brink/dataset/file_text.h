#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "brink/base/sha256.h"

namespace brink {

/// A data file as text.
struct FileText {
  std::string text;        // decompressed, valid UTF-8, without byte-order mark
  Sha256 file;             // of the bytes on disk
  int truncated_line = 0;  // this last line ends inside a character and is left out of `text`; 0 = none
};

/// What a file is that begins with these bytes and holds no text: "a zip file", "a Parquet file", ...; else "".
std::string_view packed_kind(std::string_view bytes);

inline constexpr std::string_view kGzip = "\x1f\x8b";  // what its files begin with

/// What is wrong with bytes that are no UTF-8 text, and what to do about it.
struct NotText {
  std::string what, hint;
};
/// UTF-16, if a file that begins so is.
std::optional<NotText> utf16(std::string_view begin);
/// Another encoding, or no text at all. @param bad  a byte that is zero or begins no character
NotText not_utf8(std::string_view bytes, std::size_t bad);

/// gzip (one member or several) is recognised by its first bytes. Refused with Error(kInput): truncated or corrupt
/// gzip, more than 2 GiB of text, UTF-16 and other bytes that are not UTF-8 (naming file:line, or what kind of file it
/// is). Lines may end in CR alone, as of old: then each is LF in the text.
FileText decode_file_text(std::string_view bytes, const std::filesystem::path& path);

/// Reads a file and decodes it.
FileText read_file_text(const std::filesystem::path& path);

}  // namespace brink
