#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "brink/dataset/item.h"

namespace brink {

/// Which column of a generic file holds what ("stem" -> "question"); the keys a reader does not know are an error.
using ColumnMap = std::map<std::string, std::string>;

/// One row of the table in formats/formats.cpp: a kind of data file.
struct DataFormat {
  std::string_view name;     // as written in a study file: "mmlu"
  std::string_view summary;  // one sentence, for `brink list formats` and docs
  std::string_view source;   // where the format is defined
  bool takes_columns;        // a column map may be given

  /// Whether a file looks like this format: its name, and the first bytes of its (decompressed) text.
  bool (*matches)(const std::filesystem::path& path, std::string_view head);

  /// Reads the whole (decompressed, UTF-8) text. Dirty rows go to `dirt`; throws Error(kInput) with file:line when
  /// the file as a whole is not of this format.
  Dataset (*read)(std::string_view text, const std::filesystem::path& path, const ColumnMap& columns);
};

std::span<const DataFormat* const> data_formats();

/// Reads a data file: gzip is recognised by its bytes, a UTF-8 byte-order mark dropped, other encodings refused with
/// the line. `format` empty = found by matches(). Throws Error(kInput).
Dataset read_dataset(const std::filesystem::path& path, std::string_view format = {}, const ColumnMap& columns = {});

}  // namespace brink
