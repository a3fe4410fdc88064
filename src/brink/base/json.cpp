#include "brink/base/json.h"

#include <nlohmann/json.hpp>

namespace brink {
namespace {

// Where the quotation mark stands that ends a string.
std::size_t string_end(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin;; ++at) {
    at = text.find('"', at);
    if (at == text.npos) return text.size();
    std::size_t n_escapes = 0;
    while (at - n_escapes > begin && text[at - n_escapes - 1] == '\\') ++n_escapes;
    if (n_escapes % 2 == 0) return at;
  }
}

}  // namespace

std::optional<std::size_t> too_deep(std::string_view text) {
  constexpr int kDeepest = 512;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = string_end(text, i + 1);
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
