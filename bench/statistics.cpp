// The tables of a study of 1,000 items x 4 orders x 6 configurations, on one core: what statistics_baseline.py computes
// with NumPy and SciPy, on the same data.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/stats/bootstrap.h"
#include "brink/stats/decoupling.h"
#include "brink/stats/length_bins.h"
#include "brink/stats/length_regression.h"
#include "brink/stats/partial_correlation.h"
#include "brink/stats/pbs_cell.h"
#include "brink/stats/preferred_slot.h"
#include "brink/stats/sign_flip.h"
#include "brink/stats/simulated_study.h"
#include "brink/stats/soft_pbs.h"
#include "brink/stats/wilcoxon.h"

namespace {

using namespace brink;
using namespace brink::stats;
using Configuration = std::vector<SimulatedItem>;
using Seconds = std::map<std::string, double>;

std::vector<Configuration> simulate(int n_items) {
  std::vector<Configuration> out;
  SplitMix64 rng(1);
  for (int c = 0; c < 6; ++c) {
    SimulatedModel model;
    model.pull[0] = 0.1 * c;
    model.growth[0] = c % 2 == 0 ? 0 : 0.2;
    out.push_back(simulate_items(model, n_items, rng));
  }
  return out;
}

Json data(const std::vector<Configuration>& configurations) {
  Json out = Json::array();
  for (const Configuration& items : configurations) {
    Json& rows = out.emplace_back(Json::array());
    for (const SimulatedItem& item : items) {
      Json slots = Json::array();
      for (const auto& slot : item.slots) slots.push_back(*slot);
      rows.push_back({{"slots", slots},
                      {"length", std::exp(item.log_length)},
                      {"accuracy", item.accuracy},
                      {"p", item.probabilities.p},
                      {"destinations", item.cut.destinations}});
    }
  }
  return out;
}

/// Runs one table and adds its processor time to the sum of its name: other programs do not count.
template <class Table>
Json timed(Seconds& seconds, const char* name, const Table& table) {
  const std::clock_t start = std::clock();
  Json out = table();
  seconds[name] += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return out;
}

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Json interval(const Bootstrap& draws) { return {draws.estimate, draws.low, draws.high}; }

Json tables(const Configuration& items, const Configuration& other, int n_draws, Resamples& kept, Seconds& seconds) {
  PbsNullTables nulls;
  std::vector<double> length, pbs, excess, accuracy, other_pbs;
  std::vector<std::int64_t> right;
  Json out;
  out["pbs"] = timed(seconds, "pbs", [&] {
    std::vector<ItemPbs> read;
    std::vector<SlotMoments> moments;
    std::vector<ClusterSum> units;
    for (std::size_t i = 0; i < items.size(); ++i) {
      read.push_back(nulls.compare(items[i].read));
      moments.push_back(slot_moments(items[i].read));
      length.push_back(std::exp(items[i].log_length));
      pbs.push_back(read.back().pbs);
      excess.push_back(read.back().excess().value.value_or(0));
      accuracy.push_back(items[i].accuracy);
      units.push_back({pbs.back(), 1});
      other_pbs.push_back(nulls.compare(other[i].read).pbs);
      right.push_back(std::llround(4 * (items[i].accuracy - other[i].accuracy)));
    }
    const CellPbs cell = cell_pbs(read);
    const OrderTest order = conditional_chi_square(moments);
    return Json{{"mean", interval(bootstrap_mean(units, n_draws, 1, 0.95, &kept))},
                {"excess", *cell.excess.value},
                {"p", *cell.p.value},
                {"chi_square", order.conditional->statistic},
                {"pull", order.pulls[0].pull}};
  });
  out["accuracy"] = timed(seconds, "accuracy", [&] {
    std::vector<ClusterSum> units;
    for (const double share : accuracy) units.push_back({4 * share, 4});
    return interval(bootstrap_mean(units, n_draws, 1, 0.95, &kept));
  });
  out["correlation"] = timed(seconds, "correlation", [&] {
    const Eigen::VectorXd x = vector_of(length), y = vector_of(excess), z = vector_of(accuracy);
    const PartialCorrelation pearson = partial_correlation(x, y, z, Scale::kValues);
    const PartialCorrelation spearman = partial_correlation(x, y, z, Scale::kRanks);
    return Json{{"pearson", *pearson.r.value},
                {"spearman", *spearman.r.value},
                {"p", *spearman.p.value},
                {"p_permutation", *permutation_p(x, y, z, Scale::kRanks, n_draws, 1).value}};
  });
  out["bins"] = timed(seconds, "bins", [&] {
    std::vector<LengthItem> rows;
    for (std::size_t i = 0; i < items.size(); ++i) rows.push_back({length[i], pbs[i], pbs[i], pbs[i]});
    Json bins = Json::array();
    for (const LengthBin& bin : length_bins(rows, 4, n_draws, 1, &kept).bins)
      bins.push_back({*bin.mean.value, bin.interval->low, bin.interval->high});
    return bins;
  });
  out["regression"] = timed(seconds, "regression", [&] {
    const LengthRegression fit = slope_per_doubling(length, excess, accuracy, Control::kFactor);
    return Json{*fit.slope.value, fit.interval->low, fit.interval->high};
  });
  out["logit"] = timed(seconds, "logit", [&] {
    std::vector<ChoicesAtLength> rows;
    for (const SimulatedItem& item : items) rows.push_back({item.read, item.log_length});
    const Decoupling fit = decoupling(rows);
    return Json{{"ratio", fit.likelihood_ratio->statistic}, {"slope", fit.terms[0].slope}};
  });
  out["paired"] = timed(seconds, "paired", [&] {
    return Json{{"wilcoxon", wilcoxon(pbs, other_pbs).wilcox.normal->greater},
                {"sign_flip", sign_flip_test(right).p_greater}};
  });
  out["cuts"] = timed(seconds, "cuts", [&] {
    std::vector<CutItem> cuts;
    std::vector<SlotMoments> moments;
    std::vector<std::uint64_t> hashes;
    for (const SimulatedItem& item : items) {
      cuts.push_back(item.cut);
      moments.push_back(destination_moments(item.cut));
      hashes.push_back(hashes.size());
    }
    const Direction direction = direction_test(cuts, 0, n_draws, 1);
    return Json{{"share", *direction.share.value},
                {"null_share", *direction.null_share.value},
                {"p", *direction.p.value},
                {"omnibus", conditional_chi_square(moments).conditional->statistic},
                {"preferred_p", *preferred_slot(moments, hashes, 1).p.value}};
  });
  out["soft_pbs"] = timed(seconds, "soft_pbs", [&] {
    std::vector<SoftPbs> soft;
    for (const SimulatedItem& item : items) soft.push_back(soft_pbs(item.probabilities, 1));
    const SoftPbsCell cell = soft_pbs_cell(soft);
    return Json{{"excess", *cell.excess.value}, {"z", *cell.z.value}};
  });
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  int n_items = 1000, n_draws = 10'000;
  std::string file;
  CLI::App app("tables of a simulated study, and the seconds they take, as JSON");
  app.add_option("--items", n_items)->capture_default_str();
  app.add_option("--draws", n_draws, "of the bootstrap and of the Monte-Carlo tests")->capture_default_str();
  app.add_option("--data", file, "write the study here, for statistics_baseline.py");
  CLI11_PARSE(app, argc, argv);

  const std::vector<Configuration> study = simulate(n_items);
  if (!file.empty()) std::ofstream(file) << data(study);
  Json results = Json::array();
  Seconds seconds;
  Resamples kept;
  for (std::size_t c = 0; c < study.size(); ++c)
    results.push_back(tables(study[c], study[(c + 1) % study.size()], n_draws, kept, seconds));
  std::cout << Json{{"seconds", seconds}, {"results", results}} << '\n';
}
