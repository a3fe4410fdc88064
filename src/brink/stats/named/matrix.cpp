#include "brink/stats/named/matrix.h"

namespace brink::stats {

using Eigen::Index;

Eigen::MatrixXd read_matrix(const Field& field) {
  const std::vector<Field> rows = field.list();
  if (rows.empty()) field.refuse("must hold at least one row");
  const std::size_t n_columns = rows.front().list().size();
  if (n_columns == 0) rows.front().refuse("must hold at least one number");
  Eigen::MatrixXd out(static_cast<Index>(rows.size()), static_cast<Index>(n_columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<Field> row = rows[i].list();
    if (row.size() != n_columns) rows[i].refuse("must be as long as the first row");
    for (std::size_t j = 0; j < n_columns; ++j) out(static_cast<Index>(i), static_cast<Index>(j)) = row[j].finite();
  }
  return out;
}

Eigen::VectorXd read_vector(const Field& field) {
  const std::vector<Field> values = field.list();
  Eigen::VectorXd out(static_cast<Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) out(static_cast<Index>(i)) = values[i].finite();
  return out;
}

std::vector<bool> read_labels(const Field& field, Index n) {
  std::vector<bool> out;
  for (const Field& label : field.list()) out.push_back(label.integer(0, 1) == 1);
  if (std::ssize(out) != n) field.refuse("must hold one label for each row");
  return out;
}

std::vector<std::string> read_split(const Field& field, Index n) {
  std::vector<std::string> out;
  for (const Field& part : field.list()) out.push_back(part.one_of({"train", "val", "test"}));
  if (std::ssize(out) != n) field.refuse("must hold one part for each row");
  return out;
}

Json to_json(const Eigen::VectorXd& values) {
  Json out = Json::array();
  for (const double v : values) out.push_back(to_json(v));
  return out;
}

Json to_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

}  // namespace brink::stats
