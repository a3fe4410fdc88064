#include "brink/stats/mitigation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace brink::stats {
namespace {

constexpr double kLeastProbability = 1e-10;

void scale_to_one(std::vector<double>& p) {
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& q : p) q /= sum;
}

std::vector<double> item_prior(const ReadItem& item) {
  assert(!item.p.empty());
  std::vector<double> prior(static_cast<std::size_t>(item.m));
  for (const std::vector<double>& p : item.p) {
    for (std::size_t slot = 0; slot < prior.size(); ++slot)
      prior[slot] += std::log(std::max(p[slot], kLeastProbability)) / static_cast<double>(item.p.size());
  }
  const double most = *std::max_element(prior.begin(), prior.end());
  for (double& q : prior) q = std::exp(q - most);
  scale_to_one(prior);
  return prior;
}

}  // namespace

std::vector<double> permutation_average(const ReadItem& item) {
  assert(!item.p.empty());
  std::vector<double> mean(static_cast<std::size_t>(item.m));
  for (std::size_t v = 0; v < item.p.size(); ++v) {
    const std::vector<double> contents = content_probabilities(item, v);
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += contents[c] / static_cast<double>(item.p.size());
  }
  return mean;
}

int majority_content(std::span<const int> contents) {
  assert(!contents.empty());
  const auto times = [&](int content) { return std::count(contents.begin(), contents.end(), content); };
  return *std::max_element(contents.begin(), contents.end(), [&](int a, int b) { return times(a) < times(b); });
}

std::vector<double> slot_prior(std::span<const ReadItem> calibration) {
  assert(!calibration.empty());
  std::vector<double> prior(static_cast<std::size_t>(calibration.front().m));
  for (const ReadItem& item : calibration) {
    assert(item.m == calibration.front().m);
    const std::vector<double> own = item_prior(item);
    for (std::size_t slot = 0; slot < prior.size(); ++slot) prior[slot] += own[slot];
  }
  scale_to_one(prior);
  return prior;
}

std::vector<double> without_prior(std::span<const double> p, std::span<const double> prior) {
  assert(p.size() == prior.size());
  std::vector<double> out;
  for (std::size_t slot = 0; slot < p.size(); ++slot)
    out.push_back(std::max(p[slot], kLeastProbability) / std::max(prior[slot], kLeastProbability));
  scale_to_one(out);
  return out;
}

VoteDisagreement vote_disagreement(std::span<const std::pair<int, int>> votes) {
  VoteDisagreement out;
  out.n = static_cast<int>(votes.size());
  for (const auto& [forward, backward] : votes) out.n_differ += forward != backward;
  if (votes.empty()) {
    out.share = Estimate::undefined("no item");
    return out;
  }
  out.share = Estimate::of(static_cast<double>(out.n_differ) / out.n);
  out.interval = wilson(out.n_differ, out.n);
  return out;
}

}  // namespace brink::stats
