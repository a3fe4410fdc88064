#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/json.h"
#include "brink/dataset/item.h"

namespace brink {

/// Which column of a generic file holds what ("stem" -> "question"); the keys a reader does not know are an error.
using ColumnMap = std::map<std::string, std::string>;

/// What a format is recognised by.
struct FileHead {
  const std::filesystem::path& path;
  const Json* row = nullptr;             // the first row: a JSON object, or CSV under its header; nullptr = none
  std::span<const std::string> cells{};  // the first line's cells; none = the file is JSON
};

/// One row of the table in formats/formats.cpp: a kind of data file.
struct DataFormat {
  std::string_view name;     // as written in a study file: "mmlu"
  std::string_view summary;  // one sentence, for `brink list formats` and docs
  std::string_view source;   // where the format is defined
  bool takes_columns;        // generic: a column map may be given, and files that no other format claims are read

  /// Whether a file looks like this format.
  bool (*matches)(const FileHead& head);

  /// Reads the whole (decompressed, UTF-8) text. Dirty rows go to `dirt`; throws Error(kInput) with file:line when
  /// the file as a whole is not of this format.
  Dataset (*read)(std::string_view text, const std::filesystem::path& path, const ColumnMap& columns);
};

std::span<const DataFormat* const> data_formats();

/// The formats that claim a (decompressed, UTF-8) text: the special ones, or without one the generic ones.
std::vector<const DataFormat*> matching_formats(std::string_view text, const std::filesystem::path& path);

/// Reads a data file: gzip is recognised by its bytes, a UTF-8 byte-order mark dropped, other encodings refused with
/// the line. `format` empty = by content; refused when two formats claim the file. Throws Error(kInput).
Dataset read_dataset(const std::filesystem::path& path, std::string_view format = {}, const ColumnMap& columns = {});

}  // namespace brink
