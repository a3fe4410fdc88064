#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/stats/auroc.h"
#include "brink/stats/probe_null.h"
#include "brink/stats/probe_space.h"
#include "brink/stats/scored_rows.h"

namespace brink::stats {

/// What is asked about rows of states: their class, and which item each is of.
struct ProbeQuestion {
  std::vector<int> classes;  // [n] two classes: 1 is the positive one; more: each against the rest
  int n_classes = 2;
  std::vector<std::int64_t> items;  // [n]
};

/// How well a class can be read from states: one probe, or the mean over one for each class.
struct Recoverability {
  std::string why_undefined;         // as fit_probe(), or "test one class": no class has a probe and a test AUROC
  int n_probes = 0;                  // classes behind the means
  double c = 0;                      // of the first probe
  Estimate train, validation, test;  // AUROC, means over probes
  std::vector<LogisticFits> fits;    // [n_probes], of one labelling each
  ScoredRows scored;                 // the test rows

  std::optional<Interval> interval;  // of the test AUROC: bootstrap_macro_auroc()
  AurocError clustered;              // the same by clustered_auroc(); undefined with several probes: "several classes"
};

/// The protocol on rows whose states are factored: C by validation, one test.
Recoverability recover(const ProbeSpace& space, const ProbeQuestion& question, int n_boot, std::uint64_t seed);

/// What the same procedure finds in labels that were dealt out anew; the mean over the same probes each time.
ProbeNull recover_in_shuffled(const ProbeSpace& space, const ProbeQuestion& question, const Recoverability& found,
                              int n_shuffles, std::uint64_t seed);

/// Labels of one class against the rest; two classes: whether it is class 1.
std::vector<bool> labels_against_rest(const ProbeQuestion& question, int positive);

}  // namespace brink::stats
