#include "brink/stats/tally.h"

#include <algorithm>
#include <cmath>

namespace brink::stats {
namespace {

template <class Row>
Row& find(std::vector<Row>& rows, const std::string& name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  if (found != rows.end()) return *found;
  rows.emplace_back().name = name;
  return rows.back();
}

}  // namespace

void Tally::test(const std::string& name, Kind kind, const std::optional<double>& p, std::optional<double> randomized) {
  if (!p) return;
  TestCalibration& row = find(out.tests, name);
  row.exact = kind == kExact;
  ++row.n;
  for (int i = 0; i < 3; ++i) row.rejected[i] += *p <= kLevels[i];
  row.uniform.push_back(randomized.value_or(*p));
}

void Tally::interval(const std::string& name, double low, double high, double truth) {
  IntervalCalibration& row = find(out.intervals, name);
  ++row.n;
  row.covered += low <= truth && truth <= high;
}

double kolmogorov(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double distance = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double below = static_cast<double>(i) / n, above = static_cast<double>(i + 1) / n;
    distance = std::max({distance, values[i] - below, above - values[i]});
  }
  return distance * std::sqrt(n);
}

}  // namespace brink::stats
