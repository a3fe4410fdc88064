#include <cmath>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"
#include "brink/stats/partial_correlation.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostDraws = 10'000'000;

std::vector<double> read_numbers(const Field& field, std::size_t n) {
  std::vector<double> out;
  for (const Field& number : field.list()) {
    out.push_back(number.number());
    if (std::isinf(out.back())) number.refuse("must not be infinite");
  }
  if (n != out.size()) field.refuse("must be as long as x");
  return out;
}

/// x, y and the covariates as columns; rows with a gap are left out.
MatrixXd read_rows(const Field& in) {
  const std::size_t n = in.at("x").list().size();
  std::vector<std::vector<double>> columns{read_numbers(in.at("x"), n), read_numbers(in.at("y"), n)};
  const Field z = in.at("z");
  if (!z.is_null()) {
    const std::vector<Field> covariates = z.list();
    if (!covariates.empty() && covariates.front().json().is_array()) {
      for (const Field& covariate : covariates) columns.push_back(read_numbers(covariate, n));
    } else if (!covariates.empty()) {
      columns.push_back(read_numbers(z, n));
    }
  }
  MatrixXd rows(static_cast<Index>(n), static_cast<Index>(columns.size()));
  Index kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) rows(kept, static_cast<Index>(j)) = columns[j][i];
    kept += !rows.row(kept).hasNaN();
  }
  return rows.topRows(kept);
}

Json to_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const MatrixXd rows = read_rows(in);
  const auto draws = in.find("n_draws"), seed = in.find("seed");
  const int n_draws = draws ? static_cast<int>(draws->integer(1, kMostDraws)) : 0;
  const std::uint64_t seed_value = seed ? seed->seed() : 0;
  const VectorXd x = rows.col(0), y = rows.col(1);
  const MatrixXd held = rows.rightCols(rows.cols() - 2);
  Json out{{"n", rows.rows()}, {"k", held.cols()}};
  for (const auto& [name, scale] : {std::pair{"pearson", Scale::kValues}, std::pair{"spearman", Scale::kRanks}}) {
    const PartialCorrelation r = partial_correlation(x, y, held, scale);
    // A perfect correlation has no t and no interval, and is said to be one.
    Json& method = out[name] = {{"r", stats::to_json(r.r)},
                                {"t", stats::to_json(r.t)},
                                {"df", r.df},
                                {"p", stats::to_json(r.p)},
                                {"stars", r.p.value ? Json(stars(*r.p.value)) : Json(nullptr)},
                                {"p_greater", stats::to_json(r.p_greater)},
                                {"ci95", to_json(r.interval_1921)}};
    if (scale == Scale::kRanks) method["ci95_ranks"] = to_json(r.interval);
    if (n_draws > 0) method["p_permutation"] = stats::to_json(permutation_p(x, y, held, scale, n_draws, seed_value));
    method["r0"] = stats::to_json(r.plain);
    method["reason"] = reason(r.t.why_undefined);
  }
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedPartialCorr{
    .name = "partial_corr",
    .summary = "correlation of two variables with others held fixed, Pearson's and Spearman's",
    .help =
        "in:\n"
        "  x, y   numbers; z: one list of them, or a list of lists (the variables held fixed), or []\n"
        "         a row with null or \"nan\" in any of them is left out\n"
        "  n_draws, seed  of p_permutation (optional)\n"
        "out:\n"
        "  n, k (variables held fixed); for pearson and for spearman (every variable ranked):\n"
        "  r, t, df = n - 2 - k, p (two-sided), stars (p < .05, .01, .001), p_greater, r0 (nothing held\n"
        "  fixed)\n"
        "  ci95        Fisher's z, standard error 1 / sqrt(n - k - 3)\n"
        "  ci95_ranks  spearman only: variance times 1 + r^2 / 2, the interval to use\n"
        "  p_permutation  residuals dealt out to the rows anew (Freedman & Lane), two-sided\n"
        "  reason      \"constant\", \"collinear\", \"n too small\"; \"perfect\" (|r| = 1: p 0, t null)\n",
    .source = "Fisher 1921, 1924; Bonett & Wright 2000; More Thinking, More Bias, Table 1",
    .compute = compute,
};

}  // namespace brink::stats
