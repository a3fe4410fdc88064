#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "brink/base/json.h"

namespace brink {

inline const std::string kOracle = std::string(BRINK_SOURCE_DIR) + "/tests/oracle/";

/// The shared golden cases of one kind.
inline std::vector<Json> golden(const std::string& kind) {
  std::ifstream in(kOracle + "extract.jsonl");
  std::vector<Json> cases;
  for (std::string line; std::getline(in, line);)
    if (Json c = Json::parse(line); c["kind"] == kind) cases.push_back(std::move(c));
  return cases;
}

inline Json letter_or_null(std::optional<char> letter) { return letter ? Json(std::string(1, *letter)) : Json(); }

}  // namespace brink
