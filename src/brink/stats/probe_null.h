#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/probe.h"
#include "brink/stats/probe_space.h"

namespace brink::stats {

/// What the whole procedure of fit_probe() finds where there is nothing to find.
struct ProbeNull {
  int n_shuffles = 0;
  std::vector<double> aurocs;  // [n_shuffles], of the test rows, in the order drawn
  Estimate mean, sd;           // of the test AUROC over shuffles, ddof 1; undefined: as fit_probe, "test one class"
  Estimate p;                  // (1 + shuffles with at least the observed AUROC) / (1 + n_shuffles)
};

/// Training labels are dealt out anew among training items, validation labels among validation items; each time every C
/// is fitted, one is chosen, and it is tested on the true test labels. An item's labels stay together; items exchange
/// them with those of as many rows, so that neither part ever has one class.
///
/// Rows are known by their inner products, so a fit costs O(n^2) a step whatever d is: see bench/README.md.
/// @param items     [n] item number of each row.
/// @param observed  test AUROC of the true labels.
/// @param n_shuffles  at least 2.
/// Source: Ojala & Garriga 2010 (test 1); specification statistics.md 10.
ProbeNull shuffled_labels(const ProbeData& data, std::span<const std::int64_t> items, double observed, int n_shuffles,
                          std::uint64_t seed, std::span<const double> grid = kProbeGrid);

/// The same in a space that is there already. A seed's deals depend on the items alone, not on the labels.
/// @param labels, items  [n], of all rows of the space.
ProbeNull shuffled_labels(const ProbeSpace& space, const std::vector<bool>& labels, std::span<const std::int64_t> items,
                          double observed, int n_shuffles, std::uint64_t seed,
                          std::span<const double> grid = kProbeGrid);

/// Mean, sd and p of AUROCs found in shuffled labels, at least 2.
ProbeNull probe_null(std::vector<double> aurocs, double observed);

}  // namespace brink::stats
