#include "brink/import/row_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/csv_rows.h"
#include "brink/import/byte_source.h"
#include "brink/import/json_document.h"

namespace brink {
namespace {

using OnRow = std::function<void(const Json& row, int line)>;

// The first byte that is neither white space nor of a byte order mark.
char first_byte(const std::filesystem::path& path) {
  constexpr std::string_view kPassedOver = " \n\r\t\xEF\xBB\xBF";
  ByteSource bytes(path);
  std::istream in(&bytes);
  char c = 0;
  while (in.get(c) && kPassedOver.find(c) != kPassedOver.npos) {
  }
  return in ? c : '\0';
}

void each_json_line(const std::filesystem::path& path, const OnRow& on_row) {
  LineSource lines(path);
  std::string line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    try {
      const Json row = parse_python_json(line);
      if (!row.is_object()) throw RowError(fmt::format("a JSON {}, not an object", row.type_name()));
      on_row(row, lines.number());
    } catch (const Json::parse_error& e) {
      throw lines.cut() ? lines.error("the file ends inside a JSON object", "fetch it again, or cut the last line")
                        : lines.error(fmt::format("not JSON (at byte {} of the line)", e.byte),
                                      "a log of JSON lines has one object per line");
    } catch (const Json::out_of_range&) {
      throw lines.error("a number that is too large", "is the file what its name says?");
    } catch (const RowError& e) {
      throw lines.error(e.what(), "is the format right? `brink list imports` names them; docs/imports.md shows them");
    }
  }
}

void each_in_list(const std::filesystem::path& path, const OnRow& on_row) {
  ByteSource bytes(path);
  std::istream in(&bytes);
  each_element(in, path, "", [&](const Json& row, int number) {
    try {
      on_row(row, number);
    } catch (const RowError& e) {
      throw Error(ErrorKind::kInput, fmt::format("{}: row {}: {}", path.string(), number, e.what()),
                  "is the format right? `brink list imports` names them; docs/imports.md shows them");
    }
  });
}

// What a header must be for its names to say which cell is which.
void check_header(const std::vector<std::string>& names, const LineSource& lines) {
  const bool one = names.size() == 1;
  for (const char separator : {';', '\t', '|'})
    if (one && names.front().find(separator) != std::string::npos)
      throw lines.error("the header is one cell: '" + names.front() + "'", "cells are separated by commas");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                                 names.begin() + static_cast<std::ptrdiff_t>(i))
      throw lines.error("two columns are called '" + names[i] + "'", "give one of them another name");
}

}  // namespace

void each_json_row(const std::filesystem::path& path, const OnRow& row) {
  if (first_byte(path) == '[')
    each_in_list(path, row);
  else
    each_json_line(path, row);
}

void each_csv_row(const std::filesystem::path& path, const OnRow& on_row) {
  LineSource lines(path);
  std::vector<std::string> names;
  std::string line, chunk;
  int begin = 1;
  // A row may go on over lines: it is whole when its quotes are in pairs.
  const auto take = [&] {
    const CsvRows rows = read_csv(chunk);
    if (rows.open_quote_line > 0)
      throw lines.error(fmt::format("the file ends inside a quoted cell that begins on line {}", begin),
                        "fetch it again");
    for (const CsvRow& row : rows.rows) {
      if (names.empty()) {
        for (const std::string& cell : row.cells) names.emplace_back(trim(cell));
        check_header(names, lines);
        continue;
      }
      const int at = begin + row.line - 1;
      const auto fail = [&](const std::string& what) {
        return Error(ErrorKind::kInput, fmt::format("{}:{}: {}", path.string(), at, what),
                     "a column map names the columns: --map text=COLUMN");
      };
      if (row.cells.size() != names.size())
        throw fail(fmt::format("{} cells, but the header has {}", row.cells.size(), names.size()));
      Json object = Json::object();
      for (std::size_t c = 0; c < names.size(); ++c) object[names[c]] = row.cells[c];
      try {
        on_row(object, at);
      } catch (const RowError& e) {
        throw fail(e.what());
      }
    }
    chunk.clear();
    begin = lines.number() + 1;
  };
  std::size_t n_quotes = 0;
  while (lines.next(line)) {
    n_quotes += static_cast<std::size_t>(std::count(line.begin(), line.end(), '"'));
    chunk += line + "\n";
    if (n_quotes % 2 == 0) take();
  }
  if (!chunk.empty()) take();
}

const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(name));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

const Json& need(const Json& object, std::string_view name) {
  if (const Json* found = member(object, name)) return *found;
  throw RowError(fmt::format("there is no '{}'", name));
}

const Json* first_member(const Json& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const Json* found = member(object, name)) return found;
  return nullptr;
}

std::optional<std::string> text_member(const Json& object, std::string_view name) {
  const Json* found = member(object, name);
  return found ? std::optional(scalar_text(*found, name)) : std::nullopt;
}

std::optional<int> count_of(const Json& value) {
  constexpr double kMost = 1U << 30;
  const double n = value.is_number() ? value.get<double>() : -1;
  if (n < 0 || n != std::floor(n)) return std::nullopt;
  return static_cast<int>(std::min(n, kMost));
}

int count_member(const Json& object, std::string_view name) {
  const Json* found = member(object, name);
  return found ? count_of(*found).value_or(0) : 0;
}

Finish finish_of(std::string_view word) {
  for (const char* end : {"end", "stop", "eos", "eos_token", "end_turn", "stop_sequence", "tool_calls"})
    if (word == end) return Finish::kEnd;
  for (const char* length : {"length", "max_tokens", "max_output_tokens"})
    if (word == length) return Finish::kLength;
  if (word == "model_length" || word == "context") return Finish::kContext;
  return Finish::kUnknown;
}

std::string content_text(const Json& message) {
  const Json* content = member(message, "content");
  if (!content) return {};
  if (!content->is_array()) return scalar_text(*content, "content");
  std::string out;
  for (const Json& part : *content) out += text_member(part, "text").value_or("");
  return out;
}

Messages messages_of(const Json& list) {
  if (!list.is_array()) throw RowError("the messages are not a list");
  Messages out;
  for (const Json& message : list) out.push_back({scalar_text(need(message, "role"), "role"), content_text(message)});
  return out;
}

Completion completion_of(std::string thinking, const std::string& response, Finish finish) {
  Completion out;
  if (!thinking.empty()) out.n_thinking_bytes = static_cast<std::int64_t>(thinking.size());
  out.text = std::move(thinking) + response;
  out.finish = finish;
  return out;
}

}  // namespace brink
