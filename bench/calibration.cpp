// How the tests and intervals of the study of commitment and length behave over simulated studies, made of numbers and
// of whole runs of a scripted model: tables for the docs.
#include "brink/stats/calibration.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "brink/pipeline/scripted_studies.h"
#include "brink/store/temporary_directory.h"

namespace {

using namespace brink::stats;

void print(const char* title, const Calibration& calibration) {
  fmt::print("\n{}\n\n| test | n | at .01 | at .05 | at .10 | Kolmogorov |\n|---|---|---|---|---|---|\n", title);
  for (const TestCalibration& row : calibration.tests) {
    fmt::print("| {} | {} |", row.name, row.n);
    for (int i = 0; i < 3; ++i) {
      const double share = static_cast<double>(row.rejected[i]) / row.n;
      fmt::print(" {:.4f} ({:.4f}) |", share, std::sqrt(share * (1 - share) / row.n));
    }
    fmt::print(" {:.2f} |\n", kolmogorov(row.uniform));
  }
  fmt::print("\n| 95 % interval | n | covers |\n|---|---|---|\n");
  for (const IntervalCalibration& row : calibration.intervals)
    fmt::print("| {} | {} | {:.4f} |\n", row.name, row.n, static_cast<double>(row.covered) / row.n);
}

/// The rows of whole reports; those of difficulty apart, which find something whatever the order does.
void print_reports(const char* title, const brink::ScriptedReports& reports) {
  Calibration order, difficulty;
  for (const TestCalibration& row : reports.rows.tests)
    (brink::of_difficulty(row.name) ? difficulty : order).tests.push_back(row);
  for (const IntervalCalibration& row : reports.rows.intervals)
    if (!brink::of_difficulty(row.name)) order.intervals.push_back(row);
  print(title, order);
  print("The same: what goes with difficulty.", difficulty);
  fmt::print("\n| accuracy of the item | n | mean excess PBS | standard error |\n|---|---|---|---|\n");
  for (const auto& [accuracy, excess] : reports.excess_at) {
    const double mean = excess.sum / excess.n;
    const double variance = std::max(0.0, excess.squares / excess.n - mean * mean);
    fmt::print("| {} | {} | {:+.5f} | {:.5f} |\n", accuracy, excess.n, mean, std::sqrt(variance / excess.n));
  }
  if (reports.n_unread > 0) fmt::print("\n{} answers were not read as they were meant\n", reports.n_unread);
}

void whole_studies(int n_studies, int n_items, std::uint64_t seed) {
  fmt::print("\n{} runs of a scripted model, each of {} items x 4 orders x 2 modes; n counts modes\n", n_studies,
             n_items);
  const brink::testing_support::TemporaryDirectory folder;
  for (const auto& [title, script] : {std::pair{"The order does not matter.", "doubt"},
                                      {"Slot 0 draws: .4 logits.", "doubt:0.4"},
                                      {"Slot 0 draws .4 logits, and .4 more per unit of log length.", "doubt:0.4:0.4"}})
    print_reports(title, brink::report_on({script, n_studies, n_items, seed++}, folder.path()));
}

}  // namespace

int main(int argc, char** argv) {
  int n_studies = 2000, n_items = 200, n_draws = 499, n_runs = 200;
  std::uint64_t seed = 1;
  CLI::App app("size, coverage and power of the statistics over simulated studies");
  app.add_option("--studies", n_studies, "of each model")->capture_default_str();
  app.add_option("--runs", n_runs, "whole studies of a scripted model, of each law")->capture_default_str();
  app.add_option("--items", n_items, "of each study")->capture_default_str();
  app.add_option("--draws", n_draws, "of each Monte-Carlo test")->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  SimulatedModel pulled, growing;
  pulled.pull = {0.4, 0, 0, 0};
  growing.pull = {0.4, 0, 0, 0};
  growing.growth = {0.4, 0, 0, 0};
  if (n_runs > 0) whole_studies(n_runs, n_items, seed);
  if (n_studies <= 0) return 0;
  fmt::print("\n{} studies of {} items x 4 orders, doubtful items long; share of studies rejected (standard error)\n",
             n_studies, n_items);
  print("The order does not matter.", calibrate({}, n_studies, n_items, n_draws, seed));
  print("Slot 0 draws: .4 logits. Tests of length have nothing to find.",
        calibrate(pulled, n_studies, n_items, n_draws, seed + 1));
  print("Slot 0 draws .4 logits, and .4 more per unit of log length.",
        calibrate(growing, n_studies, n_items, n_draws, seed + 2));
}
