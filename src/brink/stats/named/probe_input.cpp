#include "brink/stats/named/probe_input.h"

#include <algorithm>

#include "brink/stats/auroc.h"
#include "brink/stats/named/matrix.h"

namespace brink::stats {

std::vector<double> read_grid(const Field& in) {
  const auto field = in.find("grid");
  if (!field) return {std::begin(kProbeGrid), std::end(kProbeGrid)};
  std::vector<double> grid;
  for (const Field& c : field->list()) {
    grid.push_back(c.finite());
    if (!(grid.back() > 0)) c.refuse("must be positive");
  }
  if (grid.empty() || !std::is_sorted(grid.begin(), grid.end())) field->refuse("must hold values in ascending order");
  return grid;
}

ProbeData read_data(const Field& states, const Field& labels, const Field& split) {
  ProbeData out;
  out.states = read_matrix(states);
  out.labels = read_labels(labels, out.states.rows());
  for (const std::string& part : read_split(split, out.states.rows())) {
    out.parts.push_back(part == "train" ? Part::kTrain : part == "val" ? Part::kVal : Part::kTest);
  }
  return out;
}

Estimate auroc_on(const LinearProbe& probe, const ProbeData& part) {
  return auroc(part.labels, probe.scores(part.states)).value;
}

}  // namespace brink::stats
