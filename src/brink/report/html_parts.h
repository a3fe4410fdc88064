#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/json.h"
#include "brink/report/html.h"

namespace brink {

/// The parts that html_report() puts together.

/// Base64 of the bytes, compressed by zlib's deflate: what DecompressionStream("deflate") reads behind atob().
std::string packed(std::string_view bytes);
std::string base64(std::string_view bytes);

/// JSON that can stand in a <script> element whatever its strings hold.
std::string script_json(const Json& json);

/// Study, configurations with their verdicts and numbers, answers to the questions, figures, notes.
Json front_json(const PageInput& input, const PageOptions& options);

/// How the study was made: models, templates, prompts, data, seeds, hashes, definitions, citations.
Json methods_json(const PageInput& input, const PageOptions& options);

struct PackedItems {
  std::string index;                // packed(): what the list of items shows
  std::vector<std::string> blocks;  // packed(): items with their cells and texts
  std::size_t n = 0, n_with_texts = 0;
};
PackedItems packed_items(const PageInput& input, const PageOptions& options);

}  // namespace brink
