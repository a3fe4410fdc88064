#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace brink {

/// Hands values from one thread to another, in order.
template <class T>
class Queue {
 public:
  /// @param most_bytes  that wait to be taken; a larger value waits alone.
  explicit Queue(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Waits for room. False: nobody takes values any more.
  bool push(T value, std::size_t n_bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || waiting_.empty() || n_bytes_ + n_bytes <= most_bytes_; });
    if (closed_) return false;
    waiting_.push_back(std::move(value));
    n_bytes_ += n_bytes;
    if (waiting_.size() == 1) changed_.notify_all();
    return true;
  }
  /// Nothing more is pushed.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  /// Waits for values; all there are, none once there will be no more.
  std::vector<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
    n_bytes_ = 0;
    changed_.notify_all();
    return std::exchange(waiting_, {});
  }
  /// Nothing more is taken.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<T> waiting_;
  std::size_t most_bytes_, n_bytes_ = 0;
  bool ended_ = false, closed_ = false;
};

}  // namespace brink
