#include "brink/stats/probe_null.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"
#include "brink/stats/logistic_batch.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kTogether = 256;  // shuffles whose fits are kept until one C is chosen
constexpr double kNullFit = 1e-5;       // what is left moves an AUROC of nothing by less than its own noise

/// Labels of the rows of one part, dealt out anew item by item.
class Deal {
 public:
  Deal(const std::vector<bool>& labels, const std::vector<std::int64_t>& items) : labels_(labels) {
    std::map<std::int64_t, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < items.size(); ++i) rows[items[i]].push_back(i);
    for (auto& [item, own] : rows) by_size_[own.size()].push_back(std::move(own));
  }

  std::vector<bool> next(SplitMix64& rng) const {
    std::vector<bool> out(labels_.size());
    for (const auto& [size, items] : by_size_) {
      std::vector<std::size_t> from(items.size());
      std::iota(from.begin(), from.end(), 0);
      rng.shuffle(std::span(from));
      for (std::size_t i = 0; i < items.size(); ++i) {
        for (std::size_t row = 0; row < size; ++row) out[items[i][row]] = labels_[items[from[i]][row]];
      }
    }
    return out;
  }

 private:
  std::vector<bool> labels_;
  std::map<std::size_t, std::vector<std::vector<std::size_t>>> by_size_;  // rows per item -> items -> rows
};

std::vector<std::int64_t> items_of(std::span<const Part> parts, std::span<const std::int64_t> items, Part part) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (parts[i] == part) out.push_back(items[i]);
  }
  return out;
}

bool one_class(const std::vector<bool>& labels) {
  return std::find(labels.begin(), labels.end(), true) == labels.end() ||
         std::find(labels.begin(), labels.end(), false) == labels.end();
}

double auroc_of(const std::vector<bool>& labels, const Eigen::Ref<const Eigen::VectorXd>& scores) {
  return *auroc(labels, {scores.data(), static_cast<std::size_t>(scores.size())}).value.value;
}

/// 1 and -1, [n, n_labellings].
MatrixXd signs_of(const std::vector<std::vector<bool>>& labellings) {
  MatrixXd out(std::ssize(labellings.front()), std::ssize(labellings));
  for (Index j = 0; j < out.cols(); ++j)
    for (Index i = 0; i < out.rows(); ++i)
      out(i, j) = labellings[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] ? 1 : -1;
  return out;
}

ProbeNull without(const char* why) {
  ProbeNull out;
  out.mean = out.sd = out.p = Estimate::undefined(why);
  return out;
}

}  // namespace

ProbeNull probe_null(std::vector<double> aurocs, double observed) {
  assert(aurocs.size() >= 2);
  ProbeNull out;
  out.n_shuffles = static_cast<int>(aurocs.size());
  double sum = 0, squares = 0;
  int as_large = 0;
  for (const double found : aurocs) {
    sum += found;
    squares += (found - 0.5) * (found - 0.5);
    as_large += found >= observed - 1e-12;
  }
  const double n = out.n_shuffles, mean = sum / n;
  out.mean = Estimate::of(mean);
  out.sd = Estimate::of(std::sqrt(std::max(0.0, (squares - n * (mean - 0.5) * (mean - 0.5)) / (n - 1))));
  out.p = Estimate::of((1.0 + as_large) / (1.0 + n));
  out.aurocs = std::move(aurocs);
  return out;
}

ProbeNull shuffled_labels(const ProbeSpace& space, const std::vector<bool>& labels, std::span<const std::int64_t> items,
                          double observed, int n_shuffles, std::uint64_t seed, std::span<const double> grid) {
  assert(items.size() == labels.size() && n_shuffles >= 2 && !grid.empty());
  const std::span<const Part> parts = space.parts();
  const std::vector<bool> train = labels_of(labels, parts, Part::kTrain),
                          validation = labels_of(labels, parts, Part::kVal),
                          test = labels_of(labels, parts, Part::kTest);
  if (one_class(train)) return without("train one class");
  if (one_class(validation)) return without("val one class");
  if (one_class(test)) return without("test one class");
  if (!space.finite()) return without("not finite");
  const Deal train_deal(train, items_of(parts, items, Part::kTrain));
  const Deal validation_deal(validation, items_of(parts, items, Part::kVal));
  LogisticBatch batch(space.of(Part::kTrain));
  SplitMix64 rng(seed);
  std::vector<double> found;
  while (static_cast<int>(found.size()) < n_shuffles) {
    std::vector<std::vector<bool>> train_labels, validation_labels;
    for (int i = static_cast<int>(found.size()); i < n_shuffles && train_labels.size() < kTogether; ++i) {
      train_labels.push_back(train_deal.next(rng));
      validation_labels.push_back(validation_deal.next(rng));
    }
    const MatrixXd signs = signs_of(train_labels);
    const std::vector<LogisticFits> fits = batch.fit(signs, grid, kNullFit);
    std::vector<std::vector<double>> aurocs(train_labels.size());  // [n_together][n_grid]
    for (const LogisticFits& fit : fits) {
      const MatrixXd scores = fit.scores(space.of(Part::kVal));
      for (std::size_t i = 0; i < aurocs.size(); ++i)
        aurocs[i].push_back(auroc_of(validation_labels[i], scores.col(static_cast<Index>(i))));
    }
    LogisticFits chosen = fits.front();
    for (Index i = 0; i < signs.cols(); ++i) {
      const LogisticFits& best = fits[best_c(aurocs[static_cast<std::size_t>(i)])];
      chosen.weights.col(i) = best.weights.col(i);
      chosen.intercepts(i) = best.intercepts(i);
    }
    const MatrixXd scores = chosen.scores(space.of(Part::kTest));
    for (Index i = 0; i < scores.cols(); ++i) found.push_back(auroc_of(test, scores.col(i)));
  }
  return probe_null(std::move(found), observed);
}

ProbeNull shuffled_labels(const ProbeData& data, std::span<const std::int64_t> items, double observed, int n_shuffles,
                          std::uint64_t seed, std::span<const double> grid) {
  if (data.of(Part::kTrain).one_class()) return without("train one class");
  const ProbeSpace space(scaled_products(data.states, data.parts), data.parts);
  return shuffled_labels(space, data.labels, items, observed, n_shuffles, seed, grid);
}

}  // namespace brink::stats
