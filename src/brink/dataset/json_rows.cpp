#include "brink/dataset/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/dataset/columns.h"

namespace brink {
namespace {

/// The text of one row.
struct Piece {
  std::string_view bytes;  // trimmed, never empty
  int line = 0;            // where it begins
  bool at_end = false;     // the file ends with it, without the line end or bracket that completes a row
};

/// Gives the pieces of a text in order: lines, or the elements of a list.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text), in_list_(trim(text).starts_with('[')) {
    if (in_list_) skip(text_.find('[') + 1);
  }

  std::optional<Piece> next() {
    while (!text_.empty()) {
      const std::size_t size = in_list_ ? element_size() : std::min(text_.find('\n'), text_.size());
      const std::string_view bytes = text_.substr(0, size), trimmed = trim(bytes);
      const int line = line_ + lines_in(bytes.substr(0, bytes.find(trimmed)));
      const bool ends = size == text_.size();
      const bool list_ends = !ends && in_list_ && text_[size] == ']';
      skip(ends ? size : size + 1);
      if (list_ends) in_list_ = false;  // what follows a list is read as lines: nothing is lost silently
      if (!trimmed.empty()) return Piece{trimmed, line, ends};
    }
    return std::nullopt;
  }

 private:
  static int lines_in(std::string_view bytes) { return static_cast<int>(std::count(bytes.begin(), bytes.end(), '\n')); }

  void skip(std::size_t n) {
    line_ += lines_in(text_.substr(0, n));
    text_.remove_prefix(n);
  }

  // Bytes up to the comma or bracket that ends an element, or to the end of the text.
  std::size_t element_size() const {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (in_text) {
        if (c == '\\')
          ++i;
        else if (c == '"')
          in_text = false;
      } else if (c == '"') {
        in_text = true;
      } else if (depth == 0 && (c == ',' || c == ']')) {
        return i;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        --depth;
      }
    }
    return text_.size();
  }

  std::string_view text_;
  bool in_list_;
  int line_ = 1;
};

bool is_page(const Json& value) {
  const auto rows = value.find("rows");
  if (rows == value.end() || !rows->is_array() || rows->empty() || !rows->front().is_object()) return false;
  const auto row = rows->front().find("row");
  return row != rows->front().end() && row->is_object();
}

void take_object(const Json& value, int line, Collector& out, const TakeRow& take) {
  try {
    if (!value.is_object()) throw RowError(fmt::format("a JSON {}, not an object", value.type_name()));
    take(value, line);
  } catch (const RowError& e) {
    out.broken(line, "broken row", e.what());
  }
}

void take_page(const Json& page, int line, Collector& out, const TakeRow& take) {
  for (const Json& entry : page["rows"]) {
    const Json row = entry.is_object() ? entry.value("row", Json()) : Json();
    const Json cut = entry.is_object() ? entry.value("truncated_cells", Json()) : Json();
    if (cut.is_array() && !cut.empty())
      out.broken(line, "broken row", "the server cut this row's cells: " + cut.dump());
    else
      take_object(row, line, out, take);
  }
}

void take_piece(Piece piece, Collector& out, const TakeRow& take) {
  if (piece.bytes.ends_with(',') && piece.bytes.starts_with('{')) {
    piece.bytes = trim(piece.bytes.substr(0, piece.bytes.size() - 1));
    out.repaired(piece.line, "trailing comma", "a comma after the row was removed");
  }
  try {
    const auto quoted = with_long_integers_quoted(piece.bytes);
    const Json value = parse_json(quoted ? *quoted : piece.bytes);
    if (value.is_object() && is_page(value))
      take_page(value, piece.line, out, take);
    else
      take_object(value, piece.line, out, take);
  } catch (const Json::parse_error& e) {
    if (piece.at_end)
      out.broken(piece.line, "truncated last line", "the file ends inside a JSON object");
    else
      out.broken(piece.line, "broken row", fmt::format("not JSON (at byte {} of the row)", e.byte));
  } catch (const Json::out_of_range&) {
    out.broken(piece.line, "broken row", "a number that is too large");
  }
}

}  // namespace

bool is_json(std::string_view text) {
  const std::string_view start = trim(text.substr(0, 256));
  return start.starts_with('{') || start.starts_with('[');
}

void each_json_row(std::string_view text, Collector& out, const TakeRow& take) {
  Pieces pieces(text);
  while (const auto piece = pieces.next()) take_piece(*piece, out, take);
}

std::optional<Json> first_json_row(std::string_view text) {
  constexpr int kTried = 16;  // a broken first line does not hide what a file is
  Pieces pieces(text);
  for (int i = 0; i < kTried; ++i) {
    const auto piece = pieces.next();
    if (!piece) break;
    std::string_view bytes = piece->bytes;
    if (bytes.ends_with(',')) bytes.remove_suffix(1);
    if (too_deep(bytes)) continue;
    Json value = Json::parse(bytes, nullptr, false);
    if (!value.is_object()) continue;
    if (is_page(value)) return value["rows"][0]["row"];
    return value;
  }
  return std::nullopt;
}

}  // namespace brink
