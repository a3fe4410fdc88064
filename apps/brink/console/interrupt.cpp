#include "interrupt.h"

#include <csignal>
#include <cstdio>
#include <ctime>

namespace brink::cli {
namespace {

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::jthread([this, set](std::stop_token ends) {
    while (!ends.stop_requested()) {
      const timespec patience{0, 100'000'000};
      const int signal = sigtimedwait(&set, nullptr, &patience);
      if (signal <= 0) continue;
      if (source_.stop_requested()) std::_Exit(128 + signal);
      std::fputs("\nstopping after what is in flight; again to stop at once\n", stderr);
      source_.request_stop();
    }
  });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace brink::cli
