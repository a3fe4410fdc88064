#include "brink/import/zip_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "brink/base/error.h"

namespace brink {
namespace {

constexpr std::size_t kMaxEntryBytes = std::size_t{1} << 30, kBlockBytes = std::size_t{1} << 16;

struct Free {
  void operator()(archive* a) const { archive_read_free(a); }
};
using Archive = std::unique_ptr<archive, Free>;

Error error_of(const std::filesystem::path& path, const std::string& entry, const std::string& what) {
  return {ErrorKind::kInput, fmt::format("{}: {}{}{}", path.string(), entry, entry.empty() ? "" : ": ", what),
          "is it a whole zip file? `unzip -t` tests it"};
}

std::string why(archive* a) {
  const char* text = archive_error_string(a);
  return text ? text : "it cannot be read as a zip file";
}

std::string read_entry(archive* a, const std::filesystem::path& path, const std::string& name) {
  std::string out;
  std::vector<char> block(kBlockBytes);
  la_ssize_t n = 0;
  while ((n = archive_read_data(a, block.data(), block.size())) > 0) {
    out.append(block.data(), static_cast<std::size_t>(n));
    if (out.size() > kMaxEntryBytes) throw error_of(path, name, "it holds more than 1 GiB");
  }
  if (n < 0) throw error_of(path, name, why(a));
  return out;
}

}  // namespace

void each_zip_entry(const std::filesystem::path& path, const std::function<bool(std::string_view name)>& wanted,
                    const std::function<bool(const std::string& name, const std::string& bytes)>& visit) {
  const Archive a(archive_read_new());
  if (!a) throw std::bad_alloc();
  // With its directory at the end; a file that was cut has none and is refused.
  archive_read_support_format_zip_seekable(a.get());
  if (archive_read_open_filename(a.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK)
    throw error_of(path, "", why(a.get()));
  archive_entry* entry = nullptr;
  while (true) {
    const int status = archive_read_next_header(a.get(), &entry);
    if (status == ARCHIVE_EOF) return;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) throw error_of(path, "", why(a.get()));
    const char* utf8 = archive_entry_pathname_utf8(entry);
    const std::string name = utf8 ? utf8 : "";
    if (wanted(name) && !visit(name, read_entry(a.get(), path, name))) return;
  }
}

}  // namespace brink
