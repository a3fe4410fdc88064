#include "brink/stats/arrangements.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double Arrangements::n_states() const {
  return std::accumulate(times.begin(), times.end(), 1.0, [](double n, int k) { return n * (k + 1); });
}

// A state is how often each content was placed so far, as a number of mixed radix: every step leads to a greater one.
ArrangementMoments Arrangements::moments(const VectorXd& eta) const {
  const std::size_t n_contents = times.size(), n_variants = feature.size();
  const Index r = eta.size(), n = static_cast<Index>(n_states());
  std::vector<Index> stride(n_contents, 1);
  for (std::size_t c = 1; c < n_contents; ++c) stride[c] = stride[c - 1] * (times[c - 1] + 1);

  // Weights relative to the variant's largest, so that sums stay finite.
  double log_scale = 0;
  std::vector<std::vector<double>> weight(n_variants, std::vector<double>(n_contents));
  for (std::size_t v = 0; v < n_variants; ++v) {
    for (std::size_t c = 0; c < n_contents; ++c) weight[v][c] = feature[v][c].dot(eta);
    const double most = *std::max_element(weight[v].begin(), weight[v].end());
    for (double& w : weight[v]) w = std::exp(w - most);
    log_scale += most;
  }

  VectorXd sum = VectorXd::Zero(n);
  MatrixXd first = MatrixXd::Zero(r, n);
  MatrixXd second = MatrixXd::Zero(r * r, n);  // lower triangles, by rows
  sum[0] = 1;
  for (Index state = 0; state + 1 < n; ++state) {
    std::size_t v = 0;
    for (std::size_t c = 0; c < n_contents; ++c) v += static_cast<std::size_t>(state / stride[c] % (times[c] + 1));
    for (std::size_t c = 0; c < n_contents; ++c) {
      if (state / stride[c] % (times[c] + 1) == times[c]) continue;
      const Index next = state + stride[c];
      const VectorXd& x = feature[v][c];
      const double w = weight[v][c], z = sum[state];
      sum[next] += w * z;
      for (Index i = 0; i < r; ++i) {
        const double before = first(i, state);
        first(i, next) += w * (before + z * x[i]);
        for (Index k = 0; k <= i; ++k)
          second(i * r + k, next) +=
              w * (second(i * r + k, state) + x[i] * first(k, state) + x[k] * before + z * x[i] * x[k]);
      }
    }
  }
  ArrangementMoments out;
  const double total = sum[n - 1];
  out.log_sum = std::log(total) + log_scale;
  out.mean = first.col(n - 1) / total;
  out.covariance.resize(r, r);
  for (Index i = 0; i < r; ++i)
    for (Index k = 0; k <= i; ++k)
      out.covariance(i, k) = out.covariance(k, i) = second(i * r + k, n - 1) / total - out.mean[i] * out.mean[k];
  return out;
}

}  // namespace brink::stats
