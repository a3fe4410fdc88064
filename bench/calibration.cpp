// How the tests and intervals of the study of commitment and length behave over simulated studies: a table for the
// docs.
#include "brink/stats/calibration.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>

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

}  // namespace

int main(int argc, char** argv) {
  int n_studies = 2000, n_items = 200, n_draws = 499;
  std::uint64_t seed = 1;
  CLI::App app("size, coverage and power of the statistics over simulated studies");
  app.add_option("--studies", n_studies, "of each model")->capture_default_str();
  app.add_option("--items", n_items, "of each study")->capture_default_str();
  app.add_option("--draws", n_draws, "of each Monte-Carlo test")->capture_default_str();
  app.add_option("--seed", seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  SimulatedModel pulled, growing;
  pulled.pull = {0.4, 0, 0, 0};
  growing.pull = {0.4, 0, 0, 0};
  growing.growth = {0.4, 0, 0, 0};
  fmt::print("{} studies of {} items x 4 orders, doubtful items long; share of studies rejected (standard error)\n",
             n_studies, n_items);
  print("The order does not matter.", calibrate({}, n_studies, n_items, n_draws, seed));
  print("Slot 0 draws: .4 logits. Tests of length have nothing to find.",
        calibrate(pulled, n_studies, n_items, n_draws, seed + 1));
  print("Slot 0 draws .4 logits, and .4 more per unit of log length.",
        calibrate(growing, n_studies, n_items, n_draws, seed + 2));
}
