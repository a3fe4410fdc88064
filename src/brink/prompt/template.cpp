#include "brink/prompt/template.h"

#include <algorithm>

namespace brink {
namespace {

bool is_name(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

// Calls literal(text) and place(name) for the pieces of a template, in order.
template <class Literal, class Place>
void split(std::string_view text, const Literal& literal, const Place& place) {
  std::size_t from = 0;
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(open) + 1, text.end(), is_name);
    const auto close = static_cast<std::size_t>(end - text.begin());
    if (close == text.size() || text[close] != '}' || close == open + 1) continue;
    literal(text.substr(from, open - from));
    place(text.substr(open + 1, close - open - 1));
    from = close + 1;
  }
  literal(text.substr(from));
}

}  // namespace

std::vector<std::string> placeholders(std::string_view text) {
  std::vector<std::string> out;
  split(
      text, [](std::string_view) {}, [&](std::string_view name) { out.emplace_back(name); });
  return out;
}

std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  const auto place = [&](std::string_view name) {
    if (const auto value = values.find(name); value != values.end())
      out += value->second;
    else
      out.append("{").append(name).append("}");
  };
  split(
      text, [&](std::string_view literal) { out += literal; }, place);
  return out;
}

}  // namespace brink
