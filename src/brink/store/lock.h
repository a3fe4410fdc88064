#pragma once

#include <filesystem>

namespace brink {

/// Held by the one process that writes a store: an advisory lock (flock) on PATH.lock, which holds the process id for
/// people and messages. The kernel releases it when the process ends, however it ends; the file alone locks nothing.
class WriterLock {
 public:
  /// Throws Error(kStore) naming the process that holds it.
  explicit WriterLock(const std::filesystem::path& store);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

}  // namespace brink
