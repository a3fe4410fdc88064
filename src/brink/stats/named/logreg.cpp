#include <algorithm>
#include <cmath>
#include <functional>

#include "brink/stats/logistic.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

Json compute(const Json& input) {
  const Field in = input_object(input);
  const MatrixXd rows = read_matrix(in.at("X"));
  const std::vector<bool> labels = read_labels(in.at("y"), rows.rows());
  const double c = in.at("C").finite();
  if (!(c > 0)) in.at("C").refuse("must be positive");
  const auto others_field = in.find("X_eval");
  if (std::adjacent_find(labels.begin(), labels.end(), std::not_equal_to<>()) == labels.end()) {
    return {{"w", nullptr}, {"b", nullptr}, {"objective", nullptr}, {"reason", "one class"}};
  }
  const RowSpace space(rows);
  const LogisticFit fit = fit_logistic(space, labels, c);
  const Eigen::VectorXd weights = space.weights(fit.v);
  const std::vector<double> scores = decision_scores(rows, weights, fit.intercept);
  Eigen::VectorXd gradient = weights;
  double on_intercept = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double sign = labels[i] ? 1 : -1, pull = c * sign / (1 + std::exp(sign * scores[i]));
    gradient -= pull * rows.row(static_cast<Index>(i)).transpose();
    on_intercept -= pull;
  }
  Json out{{"w", to_json(weights)},
           {"b", fit.intercept},
           {"objective", fit.objective},
           {"grad_norm", std::hypot(gradient.norm(), on_intercept)},
           {"reason", nullptr}};
  if (others_field) {
    const MatrixXd others = read_matrix(*others_field);
    if (others.cols() != rows.cols()) others_field->refuse("must have as many columns as X");
    out["scores"] = decision_scores(others, weights, fit.intercept);
  }
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedLogreg{
    .name = "logreg",
    .summary = "one logistic regression with an L2 penalty",
    .help =
        "in:\n"
        "  X, y    [n][d], 0 or 1\n"
        "  C       weight of the losses\n"
        "  X_eval  (optional) rows to score\n"
        "out:\n"
        "  w, b, objective = C sum(log-loss) + |w|^2 / 2 (b is free), grad_norm, scores of X_eval\n"
        "  reason  \"one class\"\n",
    .source = "scikit-learn, LogisticRegression",
    .compute = compute,
};

}  // namespace brink::stats
