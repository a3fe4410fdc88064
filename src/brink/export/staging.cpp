#include "brink/export/staging.h"

#include <fmt/core.h>
#include <unistd.h>

#include <system_error>

#include "brink/base/error.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

/// A new directory beside `target` that is gone when the writing ends, well or not.
class Staging {
 public:
  explicit Staging(const fs::path& target)
      : path_(target.parent_path() / fmt::format(".{}.brink-{}", target.filename().string(), ::getpid())) {
    fs::create_directories(target.parent_path());
    if (!fs::create_directory(path_)) {
      throw Error(ErrorKind::kInput, fmt::format("{}: left by an earlier export", path_.string()), "remove it");
    }
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

std::vector<fs::path> written_together(const fs::path& dir, bool force,
                                       const std::function<std::vector<fs::path>(const fs::path&)>& write) try {
  const fs::path target = fs::absolute(dir / "").parent_path();
  if (fs::exists(target) && !fs::is_directory(target)) {
    throw Error(ErrorKind::kInput, fmt::format("{}: is not a directory", dir.string()), "name a directory to write to");
  }
  if (!force && fs::exists(target) && !fs::is_empty(target)) {
    throw Error(ErrorKind::kInput, fmt::format("{}: the directory is not empty", dir.string()),
                "name another, or use --force to replace the export's own files in it");
  }
  const Staging staging(target);
  std::vector<fs::path> files;
  for (const fs::path& name : write(staging.path())) {
    fs::create_directories((target / name).parent_path());
    fs::rename(staging.path() / name, target / name);
    files.push_back(dir / name);
  }
  return files;
} catch (const fs::filesystem_error& e) {
  throw Error(ErrorKind::kInput, fmt::format("{}: cannot be written: {}", dir.string(), e.code().message()),
              "name a directory on a disk with room, where you may write");
}

}  // namespace brink
