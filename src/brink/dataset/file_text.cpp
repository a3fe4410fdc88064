#include "brink/dataset/file_text.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>

#include "brink/base/error.h"
#include "brink/base/problem.h"
#include "brink/base/text.h"

namespace brink {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{2} << 30;

struct InflateEnd {
  void operator()(z_stream* z) const {
    inflateEnd(z);
    delete z;
  }
};
using Inflater = std::unique_ptr<z_stream, InflateEnd>;

std::string gunzip(std::string_view bytes, const std::filesystem::path& path) {
  Inflater z(new z_stream{});
  constexpr int kGzipOnly = 16;
  if (inflateInit2(z.get(), MAX_WBITS + kGzipOnly) != Z_OK) throw Error(ErrorKind::kInput, "zlib cannot start");

  std::string out;
  std::array<char, 1 << 16> block;
  const char* next = bytes.data();
  std::size_t left = bytes.size();
  int status = Z_OK;
  while (status != Z_STREAM_END || left > 0) {
    // zlib counts input in 32 bits.
    const auto n = static_cast<uInt>(std::min<std::size_t>(left, 1U << 30));
    z->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(next));
    z->avail_in = n;
    z->next_out = reinterpret_cast<Bytef*>(block.data());
    z->avail_out = block.size();
    if (status == Z_STREAM_END) inflateReset(z.get());  // another member follows
    status = inflate(z.get(), Z_NO_FLUSH);
    next += n - z->avail_in;
    left -= n - z->avail_in;
    out.append(block.data(), block.size() - z->avail_out);
    if (out.size() > kMaxTextBytes)
      throw Error(ErrorKind::kInput, path.string() + ": holds more than 2 GiB of text", "split the file");
    if (status == Z_BUF_ERROR || (status == Z_OK && left == 0 && z->avail_out > 0))
      throw Error(
          ErrorKind::kInput,
          fmt::format("{}: the gzip file is truncated (it ends after {} bytes of text)", path.string(), out.size()),
          "fetch it again; `gzip -t` tests it");
    if (status != Z_OK && status != Z_STREAM_END)
      throw Error(ErrorKind::kInput,
                  fmt::format("{}: the gzip file is corrupt ({})", path.string(), z->msg ? z->msg : zError(status)),
                  "fetch it again; `gzip -t` tests it");
  }
  return out;
}

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

// Whether the bytes could be the beginning of one longer UTF-8 character.
bool begins_character(std::string_view tail) {
  const auto lead = static_cast<unsigned char>(tail.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  return lead >= 0xC2 && lead <= 0xF4 && tail.size() < length && std::all_of(tail.begin() + 1, tail.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
         });
}

[[noreturn]] void refuse(const NotText& found, const SourceLine& at) {
  throw Error(ErrorKind::kInput, at.text() + ": " + found.what, found.hint);
}

[[noreturn]] void refuse_at(std::string_view text, std::size_t bad, const std::filesystem::path& path) {
  if (const std::string_view kind = packed_kind(text); !kind.empty())
    throw Error(ErrorKind::kInput, fmt::format("{}: holds {}, not text", path.string(), kind),
                "unpack it, or convert it to JSON lines or CSV");
  refuse(not_utf8(text, bad), {path.string(), line_of(text, bad)});
}

}  // namespace

std::string_view packed_kind(std::string_view bytes) {
  static constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {kGzip, "a gzip file"},      {"PK\x03\x04", "a zip file"},  {"\x28\xB5\x2F\xFD", "a Zstandard file"},
      {"BZh", "a bzip2 file"},     {"\xFD\x37zXZ", "an xz file"}, {"7z\xBC\xAF", "a 7z file"},
      {"PAR1", "a Parquet file"},  {"ARROW1", "an Arrow file"},   {"SQLite format 3", "an SQLite file"},
      {"\x89HDF", "an HDF5 file"}, {"%PDF", "a PDF file"},
  };
  const auto found = std::ranges::find_if(kKinds, [&](const auto& kind) { return bytes.starts_with(kind.first); });
  return found == std::end(kKinds) ? std::string_view() : found->second;
}

std::optional<NotText> utf16(std::string_view begin) {
  if (!begin.starts_with("\xFF\xFE") && !begin.starts_with("\xFE\xFF")) return std::nullopt;
  return NotText{"the text is UTF-16, not UTF-8", "convert it: iconv -f utf-16 -t utf-8"};
}

NotText not_utf8(std::string_view bytes, std::size_t bad) {
  if (bytes[bad] == '\0')
    return {"a zero byte: not a UTF-8 text file", "UTF-16 is converted by iconv -f utf-16 -t utf-8"};
  return {fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(bytes[bad])),
          "convert the file, as by iconv -f latin1 -t utf-8, if that is its encoding"};
}

FileText decode_file_text(std::string_view bytes, const std::filesystem::path& path) {
  FileText out{.text = {}, .file = sha256(bytes)};
  out.text = bytes.starts_with(kGzip) ? gunzip(bytes, path) : std::string(bytes);

  if (const auto found = utf16(out.text)) refuse(*found, {path.string(), 1});
  if (const std::size_t nul = out.text.find('\0'); nul != std::string::npos) refuse_at(out.text, nul, path);
  if (out.text.starts_with("\xEF\xBB\xBF")) out.text.erase(0, 3);
  if (out.text.find('\n') == std::string::npos) std::ranges::replace(out.text, '\r', '\n');

  const std::size_t bad = first_invalid_utf8(out.text);
  if (bad == std::string::npos) return out;
  const int line = line_of(out.text, bad);
  const std::string_view tail = std::string_view(out.text).substr(bad);
  if (!begins_character(tail)) refuse_at(out.text, bad, path);
  out.truncated_line = line;
  out.text.erase(out.text.rfind('\n', bad) + 1);  // npos + 1 = 0: the only line goes
  return out;
}

FileText read_file_text(const std::filesystem::path& path) {
  // A directory opens as a stream and reads as nothing; a pipe or a device may never end.
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw Error(ErrorKind::kInput, path.string() + ": is a directory");
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw Error(ErrorKind::kInput, path.string() + ": is not a file", "write its contents to a file first");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorKind::kInput, path.string() + ": cannot be opened", "check the path and its permissions");
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw Error(ErrorKind::kInput, path.string() + ": cannot be read");
  return decode_file_text(bytes, path);
}

}  // namespace brink
