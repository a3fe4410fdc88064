#include "brink/stats/arrangements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace brink::stats {

using Eigen::Index;
using Eigen::VectorXd;

double Arrangements::n_states() const {
  return std::accumulate(times.begin(), times.end(), 1.0, [](double n, int k) { return n * (k + 1); });
}

// A state is how often each content was placed so far, as a number of mixed radix: every step leads to a greater one.
// It has the sum of the weights of all ways there, then those of the weights times the features [r] and times their
// products, the lower triangle by rows.
ArrangementMoments Arrangements::moments(const VectorXd& eta) const {
  const std::size_t n_contents = times.size(), n_variants = feature.size(), r = static_cast<std::size_t>(eta.size());
  const std::size_t n = static_cast<std::size_t>(n_states()), width = 1 + r + r * (r + 1) / 2;
  std::vector<std::size_t> stride(n_contents, 1);
  for (std::size_t c = 1; c < n_contents; ++c) stride[c] = stride[c - 1] * (static_cast<std::size_t>(times[c - 1]) + 1);

  // Weights relative to the variant's largest, so that sums stay finite.
  double log_scale = 0;
  std::vector<double> weight(n_variants * n_contents);
  for (std::size_t v = 0; v < n_variants; ++v) {
    const std::span<double> own = std::span(weight).subspan(v * n_contents, n_contents);
    for (std::size_t c = 0; c < n_contents; ++c) own[c] = feature[v][c].dot(eta);
    const double most = *std::max_element(own.begin(), own.end());
    for (double& w : own) w = std::exp(w - most);
    log_scale += most;
  }

  std::vector<double> sums(n * width);
  sums[0] = 1;
  std::vector<int> placed(n_contents);
  std::size_t v = 0;  // variants that have a content
  for (std::size_t state = 0; state + 1 < n; ++state) {
    const double* from = sums.data() + state * width;
    for (std::size_t c = 0; c < n_contents; ++c) {
      if (placed[c] == times[c]) continue;
      double* to = sums.data() + (state + stride[c]) * width;
      const double* x = feature[v][c].data();
      const double w = weight[v * n_contents + c], z = from[0];
      to[0] += w * z;
      for (std::size_t i = 0, at = 1 + r; i < r; ++i) {
        const double before = from[1 + i];
        to[1 + i] += w * (before + z * x[i]);
        for (std::size_t k = 0; k <= i; ++k, ++at)
          to[at] += w * (from[at] + x[i] * from[1 + k] + x[k] * before + z * x[i] * x[k]);
      }
    }
    std::size_t c = 0;
    for (; placed[c] == times[c]; ++c) v -= static_cast<std::size_t>(std::exchange(placed[c], 0));
    ++placed[c];
    ++v;
  }
  ArrangementMoments out;
  const double* last = sums.data() + (n - 1) * width;
  const double total = last[0];
  out.log_sum = std::log(total) + log_scale;
  out.mean = Eigen::Map<const VectorXd>(last + 1, eta.size()) / total;
  out.covariance.resize(eta.size(), eta.size());
  const double* product = last + 1 + r;
  for (Index i = 0; i < eta.size(); ++i)
    for (Index k = 0; k <= i; ++k)
      out.covariance(i, k) = out.covariance(k, i) = *product++ / total - out.mean[i] * out.mean[k];
  return out;
}

CodedItem code_item(const AnsweredItem& item, Index r,
                    const std::function<VectorXd(std::size_t v, int content)>& feature) {
  CodedItem out{{}, VectorXd::Zero(r)};
  std::map<int, int> times;
  for (const int content : item.contents) ++times[content];
  for (const auto& [content, n] : times) out.arrangements.times.push_back(n);
  for (std::size_t v = 0; v < item.contents.size(); ++v) {
    std::vector<VectorXd>& features = out.arrangements.feature.emplace_back();
    for (const auto& [content, n] : times) {
      features.push_back(feature(v, content));
      if (content == item.contents[v]) out.observed += features.back();
    }
  }
  return out;
}

}  // namespace brink::stats
