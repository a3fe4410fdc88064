// Every import format on any bytes: an Error, or rows that have a key and an answer.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/import/format.h"

namespace {

/// A file that is only in memory, under a path that can be opened.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : fd_(memfd_create("fuzz", 0)) {
    if (fd_ < 0 || write(fd_, data, size) != static_cast<ssize_t>(size)) std::abort();
  }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

void check(const brink::ImportRow& row) {
  if (row.key.empty()) std::abort();
  if (const auto* done = std::get_if<brink::Completion>(&row.response))
    if (brink::first_invalid_utf8(done->text) != std::string::npos ||
        done->n_thinking_bytes.value_or(0) > static_cast<std::int64_t>(done->text.size()))
      std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  const brink::ImportOptions options;
  for (const brink::ImportFormat* format : brink::import_formats()) {
    try {
      format->read(
          {.path = file.path(), .options = options, .row = check, .skipped = [](int, std::string, std::string) {}});
    } catch (const brink::Error&) {
    }
  }
  return 0;
}
