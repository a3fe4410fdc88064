#include "brink/stats/probe.h"

#include <algorithm>
#include <cassert>

#include "brink/stats/auroc.h"

namespace brink::stats {

using Eigen::Index;
using Eigen::MatrixXd;

ProbeData ProbeData::of(Part part) const {
  assert(labels.size() == parts.size() && std::ssize(labels) == states.rows());
  std::vector<Index> rows;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == part) rows.push_back(static_cast<Index>(i));
  }
  ProbeData out;
  out.states = states(rows, Eigen::all);
  for (const Index i : rows) out.labels.push_back(labels[static_cast<std::size_t>(i)]);
  out.parts.assign(rows.size(), part);
  return out;
}

bool ProbeData::one_class() const {
  return std::find(labels.begin(), labels.end(), true) == labels.end() ||
         std::find(labels.begin(), labels.end(), false) == labels.end();
}

std::vector<double> LinearProbe::scores(const Eigen::Ref<const MatrixXd>& states) const {
  return decision_scores(scaling.apply(states), weights, intercept);
}

std::size_t best_c(std::span<const double> validation_aurocs) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < validation_aurocs.size(); ++i) {
    if (validation_aurocs[i] > validation_aurocs[best] + 1e-12) best = i;
  }
  return best;
}

ProbeFit fit_probe(const ProbeData& data, std::span<const double> grid) {
  assert(!grid.empty() && std::is_sorted(grid.begin(), grid.end()));
  ProbeFit out;
  const ProbeData train = data.of(Part::kTrain), validation = data.of(Part::kVal);
  if (train.one_class() || validation.one_class()) {
    out.why_undefined = train.one_class() ? "train one class" : "val one class";
    return out;
  }
  const Scaling scaling = scaling_of(train.states);
  MatrixXd scaled = scaling.apply(train.states);
  scaling.mute_constant(scaled);
  const RowSpace rows(scaled);
  std::vector<LinearProbe> probes;
  LogisticFit fit;
  for (const double c : grid) {
    fit = fit_logistic(rows, train.labels, c, kExactFit, probes.empty() ? nullptr : &fit);
    LinearProbe& probe = probes.emplace_back(LinearProbe{scaling, rows.weights(fit.v), fit.intercept});
    for (Index j = 0; j < probe.weights.size(); ++j) {
      if (scaling.constant(j)) probe.weights(j) = 0;
    }
    out.validation_aurocs.push_back(*auroc(validation.labels, probe.scores(validation.states)).value.value);
  }
  const std::size_t best = best_c(out.validation_aurocs);
  out.c = grid[best];
  out.probe = std::move(probes[best]);
  return out;
}

}  // namespace brink::stats
