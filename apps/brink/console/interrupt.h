#pragma once

#include <stop_token>
#include <thread>

namespace brink::cli {

/// While it lives, the first SIGINT or SIGTERM requests a stop, and the second ends the process at once.
/// Make it before any thread starts: threads made later inherit the blocked signals.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace brink::cli
