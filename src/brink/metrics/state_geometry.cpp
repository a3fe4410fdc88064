// The geometry of a configuration's hidden states, one row per item.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "brink/metrics/minima.h"
#include "brink/metrics/state_results.h"
#include "brink/metrics/support.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/intrinsic_dimension.h"

namespace brink {
namespace {

constexpr int kGroups = 50, kDraws = 50, kFirstK = 10, kLastK = 20;
constexpr int kSizes[] = {25, 50, 100, 150, 200};  // of random subsets (Intention Collapse, 3.3)

using Dimensions = std::vector<stats::EffectiveDimension>;

/// What a layer leaves behind once its states are let go.
struct Layer {
  stats::EffectiveDimension dimension;
  Dimensions without;  // each group of rows in turn
  Eigen::MatrixXd gram;
  std::vector<std::size_t> rows;
  int d = 0;
};

StateRows one_row_each(const StateStudy& study, const StateTable& table, const StateColumn& column) {
  StateRows all = read_states(study.store(), table.records, column);
  if (all.rows.empty()) return all;
  const std::vector<std::size_t> wanted = table.one_each();
  StateRows out;
  std::vector<Eigen::Index> kept;
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    if (std::ranges::binary_search(wanted, all.rows[i])) {
      out.rows.push_back(all.rows[i]);
      kept.push_back(static_cast<Eigen::Index>(i));
    }
  out.x = all.x(kept, Eigen::all);
  if (out.rows.empty()) out.why_none = "no state";
  if (const auto n = wanted.size() - out.rows.size(); n > 0) out.left_out["no state"] = static_cast<int>(n);
  return out;
}

std::vector<Estimate> pick(const Dimensions& all, Estimate stats::EffectiveDimension::*kind) {
  std::vector<Estimate> out;
  for (const stats::EffectiveDimension& one : all) out.push_back(one.*kind);
  return out;
}

/// A dimension with the interval of a jackknife over groups of items; none is below 1.
Result dimension_result(const Estimate& value, std::span<const Estimate> without) {
  Result r;
  r.value = value.value;
  r.reason = value.why_undefined;
  if (!value.value) return r;
  const Estimate se = stats::jackknife_se(without);
  if (!se.value) {
    r.reason = "no interval: " + se.why_undefined;
    return r;
  }
  r.low = std::max(std::min(1.0, *value.value), *value.value - 1.96 * *se.value);
  r.high = *value.value + 1.96 * *se.value;
  return r;
}

class Geometry {
 public:
  Geometry(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input)
      : out_(out), study_(study), table_(table), input_(input) {}

  void add(const std::string& point, std::span<const StateColumn> columns) {
    std::vector<Layer> layers;
    for (const StateColumn& column : columns) {
      StateRows rows = one_row_each(study_, table_, column);
      if (rows.why_none.empty() && std::ssize(rows.rows) < kMinDimension) rows.why_none = fewer_than(kMinDimension);
      if (!rows.why_none.empty()) {
        for (const char* metric : {"state_dimension", "state_dimension_corrected", "state_twonn", "state_lb_mle"})
          put(metric, undefined(rows.why_none), column, rows);
        continue;
      }
      layers.push_back(add_layer(column, rows));
    }
    if (!layers.empty()) add_all(point, layers);
  }

 private:
  void put(std::string_view metric, Result r, const StateColumn& column, const StateRows& rows) {
    r.group[kPoint] = column.point;
    r.group[kLayer] = layer_name(column.site);
    r.n = r.n_clusters = static_cast<int>(rows.rows.size());
    for (const auto& [why, n] : rows.left_out) r.left_out[why] += n;
    out_[metric].push_back(std::move(r));
  }

  Layer add_layer(const StateColumn& column, const StateRows& rows) {
    const Eigen::MatrixXd x = rows.x.cast<double>();
    const int n = static_cast<int>(x.rows()), d = static_cast<int>(x.cols());
    stats::DimensionAndGram found = stats::dimension_and_gram(x);
    Layer layer{found.dimension, {}, std::move(found.gram), rows.rows, d};
    if (n >= 4) layer.without = stats::without_groups(layer.gram, d, std::min(n, kGroups));
    Result plain = dimension_result(layer.dimension.plain, pick(layer.without, &stats::EffectiveDimension::plain));
    if (plain.value) plain.null = stats::white_noise_dimension(n, d);
    put("state_dimension", std::move(plain), column, rows);
    put("state_dimension_corrected",
        dimension_result(layer.dimension.corrected, pick(layer.without, &stats::EffectiveDimension::corrected)), column,
        rows);
    add_intrinsic(column, rows, x);
    return layer;
  }

  void add_intrinsic(const StateColumn& column, const StateRows& rows, const Eigen::MatrixXd& x) {
    const auto [two, by_k] = stats::intrinsic_dimension(x, kFirstK, kLastK);
    Result of_two = estimated(two.dimension, std::nullopt);
    if (of_two.value) of_two.reason = "no interval: neighbours hang together";
    if (const int n = static_cast<int>(x.rows()) - two.n; n > 0) of_two.left_out["equal row"] = n;
    put("state_twonn", std::move(of_two), column, rows);
    Result of_k = estimated(by_k.of_inverses, std::nullopt);
    if (of_k.value) of_k.reason = "no interval: neighbours hang together";
    if (by_k.n_duplicates > 0) of_k.left_out["equal row"] = by_k.n_duplicates;
    put("state_lb_mle", std::move(of_k), column, rows);
  }

  /// Means over layers, and random subsets, where every layer has the same rows.
  void add_all(const std::string& point, const std::vector<Layer>& layers) {
    const StateRows rows{{}, layers.front().rows, {}, {}};
    const StateColumn all{point, {}};
    const auto put_all = [&](std::string_view metric, Result r) {
      put(metric, std::move(r), all, rows);
      out_[metric].back().group[kLayer] = kAllLayers;
    };
    const bool alike = std::ranges::all_of(
        layers, [&](const Layer& l) { return l.rows == layers.front().rows && l.d == layers.front().d; });
    if (!alike) {
      for (const char* metric : {"state_dimension", "state_dimension_corrected"})
        put_all(metric, undefined("layers have states of different answers"));
      return;
    }
    const int n = static_cast<int>(layers.front().rows.size()), d = layers.front().d;
    const auto over = [&](auto mean, auto of) {
      Dimensions now;
      for (const Layer& l : layers) now.push_back(l.dimension);
      std::vector<Estimate> without;
      for (std::size_t g = 0; g < layers.front().without.size(); ++g) {
        Dimensions left;
        for (const Layer& l : layers) left.push_back(l.without[g]);
        without.push_back(mean(left));
      }
      return of(mean(now), without);
    };
    const auto result = [](const Estimate& e, const std::vector<Estimate>& w) { return dimension_result(e, w); };
    Result plain = over([](const Dimensions& x) { return stats::plain_over_layers(x); }, result);
    if (plain.value) plain.null = stats::white_noise_dimension(n, d);
    put_all("state_dimension", std::move(plain));
    put_all("state_dimension_corrected",
            over([](const Dimensions& x) { return stats::corrected_over_layers(x); }, result));
    add_subsets(layers, n, d, put_all);
  }

  template <class Put>
  void add_subsets(const std::vector<Layer>& layers, int n, int d, const Put& put_all) {
    std::vector<Eigen::MatrixXd> grams;
    for (const Layer& l : layers) grams.push_back(l.gram);
    for (const int size : kSizes) {
      if (size > n) break;
      const stats::SubsampledDimension s = stats::subsampled_dimension(grams, d, size, kDraws, input_.seed);
      Result mean = estimated(s.mean, std::nullopt), sd = estimated(s.sd, std::nullopt);
      if (mean.value) {
        mean.null = s.white_noise;
        mean.reason = fmt::format("no interval: mean of {} draws", s.n_draws);
      }
      if (sd.value) sd.reason = fmt::format("no interval: over {} draws", s.n_draws);
      for (auto& [metric, r] : {std::pair{"state_dimension_subset", &mean}, {"state_dimension_subset_sd", &sd}}) {
        r->group["rows"] = std::to_string(size);
        put_all(metric, std::move(*r));
      }
    }
  }

  StateResults& out_;
  const StateStudy& study_;
  const StateTable& table_;
  const MetricInput& input_;
};

}  // namespace

void add_geometry(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input) {
  Geometry geometry(out, study, table, input);
  for (const auto& [point, columns] : columns_by_point(table)) geometry.add(point, columns);
}

}  // namespace brink
