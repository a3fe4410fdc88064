#include "brink/dataset/json_lines.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"

namespace brink {
namespace {

// Takes the first line off the text.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

}  // namespace

void each_json_line(std::string_view text, Collector& out, const std::function<void(const Json&, int line)>& row) {
  const bool ends_well = text.ends_with('\n');
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view bytes = next_line(text);
    if (trim(bytes).empty()) continue;
    try {
      const Json value = Json::parse(bytes);
      if (value.is_object())
        row(value, line);
      else
        out.broken(line, "broken row", fmt::format("a JSON {}, not an object", value.type_name()));
    } catch (const Json::parse_error& e) {
      if (text.empty() && !ends_well)
        out.broken(line, "truncated last line", "the file ends inside a JSON object");
      else
        out.broken(line, "broken row", fmt::format("not JSON (at byte {} of the line)", e.byte));
    } catch (const Json::out_of_range&) {
      out.broken(line, "broken row", "a number that is too large");
    } catch (const RowError& e) {
      out.broken(line, "broken row", e.what());
    }
  }
}

std::optional<Json> first_json_line(std::string_view text) {
  while (!text.empty()) {
    const std::string_view bytes = next_line(text);
    if (trim(bytes).empty()) continue;
    Json value = Json::parse(bytes, nullptr, false);
    return value.is_object() ? std::optional(std::move(value)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace brink
