#include "brink/stats/probe_null.h"

#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/auroc.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;

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

std::vector<std::int64_t> items_of(const ProbeData& data, std::span<const std::int64_t> items, Part part) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (data.parts[i] == part) out.push_back(items[i]);
  }
  return out;
}

double auroc_of(const std::vector<bool>& labels, const MatrixXd& z, const LogisticFit& fit) {
  return *auroc(labels, decision_scores(z, fit.v, fit.intercept)).value.value;
}

ProbeNull without(const char* why) {
  ProbeNull out;
  out.mean = out.sd = out.p = Estimate::undefined(why);
  return out;
}

}  // namespace

ProbeNull shuffled_labels(const ProbeData& data, std::span<const std::int64_t> items, double observed, int n_shuffles,
                          std::uint64_t seed, std::span<const double> grid) {
  assert(items.size() == data.labels.size() && n_shuffles >= 2 && !grid.empty());
  const ProbeData train = data.of(Part::kTrain), validation = data.of(Part::kVal), test = data.of(Part::kTest);
  if (train.one_class()) return without("train one class");
  if (validation.one_class()) return without("val one class");
  if (test.one_class()) return without("test one class");
  const Scaling scaling = scaling_of(train.states);
  const auto scaled = [&](const ProbeData& part) {
    MatrixXd out = scaling.apply(part.states);
    scaling.mute_constant(out);
    return out;
  };
  const RowSpace rows(scaled(train));
  const MatrixXd validation_z = rows.coordinates(scaled(validation)), test_z = rows.coordinates(scaled(test));
  const Deal train_deal(train.labels, items_of(data, items, Part::kTrain));
  const Deal validation_deal(validation.labels, items_of(data, items, Part::kVal));
  SplitMix64 rng(seed);
  double sum = 0, squares = 0;
  int as_large = 0;
  for (int shuffle = 0; shuffle < n_shuffles; ++shuffle) {
    const std::vector<bool> train_labels = train_deal.next(rng), validation_labels = validation_deal.next(rng);
    std::vector<LogisticFit> fits;
    std::vector<double> aurocs;
    for (const double c : grid) {
      fits.push_back(fit_logistic(rows, train_labels, c, kRankFit, fits.empty() ? nullptr : &fits.back()));
      aurocs.push_back(auroc_of(validation_labels, validation_z, fits.back()));
    }
    const double found = auroc_of(test.labels, test_z, fits[best_c(aurocs)]);
    sum += found;
    squares += (found - 0.5) * (found - 0.5);
    as_large += found >= observed - 1e-12;
  }
  ProbeNull out;
  out.n_shuffles = n_shuffles;
  const double mean = sum / n_shuffles;
  out.mean = Estimate::of(mean);
  out.sd =
      Estimate::of(std::sqrt(std::max(0.0, (squares - n_shuffles * (mean - 0.5) * (mean - 0.5)) / (n_shuffles - 1))));
  out.p = Estimate::of((1.0 + as_large) / (1.0 + n_shuffles));
  return out;
}

}  // namespace brink::stats
