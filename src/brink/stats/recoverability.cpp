#include "brink/stats/recoverability.h"

#include <cassert>

namespace brink::stats {
namespace {

void add(Estimate& sum, const Estimate& one) { sum = Estimate::of(sum.value.value_or(0) + *one.value); }

void take_test_rows(ScoredRows& out, const ProbeSpace& space, const ProbeQuestion& question) {
  for (const Eigen::Index i : rows_of(space.parts(), Part::kTest)) {
    out.classes.push_back(question.classes[static_cast<std::size_t>(i)]);
    out.items.push_back(question.items[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

std::vector<bool> labels_against_rest(const ProbeQuestion& question, int positive) {
  std::vector<bool> out;
  for (const int c : question.classes) out.push_back(c == positive);
  return out;
}

Recoverability recover(const ProbeSpace& space, const ProbeQuestion& question, int n_boot, std::uint64_t seed) {
  assert(question.classes.size() == space.parts().size() && question.items.size() == question.classes.size());
  Recoverability out;
  take_test_rows(out.scored, space, question);
  for (int positive = question.n_classes == 2 ? 1 : 0; positive < question.n_classes; ++positive) {
    SpaceFit fit = fit_probe(space, labels_against_rest(question, positive));
    if (!fit.why_undefined.empty() || !fit.test.value) {
      if (out.why_undefined.empty())
        out.why_undefined = fit.why_undefined.empty() ? fit.test.why_undefined : fit.why_undefined;
      continue;
    }
    if (out.n_probes++ == 0) out.c = fit.c;
    add(out.train, fit.train);
    add(out.validation, fit.validation);
    add(out.test, fit.test);
    out.fits.push_back(std::move(fit.fit));
    out.scored.positives.push_back(positive);
    out.scored.scores.push_back(std::move(fit.test_scores));
  }
  if (out.n_probes == 0) {
    for (Estimate* e : {&out.train, &out.validation, &out.test}) *e = Estimate::undefined(out.why_undefined);
    out.clustered.se = Estimate::undefined(out.why_undefined);
    return out;
  }
  out.why_undefined.clear();
  for (Estimate* e : {&out.train, &out.validation, &out.test}) *e = Estimate::of(*e->value / out.n_probes);
  out.interval = bootstrap_macro_auroc(out.scored, n_boot, seed);
  if (question.n_classes > 2) {
    out.clustered.se = Estimate::undefined("several classes");
  } else {
    std::vector<bool> labels;
    for (const int c : out.scored.classes) labels.push_back(c == 1);
    out.clustered = clustered_auroc(labels, out.scored.scores.front(), out.scored.items);
  }
  return out;
}

ProbeNull recover_in_shuffled(const ProbeSpace& space, const ProbeQuestion& question, const Recoverability& found,
                              int n_shuffles, std::uint64_t seed) {
  if (found.n_probes == 0) {
    ProbeNull out;
    out.mean = out.sd = out.p = found.test;
    return out;
  }
  std::vector<double> means(static_cast<std::size_t>(n_shuffles), 0);
  for (const int positive : found.scored.positives) {
    // One seed, so that each shuffle deals the same items to every class.
    const ProbeNull one = shuffled_labels(space, labels_against_rest(question, positive), question.items,
                                          *found.test.value, n_shuffles, seed);
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += one.aurocs[i] / found.n_probes;
  }
  return probe_null(std::move(means), *found.test.value);
}

}  // namespace brink::stats
