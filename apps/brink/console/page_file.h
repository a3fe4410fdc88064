#pragma once

#include <string>
#include <vector>

#include "brink/pipeline/brink.h"

namespace brink::cli {

struct PageFile {
  std::string store_path;
  std::string html_path = {};  // empty: the store's name with .html, where it lies
  std::string profile = {};    // how the analysis was read; empty = by each mode's reader
};

/// Writes the page of a report, whole or not at all, and prints its path as the last line. A default place that cannot
/// be written is a warning; a place that was asked for, an Error.
/// @param text  the tables, for browsers that run no scripts
void write_page(const PageFile& file, const Store& store, const Analysis& analysis, const std::string& text,
                const std::vector<std::string>& warnings);

}  // namespace brink::cli
