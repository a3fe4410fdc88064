#include "brink/base/json.h"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <system_error>

#include "brink/base/text.h"

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

// Of digits with or without a sign.
bool fits_64_bits(std::string_view number) {
  const auto fits = [&](auto value) {
    return std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc{};
  };
  return fits(std::int64_t{}) || fits(std::uint64_t{});
}

}  // namespace

std::optional<std::string> with_long_integers_quoted(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') i = string_end(text, i + 1);
    if (i >= text.size() || !is_digit(text[i])) continue;
    const std::size_t begin = i > 0 && text[i - 1] == '-' ? i - 1 : i;
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    i = end - 1;
    const std::string_view number = text.substr(begin, end - begin);
    const auto is_any = [&](std::size_t at, std::string_view of) {
      return at < text.size() && of.find(text[at]) != of.npos;
    };
    if (is_any(begin - 1, ".eE+") || is_any(end, ".eE") || fits_64_bits(number)) continue;
    out.append(text.substr(copied, begin - copied)).append("\"").append(number).append("\"");
    copied = end;
  }
  if (copied == 0) return std::nullopt;
  return out.append(text.substr(copied));
}

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
