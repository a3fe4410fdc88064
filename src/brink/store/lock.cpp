#include "lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "brink/base/error.h"

namespace brink {
namespace {

std::string holder(int fd) {
  std::array<char, 32> text{};
  const ssize_t n = pread(fd, text.data(), text.size() - 1, 0);
  return n > 0 ? "process " + std::string(text.data(), static_cast<std::size_t>(n)) : "another process";
}

// The file may have been removed, or replaced, between open and flock: only the one that is still there counts.
bool is_still_at(int fd, const char* path) {
  struct stat mine {};
  struct stat there {};
  return fstat(fd, &mine) == 0 && stat(path, &there) == 0 && mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& store) : path_(store.string() + ".lock") {
  while (true) {
    fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0)
      throw Error(ErrorKind::kStore,
                  store.string() + ": it cannot be written (" + path_.string() + ": " + std::strerror(errno) + ")",
                  "choose a directory that exists and may be written");
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      const bool held = errno == EWOULDBLOCK;
      const std::string reason = held ? "it is being written by " + holder(fd_)
                                      : path_.string() + " cannot be locked: " + std::strerror(errno);
      close(fd_);
      throw Error(ErrorKind::kStore, store.string() + ": " + reason,
                  held ? "wait for it to end, or write to another store; reading is possible meanwhile"
                       : "put the store on a file system with locks");
    }
    if (is_still_at(fd_, path_.c_str())) break;
    close(fd_);
  }
  const std::string pid = std::to_string(getpid());
  // The text only helps people: a full disk must not keep a store from being opened.
  if (ftruncate(fd_, 0) != 0 || pwrite(fd_, pid.data(), pid.size(), 0) < 0) errno = 0;
}

WriterLock::~WriterLock() {
  unlink(path_.c_str());  // while it is still held: whoever waits finds a new file
  close(fd_);
}

}  // namespace brink
