#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace brink {

/// Calls f(0), ..., f(n - 1), each once, in no order, on every core. An exception is thrown again once all threads have
/// ended; what was not begun by then is left out.
template <class F>
void in_parallel(std::size_t n, const F& f) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) f(i);
    } catch (...) {
      next = n;
      throw;
    }
  };
  const std::size_t n_threads = std::min<std::size_t>(n, std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::future<void>> others;
  // Where no thread can be had, this one does the work.
  for (std::size_t t = 1; t < n_threads; ++t)
    others.push_back(std::async(std::launch::async | std::launch::deferred, work));
  work();
  for (std::future<void>& other : others) other.get();
}

}  // namespace brink
