#include "brink/import/json_document.h"

#include <fmt/format.h>

#include <charconv>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <streambuf>
#include <string>

#include "brink/base/error.h"
#include "brink/dataset/file_text.h"

namespace brink {
namespace {

/// The bytes of another stream with the words NaN and Infinity, outside of strings, as null.
class NullForNan : public std::streambuf {
 public:
  explicit NullForNan(std::streambuf& from) : from_(from) {}

 protected:
  int_type underflow() override {
    const auto n = fill();
    if (n == 0) return traits_type::eof();
    setg(block_, block_, block_ + n);
    return traits_type::to_int_type(block_[0]);
  }

 private:
  static constexpr std::size_t kBlock = 1 << 14, kSpare = 8;  // a word more than the block is always room for

  std::size_t fill() {
    std::size_t n = 0;
    while (n < kBlock) {
      const auto c = from_.sbumpc();
      if (c == traits_type::eof()) break;
      if (c == '-' && !in_string_ && from_.sgetc() == 'I') continue;
      block_[n++] = static_cast<char>(c);
      if (in_string_) {
        if (escaped_)
          escaped_ = false;
        else if (c == '\\')
          escaped_ = true;
        else if (c == '"')
          in_string_ = false;
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == 'N' || c == 'I') {
        --n;
        for (const char* rest = c == 'N' ? "aN" : "nfinity"; *rest && from_.sgetc() == *rest; ++rest) from_.sbumpc();
        for (const char letter : {'n', 'u', 'l', 'l'}) block_[n++] = letter;
      }
    }
    return n;
  }

  std::streambuf& from_;
  char block_[kBlock + kSpare];
  bool in_string_ = false, escaped_ = false;
};

/// A text as the source of a stream.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // only read
    setg(begin, begin, begin + text.size());
  }
};

std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at) {
  unsigned unit = 0;
  if (text.substr(at, 2) != "\\u" || text.size() < at + 6) return std::nullopt;
  const auto [end, failure] = std::from_chars(text.data() + at + 2, text.data() + at + 6, unit, 16);
  return failure == std::errc{} && end == text.data() + at + 6 ? std::optional(unit) : std::nullopt;
}

// Half of a character, as Python writes of a text that was cut within one, becomes U+FFFD.
std::string without_lone_surrogates(std::string_view text) {
  std::string out;
  const auto is = [](std::optional<unsigned> unit, unsigned first) { return unit && *unit - first < 0x400; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t n = text[at] == '\\' ? 2 : 1;
    const auto unit = escaped_unit(text, at);
    const bool high = is(unit, 0xD800), low = is(unit, 0xDC00);
    if (high && is(escaped_unit(text, at + 6), 0xDC00)) n = 12;
    if (n != 12 && (high || low)) {
      out += "\\ufffd";
      at += 6;
      continue;
    }
    out += text.substr(at, n);
    at += n;
  }
  return out;
}

}  // namespace

Json parse_python_json(std::string_view text) {
  if (too_deep(text)) return parse_json(text);  // says where
  const std::optional<std::string> quoted = with_long_integers_quoted(text);
  if (quoted) text = *quoted;
  Json out = Json::parse(text, nullptr, false);
  if (!out.is_discarded()) return out;
  const std::string whole = without_lone_surrogates(text);
  TextBuffer plain(whole);
  NullForNan nulls(plain);
  return Json::parse(std::istreambuf_iterator<char>(&nulls), std::istreambuf_iterator<char>());
}

Json each_element(std::istream& in, const std::filesystem::path& path, std::string_view list,
                  const std::function<void(const Json& row, int number)>& row) {
  constexpr int kDeepest = 512;
  if (const int first = in.peek(); first == 0xFF || first == 0xFE) {  // no JSON begins with either
    const NotText found = *utf16(first == 0xFF ? "\xFF\xFE" : "\xFE\xFF");
    throw Error(ErrorKind::kInput, path.string() + ": " + found.what, found.hint);
  }
  const int row_depth = list.empty() ? 1 : 2;
  bool inside = list.empty();  // the rows' list
  int number = 0;
  const Json::parser_callback_t callback = [&](int depth, Json::parse_event_t event, Json& value) {
    using Event = Json::parse_event_t;
    if (depth > kDeepest)
      throw Error(ErrorKind::kInput, fmt::format("{}: nested too deeply, behind {} rows", path.string(), number),
                  "is the file what its name says?");
    if (event == Event::key && depth == 1 && !list.empty()) inside = value.get_ref<const std::string&>() == list;
    if (!inside || depth != row_depth) return true;
    if (event == Event::object_end) {
      row(value, ++number);
      return false;
    }
    return event != Event::value;
  };
  try {
    NullForNan nulls(*in.rdbuf());
    return Json::parse(std::istreambuf_iterator<char>(&nulls), std::istreambuf_iterator<char>(), callback);
  } catch (const Json::parse_error& e) {
    throw Error(ErrorKind::kInput,
                fmt::format("{}: not JSON at byte {}, behind {} rows", path.string(), e.byte, number),
                "is the file whole, and UTF-8?");
  } catch (const Json::out_of_range&) {
    throw Error(ErrorKind::kInput, fmt::format("{}: a number that is too large, behind {} rows", path.string(), number),
                "is the file what its name says?");
  }
}

}  // namespace brink
