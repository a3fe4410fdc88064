#include "brink/stats/pbs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace brink::stats {
namespace {

TEST(Pbs, TakesItsFiveValuesForFourCyclicVariants) {
  const std::pair<std::vector<int>, double> cases[] = {{{1, 1, 1, 1}, 0},
                                                       {{2, 1, 1, 0}, std::sqrt(0.125)},
                                                       {{2, 2, 0, 0}, 0.5},
                                                       {{3, 1, 0, 0}, std::sqrt(0.375)},
                                                       {{4, 0, 0, 0}, std::sqrt(0.75)}};
  for (const auto& [counts, value] : cases) EXPECT_NEAR(pbs(counts).value.value(), value, 1e-15);
}

TEST(Pbs, IsUndefinedWithoutAnAnswer) { EXPECT_EQ(pbs(std::vector{0, 0, 0}).why_undefined, "no answer"); }

TEST(Pbs, MaximumIsReachedWhenOneSlotIsAlwaysChosen) {
  for (int m = 2; m <= 26; ++m) {
    std::vector<int> counts(static_cast<std::size_t>(m), 0);
    counts[1] = m;
    EXPECT_NEAR(pbs(counts).value.value(), max_pbs(m), 1e-14);
  }
}

/// Calls `visit` with every vector of m counts that add up to n.
void for_each_counts(int m, int n, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> counts(static_cast<std::size_t>(m), 0);
  const std::function<void(std::size_t, int)> place = [&](std::size_t slot, int left) {
    if (slot + 1 == counts.size()) {
      counts[slot] = left;
      return visit(counts);
    }
    for (int k = 0; k <= left; ++k) {
      counts[slot] = k;
      place(slot + 1, left - k);
    }
  };
  place(0, n);
}

TEST(Pbs, BoundsAreTheExtremesOverEveryFillingOfTheGaps) {
  for (int m = 2; m <= 5; ++m) {
    for (int answered = 0; answered <= m; ++answered) {
      for_each_counts(m, answered, [&](const std::vector<int>& read) {
        if (answered == 0 && m == answered) return;
        double low = INFINITY, high = -INFINITY;
        for_each_counts(m, m - answered, [&](const std::vector<int>& filled) {
          std::vector<int> all = read;
          for (std::size_t j = 0; j < all.size(); ++j) all[j] += filled[j];
          low = std::min(low, *pbs(all).value);
          high = std::max(high, *pbs(all).value);
        });
        const Bounds bounds = pbs_bounds(read, m - answered);
        EXPECT_DOUBLE_EQ(bounds.low, low);
        EXPECT_DOUBLE_EQ(bounds.high, high);
      });
    }
  }
}

TEST(Pbs, GuessingFloorEqualsTheSumOverAllAnswerSequences) {
  for (int m = 2; m <= 6; ++m) {
    double total = 0;
    const auto n = static_cast<int>(std::pow(m, m));
    for (int code = 0; code < n; ++code) {
      std::vector<int> counts(static_cast<std::size_t>(m), 0);
      for (int v = 0, rest = code; v < m; ++v, rest /= m) ++counts[static_cast<std::size_t>(rest % m)];
      total += *pbs(counts).value;
    }
    EXPECT_NEAR(uniform_guess_pbs(m), total / n, 1e-12) << m;
  }
  EXPECT_NEAR(uniform_guess_pbs(4), 0.3975377608358098, 1e-15);
}

TEST(Pbs, GuessingFloorIsFiniteUpToTheLargestItem) {
  for (int m = 7; m <= 26; ++m) {
    EXPECT_GT(uniform_guess_pbs(m), 0.1);
    EXPECT_LT(uniform_guess_pbs(m), uniform_guess_pbs(m - 1));
  }
}

}  // namespace
}  // namespace brink::stats
