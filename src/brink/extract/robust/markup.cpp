#include "brink/extract/robust/markup.h"

#include <algorithm>
#include <array>
#include <string>

#include "brink/base/text.h"

namespace brink::robust {
namespace {

constexpr std::array<std::string_view, 22> kDressing{"b",    "i",    "u",   "s",      "a",     "q",    "em",   "strong",
                                                     "span", "code", "sub", "sup",    "small", "big",  "font", "mark",
                                                     "ins",  "del",  "tt",  "center", "kbd",   "label"};
constexpr std::array<std::string_view, 20> kParting{"br",  "p",     "hr", "div",        "li",    "ul", "ol",
                                                    "pre", "table", "tr", "td",         "th",    "h1", "h2",
                                                    "h3",  "h4",    "h5", "blockquote", "tbody", "h6"};
constexpr std::size_t kMostTag = 80;       // bytes, attributes included
constexpr std::size_t kMostDressed = 200;  // between "<B>" and "</B>"

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

}  // namespace

std::optional<Markup> markup_at(std::string_view text, std::size_t at) {
  const std::string_view tag = text.substr(at, kMostTag);
  if (!tag.starts_with('<')) return std::nullopt;
  std::size_t end = tag.starts_with("</") ? 2 : 1;
  const bool closes = end == 2;
  std::string name;
  for (; end < tag.size() && is_name(ascii_lower(tag[end])); ++end) name += ascii_lower(tag[end]);
  const bool parts = std::ranges::find(kParting, name) != kParting.end();
  if (!parts && std::ranges::find(kDressing, name) == kDressing.end()) return std::nullopt;
  if (end >= tag.size() || (tag[end] != '>' && tag[end] != ' ' && tag[end] != '/')) return std::nullopt;
  const std::size_t close = tag.find_first_of("<>\n", end);
  if (close == tag.npos || tag[close] != '>') return std::nullopt;
  const std::string_view written = tag.substr(closes ? 2 : 1, name.size());
  const bool label_like = name.size() == 1 && written != name && !closes;
  if (label_like && text.substr(at, kMostDressed).find("</" + std::string(written) + ">") == text.npos)
    return std::nullopt;
  return Markup{close + 1, parts};
}

}  // namespace brink::robust
