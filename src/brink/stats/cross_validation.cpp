#include "brink/stats/cross_validation.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <map>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"
#include "brink/stats/probe_space.h"

namespace brink::stats {
namespace {

/// Fold of each row; the items in a random order, every folds-th of them in one.
std::vector<int> deal(std::span<const std::int64_t> items, int folds, SplitMix64& rng) {
  std::vector<std::int64_t> distinct(items.begin(), items.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  rng.shuffle(std::span(distinct));
  std::map<std::int64_t, int> fold;
  for (std::size_t i = 0; i < distinct.size(); ++i) fold[distinct[i]] = static_cast<int>(i) % folds;
  std::vector<int> out;
  for (const std::int64_t item : items) out.push_back(fold[item]);
  return out;
}

Part part_of(int fold, int tested, int folds) {
  return fold == tested ? Part::kTest : fold == (tested + 1) % folds ? Part::kVal : Part::kTrain;
}

}  // namespace

CrossValidatedAuroc cross_validated_auroc(const Eigen::MatrixXd& states, const std::vector<bool>& labels,
                                          std::span<const std::int64_t> items, std::uint64_t seed, int folds,
                                          int repeats, std::span<const double> grid) {
  assert(folds >= 3 && repeats >= 1 && items.size() == labels.size());
  SplitMix64 rng(seed);
  CrossValidatedAuroc out;
  double sum = 0;
  std::map<std::int64_t, double> influence;
  for (const std::int64_t item : items) influence[item] = 0;
  std::vector<Part> parts(labels.size());
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const std::vector<int> fold = deal(items, folds, rng);
    for (int tested = 0; tested < folds; ++tested) {
      for (std::size_t i = 0; i < fold.size(); ++i) parts[i] = part_of(fold[i], tested, folds);
      ++out.n_folds;
      const SpaceFit fit = fit_probe_once(states, labels, parts, grid);
      if (!fit.test.value) {
        ++out.n_undefined;
        continue;
      }
      const std::vector<bool> test = labels_of(labels, parts, Part::kTest);
      const std::vector<double> placed = placements(test, fit.test_scores);
      sum += *fit.test.value;
      const auto n_positive = std::count(test.begin(), test.end(), true);
      std::size_t row = 0;
      for (std::size_t i = 0; i < fold.size(); ++i) {
        if (fold[i] != tested) continue;
        const auto of_class = test[row] ? n_positive : std::ssize(test) - n_positive;
        const double share = static_cast<double>(of_class) / static_cast<double>(test.size());
        influence[items[i]] += (placed[row++] - *fit.test.value) / share / repeats;
      }
    }
  }
  const int n_defined = out.n_folds - out.n_undefined;
  if (n_defined == 0) {
    out.mean = out.se = Estimate::undefined("no fold has both classes");
    return out;
  }
  const double mean = sum / n_defined;
  out.mean = Estimate::of(mean);
  double squares = 0;
  for (const auto& [item, own] : influence) squares += own * own;
  const double se = std::sqrt(squares) / static_cast<double>(items.size());
  if (influence.size() < 2 || !(se > 0)) {
    out.se = Estimate::undefined(influence.size() < 2 ? "one item" : "degenerate");
    return out;
  }
  const double half = quantile(boost::math::normal(), 0.975) * se;
  out.se = Estimate::of(se);
  out.interval = Interval{std::max(0.0, mean - half), std::min(1.0, mean + half)};
  return out;
}

}  // namespace brink::stats
