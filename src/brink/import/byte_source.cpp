#include "brink/import/byte_source.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "brink/base/problem.h"
#include "brink/base/text.h"
#include "brink/dataset/file_text.h"

namespace brink {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 30;

NotText explain(std::string_view line, std::size_t bad, bool first) {
  if (auto found = first ? utf16(line) : std::nullopt) return *std::move(found);
  if (const std::string_view kind = first ? packed_kind(line) : ""; !kind.empty())
    return {fmt::format("it is {}, not text", kind),
            "unpack or convert it first; the format \"inspect\" reads the .eval files of Inspect"};
  return not_utf8(line, bad);
}

}  // namespace

struct ByteSource::Inflater {
  explicit Inflater(std::vector<char> block) : packed(std::move(block)) {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&z, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&z); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::string_view left() const { return {packed.data() + begin, packed.size() - begin}; }

  z_stream z{};
  std::vector<char> packed;  // a block of the file,
  std::size_t begin = 0;     // unpacked up to here
  std::uint64_t before = 0;  // bytes of the file before this block
  bool between = false;      // members
};

ByteSource::ByteSource(const std::filesystem::path& path) : path_(path) {
  if (std::filesystem::is_directory(path))
    throw Error(ErrorKind::kInput, path.string() + ": is a directory", "name the log's file");
  file_.open(path, std::ios::binary);
  if (!file_)
    throw Error(ErrorKind::kInput, path.string() + ": cannot be opened", "check the path and its permissions");
  std::vector<char> first(kBlockBytes);
  const std::size_t n = read(first);
  if (std::string_view(first.data(), n).starts_with(kGzip)) {
    gzip_ = std::make_unique<Inflater>(std::move(first));
    block_.resize(kBlockBytes);
  } else {
    block_ = std::move(first);
    setg(block_.data(), block_.data(), block_.data() + n);
  }
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(std::vector<char>& block) {
  block.resize(kBlockBytes);
  file_.read(block.data(), static_cast<std::streamsize>(block.size()));
  if (file_.bad()) throw Error(ErrorKind::kInput, path_.string() + ": cannot be read", "check the disk");
  block.resize(static_cast<std::size_t>(file_.gcount()));
  return block.size();
}

// Fills block_ with what the next packed bytes hold; 0 at the end.
std::size_t ByteSource::unpack() {
  Inflater& gz = *gzip_;
  const auto fail = [&](const std::string& what) {
    return Error(ErrorKind::kInput, path_.string() + ": the gzip file " + what, "fetch it again; `gzip -t` tests it");
  };
  while (true) {
    if (gz.left().empty()) {
      gz.before += gz.packed.size();
      gz.begin = 0;
      if (read(gz.packed) == 0) {
        if (gz.between) return 0;
        throw fail(fmt::format("is cut: it ends behind byte {}", gz.before));
      }
    }
    if (gz.between) {
      if (gz.left().front() == '\0') {
        ++gz.begin;
        continue;
      }
      if (gz.left().front() != kGzip.front())
        throw fail(fmt::format("has other bytes behind its end, from byte {} on", gz.before + gz.begin));
      inflateReset(&gz.z);
      gz.between = false;
    }
    gz.z.next_in = reinterpret_cast<Bytef*>(gz.packed.data() + gz.begin);
    gz.z.avail_in = static_cast<uInt>(gz.packed.size() - gz.begin);
    gz.z.next_out = reinterpret_cast<Bytef*>(block_.data());
    gz.z.avail_out = static_cast<uInt>(block_.size());
    const int status = inflate(&gz.z, Z_NO_FLUSH);
    gz.begin = gz.packed.size() - gz.z.avail_in;
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      throw fail(fmt::format("is corrupt at byte {} ({})", gz.before + gz.begin, gz.z.msg ? gz.z.msg : zError(status)));
    gz.between = status == Z_STREAM_END;
    if (const std::size_t n = block_.size() - gz.z.avail_out; n > 0) return n;
  }
}

ByteSource::int_type ByteSource::underflow() {
  const std::size_t n = gzip_ ? unpack() : read(block_);
  if (n == 0) return traits_type::eof();
  setg(block_.data(), block_.data(), block_.data() + n);
  return traits_type::to_int_type(block_[0]);
}

bool ByteSource::take_line(std::string& line) {
  const std::string_view held(gptr(), static_cast<std::size_t>(egptr() - gptr()));
  const std::size_t end = std::min(held.find('\n'), held.size());
  line += held.substr(0, end);
  setg(eback(), gptr() + std::min(end + 1, held.size()), egptr());
  return end < held.size();
}

bool LineSource::next(std::string& line) {
  constexpr auto kEnd = std::char_traits<char>::eof();
  line.clear();
  if (bytes_.sgetc() == kEnd) return false;
  ++number_;
  do {
    cut_ = !bytes_.take_line(line);
    if (line.size() > kMaxLineBytes) throw error("a line of more than 1 GiB", "is this a file of lines?");
  } while (cut_ && bytes_.sgetc() != kEnd);
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
