#include "brink/stats/named/chi2_contingency.h"

#include "brink/stats/contingency.h"
#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

// Counts outside this range would over- or underflow in the squares.
constexpr double kLeastCount = 1e-9, kMostCount = 1e15;

Json to_json(const ChiSquare& test) { return {{"statistic", test.statistic}, {"p", test.p}}; }

Eigen::MatrixXd read_table(const Field& field) {
  const std::vector<Field> rows = field.list();
  Eigen::MatrixXd table;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<Field> cells = rows[i].list();
    const auto n_columns = static_cast<Eigen::Index>(cells.size());
    if (i == 0) table.resize(static_cast<Eigen::Index>(rows.size()), n_columns);
    if (n_columns != table.cols()) rows[i].refuse("must be as long as the first row");
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const double count = cells[j].finite();
      if (count != 0 && !(count >= kLeastCount && count <= kMostCount))
        cells[j].refuse("must be a count, at most 1e15");
      table(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = count;
    }
  }
  return table;
}

Json compute(const Json& input) { return contingency_json(read_table(input_object(input).at("table"))); }

}  // namespace

Json contingency_json(const Eigen::MatrixXd& table) {
  if (table.size() == 0 || table.rowwise().sum().minCoeff() == 0 || table.colwise().sum().minCoeff() == 0) {
    return {{"pearson", nullptr}, {"yates", nullptr}, {"reason", "zero row or column"}};
  }
  const Contingency c = contingency(table);
  Json expected = Json::array();
  for (Eigen::Index i = 0; i < c.expected.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < c.expected.cols(); ++j) row.push_back(c.expected(i, j));
    expected.push_back(std::move(row));
  }
  return {{"df", c.pearson.df},
          {"expected", std::move(expected)},
          {"min_expected", c.min_expected},
          {"low_expected", c.min_expected < 5},
          {"pearson", to_json(c.pearson)},
          {"yates", c.yates ? to_json(*c.yates) : Json(nullptr)},
          {"reason", nullptr},
          {"cramers_v", stats::to_json(c.cramers_v)},
          {"cramers_v_reason", reason(c.cramers_v.why_undefined)}};
}

extern constinit const NamedStatistic kNamedChi2Contingency{
    .name = "chi2_contingency",
    .summary = "Pearson's chi-square test of independence in a table",
    .help =
        "in:\n"
        "  table  r x c counts\n"
        "out:\n"
        "  pearson {statistic, p} without continuity correction, df, expected, min_expected, low_expected (any\n"
        "  expected count < 5), cramers_v, yates {statistic, p} (2 x 2 only)\n"
        "  a zero row or column: null with reason\n",
    .source = "Pearson 1900; Yates 1934",
    .compute = compute,
};

}  // namespace brink::stats
