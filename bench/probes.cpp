// Seconds of what a study of hidden states computes, on random states: one line each.
#include <fmt/core.h>

#include <chrono>
#include <numeric>

#include "brink/base/rng.h"
#include "brink/stats/cross_validation.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/probe_null.h"

namespace brink::stats {
namespace {

constexpr int kDimensions = 4096;

Eigen::MatrixXd random_states(int n) {
  SplitMix64 rng(1);
  Eigen::MatrixXd out(n, kDimensions);
  for (double& value : out.reshaped()) value = rng.uniform() + rng.uniform() - 1;
  return out;
}

template <class Work>
void time(const char* what, Work work) {
  const auto start = std::chrono::steady_clock::now();
  const double result = work();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  fmt::print("{:<60} {:8.2f} s   ({:.3f})\n", what, taken.count(), result);
  std::fflush(stdout);
}

void run() {
  const Eigen::MatrixXd states = random_states(1000);
  time("effective dimension, N = 1000, d = 4096", [&] { return *effective_dimension(states).plain.value; });
  time("its 5 x 50 subsets, Gram matrix included", [&] {
    const std::vector<Eigen::MatrixXd> grams{centred_gram(states)};
    double sum = 0;
    for (const int n : {25, 50, 100, 150, 200}) sum += *subsampled_dimension(grams, kDimensions, n, 50, 1).mean.value;
    return sum;
  });
  SplitMix64 rng(2);
  ProbeData data{states.topRows(600), {}, {}};
  for (int i = 0; i < 600; ++i) {
    data.labels.push_back(rng.uniform() < 0.5 + 0.4 * data.states(i, 0));
    data.parts.push_back(i % 5 < 3 ? Part::kTrain : i % 5 == 3 ? Part::kVal : Part::kTest);
  }
  std::vector<std::int64_t> items(600);
  std::iota(items.begin(), items.end(), 0);
  time("probe over 7 C, n = 600, d = 4096", [&] { return fit_probe(data).c; });
  time("5 x 5 cross-validated", [&] { return *cross_validated_auroc(data.states, data.labels, items, 1).mean.value; });
  time("1000 label shuffles over 7 C", [&] { return *shuffled_labels(data, items, 0.5, 1000, 1).mean.value; });
}

}  // namespace
}  // namespace brink::stats

int main() { brink::stats::run(); }
