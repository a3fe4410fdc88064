#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"
#include "brink/store/store.h"

namespace brink {

/// The generated text of a cell, nothing where there is none.
using TextOf = std::function<std::optional<std::string>(const RowKey&)>;

/// Texts of a store's records, read one at a time. The store must outlive it.
TextOf texts_of(const Store& store);

/// Writes what a study holds as plain tables:
///
///   records.csv, records.jsonl   a row per cell of the design; the generated text only in JSON lines
///   mentions.csv                 a row per letter named on the way
///   items.csv                    a row per item
///   results.csv, results.jsonl   a row per number
///   schema.json                  every column of every file: name, type, meaning
///
/// CSV is RFC 4180 in UTF-8; an absent value is an empty field. The files appear together or not at all: they are
/// written to a directory beside `dir` first.
/// @param force  write into a directory that is not empty, replacing files of these names and no others.
/// @return       the files, in the order above. Throws Error(kInput) when `dir` is not empty, or cannot be written.
std::vector<std::filesystem::path> export_study(const Observations& obs, std::span<const Result> results,
                                                const TextOf& text_of, const std::filesystem::path& dir, bool force);

}  // namespace brink
