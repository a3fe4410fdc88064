#include "brink/stats/ccs.h"

#include <algorithm>

#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field affirmed_field = in.at("x1"), weights_field = in.at("w");
  const Eigen::MatrixXd negated = read_matrix(in.at("x0")), affirmed = read_matrix(affirmed_field);
  if (negated.rows() != affirmed.rows() || negated.cols() != affirmed.cols()) affirmed_field.refuse("must be as x0");
  const Eigen::VectorXd weights = read_vector(weights_field);
  if (weights.size() != negated.cols()) weights_field.refuse("must hold a number for each column of x0");
  const auto by_sd = in.find("var_normalize"), truth = in.find("y");
  if (by_sd && !by_sd->json().is_boolean()) by_sd->refuse("must be true or false");
  const ContrastPairs pairs = contrast_pairs(negated, affirmed, by_sd && by_sd->json().get<bool>());
  const Ccs ccs = evaluate_ccs(pairs, weights, in.at("b").finite());
  Json pred = Json::array();
  for (const double score : ccs.score) pred.push_back(score < 0.5 ? 1 : 0);
  Json out{{"loss", ccs.consistency + ccs.confidence},
           {"consistency", ccs.consistency},
           {"confidence", ccs.confidence},
           {"grad_w", to_json(Eigen::VectorXd(ccs.gradient.head(weights.size())))},
           {"grad_b", ccs.gradient(weights.size())},
           {"score", ccs.score},
           {"pred", pred}};
  if (!truth) return out;
  const std::vector<bool> labels = read_labels(*truth, negated.rows());
  double right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += (ccs.score[i] < 0.5) == labels[i];
  const double accuracy = right / static_cast<double>(labels.size());
  out["accuracy"] = accuracy;
  out["accuracy_folded"] = std::max(accuracy, 1 - accuracy);
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedCcs{
    .name = "ccs",
    .summary = "loss, gradient and predictions of a contrast-consistent probe",
    .help =
        "in:\n"
        "  x0, x1  [n][d]: states of the negated and of the affirmed statement\n"
        "  w, b    the probe\n"
        "  y       (optional) 1 where the affirmed statement is true\n"
        "  var_normalize  (optional) true: each side is divided by its sd, not only centred\n"
        "out:\n"
        "  consistency, confidence, loss (their sum; .2 for the best constant), grad_w, grad_b\n"
        "  score = (p0 + 1 - p1) / 2, pred = 1 where score < 1/2; accuracy, accuracy_folded = max(a, 1 - a)\n",
    .source = "Burns et al. 2023",
    .compute = compute,
};

}  // namespace brink::stats
