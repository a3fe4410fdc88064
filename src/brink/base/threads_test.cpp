#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "brink/base/parallel.h"
#include "brink/base/queue.h"

namespace brink {
namespace {

TEST(Queue, HandsEveryValueOverInOrderWhateverItsSize) {
  Queue<int> queue(10);
  auto pushing = std::async(std::launch::async, [&] {
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(queue.push(i, i % 7 == 0 ? 50U : 1U));
    queue.end();
  });
  std::vector<int> taken;
  for (auto some = queue.take(); !some.empty(); some = queue.take()) {
    EXPECT_LE(some.size(), 11U) << "at most ten bytes wait, and one larger value";
    taken.insert(taken.end(), some.begin(), some.end());
  }
  pushing.get();
  std::vector<int> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(taken, expected);
  EXPECT_TRUE(queue.take().empty()) << "and so on";
}

TEST(Queue, WhoPushesIsToldThatNobodyTakesAnyMore) {
  Queue<int> queue(1);
  EXPECT_TRUE(queue.push(1, 1));
  auto waiting = std::async(std::launch::async, [&] { return queue.push(2, 1); });
  queue.close();
  EXPECT_FALSE(waiting.get());
  EXPECT_FALSE(queue.push(3, 1));
}

TEST(InParallel, CallsWithEachNumberOnce) {
  for (const std::size_t n : {0U, 1U, 1000U}) {
    std::vector<int> calls(n);
    in_parallel(n, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(n, 1));
  }
}

TEST(InParallel, ThrowsWhatACallThrows) {
  std::atomic<int> n = 0;
  const auto run = [&] {
    in_parallel(100'000, [&](std::size_t i) {
      ++n;
      if (i == 5) throw std::runtime_error("five");
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_LT(n, 100'000) << "the rest is left out";
}

}  // namespace
}  // namespace brink
