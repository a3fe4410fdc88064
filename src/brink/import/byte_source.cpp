#include "brink/import/byte_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "brink/base/problem.h"
#include "brink/base/text.h"

namespace brink {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 30;

// Kinds of files that a log may be packed in, by their first bytes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOtherFiles{{
    {"PK\x03\x04", "a zip file"},
    {"\x28\xB5\x2F\xFD", "a Zstandard file"},
    {"BZh", "a bzip2 file"},
    {"\xFD\x37zXZ", "an xz file"},
    {"PAR1", "a Parquet file"},
    {"SQLite format 3", "an SQLite file"},
}};

// What a line is that is no UTF-8 text, and what to do about it.
std::pair<std::string, std::string> explain(std::string_view line, std::size_t bad, bool first) {
  if (first && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF")))
    return {"the text is UTF-16, not UTF-8", "convert it: iconv -f utf-16 -t utf-8"};
  for (const auto& [magic, what] : kOtherFiles)
    if (first && line.starts_with(magic))
      return {fmt::format("it is {}, not text", what),
              "unpack or convert it first; the format \"inspect\" reads the .eval files of Inspect"};
  if (line[bad] == '\0')
    return {"a zero byte: not a UTF-8 text file", "UTF-16 is converted by iconv -f utf-16 -t utf-8"};
  return {fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(line[bad])),
          "convert the file, as by iconv -f latin1 -t utf-8, if that is its encoding"};
}

}  // namespace

void ByteSource::Closer::operator()(void* gz) const { gzclose_r(static_cast<gzFile>(gz)); }

ByteSource::ByteSource(const std::filesystem::path& path)
    : path_(path), block_(std::make_unique_for_overwrite<char[]>(kBlockBytes)) {
  if (std::filesystem::is_directory(path))
    throw Error(ErrorKind::kInput, path.string() + ": is a directory", "name the log's file");
  gz_.reset(gzopen(path.c_str(), "rb"));
  if (!gz_) throw Error(ErrorKind::kInput, path.string() + ": cannot be opened", "check the path and its permissions");
  gzbuffer(static_cast<gzFile>(gz_.get()), kBlockBytes);
}

ByteSource::~ByteSource() = default;

ByteSource::int_type ByteSource::underflow() {
  auto* gz = static_cast<gzFile>(gz_.get());
  const int n = gzread(gz, block_.get(), static_cast<unsigned>(kBlockBytes));
  int failure = Z_OK;
  const char* what = gzerror(gz, &failure);
  if (n < 0 || (n == 0 && failure == Z_BUF_ERROR))
    throw Error(ErrorKind::kInput, fmt::format("{}: the gzip file is cut or corrupt ({})", path_.string(), what),
                "fetch it again; `gzip -t` tests it");
  if (n == 0) return traits_type::eof();
  setg(block_.get(), block_.get(), block_.get() + n);
  return traits_type::to_int_type(block_[0]);
}

bool LineSource::next(std::string& line) {
  constexpr auto kEnd = std::char_traits<char>::eof();
  line.clear();
  int c = bytes_.sbumpc();
  if (c == kEnd) return false;
  ++number_;
  for (; c != kEnd && c != '\n'; c = bytes_.sbumpc()) {
    line += static_cast<char>(c);
    if (line.size() > kMaxLineBytes) throw error("a line of more than 1 GiB", "is this a file of lines?");
  }
  cut_ = c == kEnd;
  if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  if (const std::size_t bad = std::min(first_invalid_utf8(line), line.find('\0')); bad != std::string::npos) {
    const auto [what, hint] = explain(line, bad, number_ == 1);
    throw error(what, hint);
  }
  return true;
}

Error LineSource::error(const std::string& what, std::string hint) const {
  return {ErrorKind::kInput, SourceLine{path_.string(), number_}.text() + ": " + what, std::move(hint)};
}

}  // namespace brink
