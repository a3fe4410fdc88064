#include "brink/stats/calibration.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "brink/stats/bootstrap.h"
#include "brink/stats/decoupling.h"
#include "brink/stats/length_regression.h"
#include "brink/stats/order_test.h"
#include "brink/stats/partial_correlation.h"
#include "brink/stats/pbs_cell.h"
#include "brink/stats/preferred_slot.h"
#include "brink/stats/sign_flip.h"
#include "brink/stats/soft_pbs.h"
#include "brink/stats/wilcoxon.h"

namespace brink::stats {
namespace {

using Eigen::VectorXd;

/// Uniform where the null holds: P(above observed) + U P(equal to it).
double randomize(double at_least, double at_most, double u) { return 1 - at_most + u * (at_least + at_most - 1); }

/// What the tests read of a mode's items.
struct Columns {
  std::vector<SlotMoments> moments, cut_moments;
  std::vector<ItemPbs> pbs;
  std::vector<double> length, excess, accuracy;
  std::vector<ChoicesAtLength> choices;
  std::vector<CutItem> cuts;
  std::vector<SoftPbs> soft;
};

Columns columns(const std::vector<SimulatedItem>& items, PbsNullTables& tables) {
  Columns out;
  for (const SimulatedItem& item : items) {
    out.moments.push_back(slot_moments(item.read));
    out.cut_moments.push_back(destination_moments(item.cut));
    out.pbs.push_back(tables.compare(item.read));
    out.length.push_back(std::exp(item.log_length));
    out.excess.push_back(out.pbs.back().excess().value.value_or(0));
    out.accuracy.push_back(item.accuracy);
    out.choices.push_back({item.read, item.log_length});
    out.cuts.push_back(item.cut);
    out.soft.push_back(soft_pbs(item.probabilities, 0));
  }
  return out;
}

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

void order_rows(Tally& rows, const Columns& a, double pull) {
  const OrderTest order = conditional_chi_square(a.moments);
  if (order.conditional) rows.test("order test", Tally::kAsymptotic, order.conditional->p);
  const CellPbs cell = cell_pbs(a.pbs);
  rows.test("excess PBS, exact", Tally::kExact, cell.p.value);
  rows.test("excess PBS, normal", Tally::kAsymptotic, cell.p_normal.value);
  rows.test("soft PBS", Tally::kAsymptotic, soft_pbs_cell(a.soft).p.value);
  if (!order.pulls.empty() && order.pulls[0].low)
    rows.interval("pull of slot 0", *order.pulls[0].low, *order.pulls[0].high, pull);
}

void length_rows(Tally& rows, const Columns& a, int n_draws, std::uint64_t seed, double growth) {
  const VectorXd length = vector_of(a.length), excess = vector_of(a.excess), accuracy = vector_of(a.accuracy);
  rows.test("excess PBS ~ length given accuracy, t of ranks", Tally::kAsymptotic,
            partial_correlation(length, excess, accuracy, Scale::kRanks).p.value);
  rows.test("the same, t of lengths", Tally::kAsymptotic,
            partial_correlation(length, excess, accuracy, Scale::kValues).p.value);
  rows.test("the same, t of log lengths", Tally::kAsymptotic,
            partial_correlation(length.array().log(), excess, accuracy, Scale::kValues).p.value);
  std::vector<std::int64_t> levels;
  for (const double share : a.accuracy) levels.push_back(std::llround(share * 64));
  rows.test("the same, ranks permuted within accuracy", Tally::kAsymptotic,
            permutation_p(length, excess, accuracy, Scale::kRanks, n_draws, seed, levels).value);
  rows.test("excess PBS per doubling given accuracy, HC3", Tally::kAsymptotic,
            slope_per_doubling(a.length, a.excess, a.accuracy, Control::kFactor).p.value);
  const Decoupling logit = decoupling(a.choices);
  if (!logit.score) return;
  rows.test("conditional logit, score", Tally::kAsymptotic, logit.score->p);
  rows.test("conditional logit, likelihood ratio", Tally::kAsymptotic, logit.likelihood_ratio->p);
  rows.test("conditional logit, Wald by item", Tally::kAsymptotic, logit.wald->p);
  if (logit.terms[0].slope_low)
    rows.interval("growth of slot 0's pull", *logit.terms[0].slope_low, *logit.terms[0].slope_high, growth);
}

void cut_rows(Tally& rows, const Columns& a, int n_draws, SplitMix64& rng) {
  const Direction direction = direction_test(a.cuts, 0, n_draws, rng.next());
  rows.test("cuts: direction to slot 0", Tally::kExact, direction.p.value);
  if (const auto omnibus = conditional_chi_square(a.cut_moments).conditional)
    rows.test("cuts: destinations, omnibus", Tally::kAsymptotic, omnibus->p);
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < a.cuts.size(); ++i) hashes.push_back(rng.next());
  rows.test("cuts: preferred slot, cross-fitted", Tally::kExact,
            preferred_slot(a.cut_moments, hashes, rng.next()).p.value);
}

void paired_rows(Tally& rows, const Columns& a, const Columns& b, int m, double mean_accuracy, int n_draws,
                 SplitMix64& rng) {
  std::vector<double> pbs_a, pbs_b;
  std::vector<std::int64_t> right;
  std::vector<ClusterSum> units;
  for (std::size_t i = 0; i < a.pbs.size(); ++i) {
    pbs_a.push_back(a.pbs[i].pbs);
    pbs_b.push_back(b.pbs[i].pbs);
    right.push_back(std::llround(m * (a.accuracy[i] - b.accuracy[i])));
    units.push_back({a.accuracy[i] * m, m});
  }
  const Wilcoxon ranks = wilcoxon(pbs_a, pbs_b);
  if (ranks.wilcox.exact) {
    const Directions& exact = *ranks.wilcox.exact;
    rows.test("PBS of two modes, signed ranks, exact", Tally::kExact, exact.greater,
              randomize(exact.greater, exact.less, rng.uniform()));
  }
  if (ranks.wilcox.normal)
    rows.test("PBS of two modes, signed ranks, normal", Tally::kAsymptotic, ranks.wilcox.normal->greater);
  const SignFlip flips = sign_flip_test(right);
  rows.test("accuracy of two modes, sign flips", Tally::kExact, flips.p_greater,
            randomize(flips.p_greater, flips.p_less, rng.uniform()));
  const Bootstrap mean = bootstrap_mean(units, n_draws, rng.next());
  rows.interval("mean accuracy, bootstrap", mean.low, mean.high, mean_accuracy);
}

/// Expected pull of slot 0 and accuracy, by one large study.
struct Truth {
  double pull, accuracy;
};

Truth truth(const SimulatedModel& model, SplitMix64 rng) {
  std::vector<SlotMoments> moments;
  double accuracy = 0;
  constexpr int kItems = 100'000;
  for (int i = 0; i < kItems; ++i) {
    const SimulatedItem item = simulate_item(model, rng);
    moments.push_back(slot_moments(item.read));
    accuracy += item.accuracy / kItems;
  }
  return {conditional_chi_square(moments).pulls[0].pull, accuracy};
}

}  // namespace

Calibration calibrate(const SimulatedModel& model, int n_studies, int n_items, int n_draws, std::uint64_t seed) {
  SplitMix64 rng(seed);
  const Truth expected = truth(model, SplitMix64(rng.next()));
  double growth = model.growth[0];
  for (const double g : model.growth) growth -= g / model.m;
  PbsNullTables tables;
  Tally rows;
  for (int study = 0; study < n_studies; ++study) {
    const Columns a = columns(simulate_items(model, n_items, rng), tables);
    const Columns b = columns(simulate_items(model, n_items, rng), tables);
    order_rows(rows, a, expected.pull);
    length_rows(rows, a, n_draws, rng.next(), growth);
    cut_rows(rows, a, n_draws, rng);
    paired_rows(rows, a, b, model.m, expected.accuracy, n_draws, rng);
  }
  return rows.out;
}

}  // namespace brink::stats
