#include "brink/import/byte_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include "brink/base/problem.h"
#include "brink/base/text.h"

namespace brink {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 30;

}  // namespace

void ByteSource::Closer::operator()(void* gz) const { gzclose_r(static_cast<gzFile>(gz)); }

ByteSource::ByteSource(const std::filesystem::path& path) : path_(path), block_(kBlockBytes) {
  if (std::filesystem::is_directory(path))
    throw Error(ErrorKind::kInput, path.string() + ": is a directory", "name the log's file");
  gz_.reset(gzopen(path.c_str(), "rb"));
  if (!gz_) throw Error(ErrorKind::kInput, path.string() + ": cannot be opened", "check the path and its permissions");
  gzbuffer(static_cast<gzFile>(gz_.get()), kBlockBytes);
}

ByteSource::~ByteSource() = default;

ByteSource::int_type ByteSource::underflow() {
  auto* gz = static_cast<gzFile>(gz_.get());
  const int n = gzread(gz, block_.data(), static_cast<unsigned>(block_.size()));
  int failure = Z_OK;
  const char* what = gzerror(gz, &failure);
  if (n < 0 || (n == 0 && failure == Z_BUF_ERROR))
    throw Error(ErrorKind::kInput, fmt::format("{}: the gzip file is cut or corrupt ({})", path_.string(), what),
                "fetch it again; `gzip -t` tests it");
  if (n == 0) return traits_type::eof();
  setg(block_.data(), block_.data(), block_.data() + n);
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
  if (const std::size_t bad = first_invalid_utf8(line); bad != std::string::npos)
    throw error(fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(line[bad])),
                "convert the file, as by iconv -f latin1 -t utf-8, if that is its encoding");
  return true;
}

Error LineSource::error(const std::string& what, std::string hint) const {
  return {ErrorKind::kInput, SourceLine{path_.string(), number_}.text() + ": " + what, std::move(hint)};
}

}  // namespace brink
