#include "brink/stats/auroc.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "brink/stats/ranks.h"

namespace brink::stats {

Auroc auroc(const std::vector<bool>& labels, std::span<const double> scores) {
  assert(labels.size() == scores.size());
  Auroc out;
  std::vector<double> positive, negative;
  for (std::size_t i = 0; i < labels.size(); ++i) (labels[i] ? positive : negative).push_back(scores[i]);
  out.n_positive = std::ssize(positive);
  out.n_negative = std::ssize(negative);
  const auto is_nan = [](double s) { return std::isnan(s); };
  std::erase_if(negative, is_nan);
  std::sort(negative.begin(), negative.end());
  std::int64_t twice_beaten = 0;
  for (const double s : positive) {
    if (std::isnan(s)) continue;
    const auto [low, high] = std::equal_range(negative.begin(), negative.end(), s);
    twice_beaten += 2 * (low - negative.begin()) + (high - low);
    out.n_tied_pairs += high - low;
  }
  if (out.n_positive == 0 || out.n_negative == 0 || std::any_of(scores.begin(), scores.end(), is_nan)) {
    const bool one_class = out.n_positive == 0 || out.n_negative == 0;
    out.value = out.hanley_mcneil_se = Estimate::undefined(one_class ? "one class" : "nan score");
    return out;
  }
  const double m = static_cast<double>(out.n_positive), n = static_cast<double>(out.n_negative);
  const double a = static_cast<double>(twice_beaten) / (2 * m * n);
  const double q1 = a / (2 - a), q2 = 2 * a * a / (1 + a);
  const double variance = (a * (1 - a) + (m - 1) * (q1 - a * a) + (n - 1) * (q2 - a * a)) / (m * n);
  out.value = Estimate::of(a);
  out.hanley_mcneil_se = Estimate::of(std::sqrt(std::max(0.0, variance)));
  return out;
}

std::vector<double> placements(const std::vector<bool>& labels, std::span<const double> scores) {
  assert(labels.size() == scores.size());
  const std::vector<double> overall = midranks(scores);
  std::vector<double> of_class[2];
  for (std::size_t i = 0; i < labels.size(); ++i) of_class[labels[i]].push_back(scores[i]);
  const std::vector<double> within[2] = {midranks(of_class[0]), midranks(of_class[1])};
  std::size_t at[2] = {};
  std::vector<double> out;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double below = overall[i] - within[labels[i]][at[labels[i]]++];  // of the other class, ties half
    const double others = static_cast<double>(of_class[!labels[i]].size());
    out.push_back(labels[i] ? below / others : 1 - below / others);
  }
  return out;
}

}  // namespace brink::stats
