#include "brink/base/json.h"

#include <nlohmann/json.hpp>

namespace brink {

std::optional<std::size_t> too_deep(std::string_view text) {
  constexpr int kDeepest = 512;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::nullopt;
}

Json parse_json(std::string_view text) {
  constexpr int kSyntaxError = 101;
  if (const auto at = too_deep(text)) throw Json::parse_error::create(kSyntaxError, *at, "nested too deeply", nullptr);
  return Json::parse(text);
}

}  // namespace brink
