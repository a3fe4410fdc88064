#include <algorithm>

#include "brink/stats/ccs.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field affirmed_field = in.at("x1");
  const Eigen::MatrixXd negated = read_matrix(in.at("x0")), affirmed = read_matrix(affirmed_field);
  if (negated.rows() != affirmed.rows() || negated.cols() != affirmed.cols()) affirmed_field.refuse("must be as x0");
  const auto by_sd = in.find("var_normalize"), truth = in.find("y"), n_starts = in.find("n_starts"),
             n_steps = in.find("n_steps");
  if (by_sd && !by_sd->json().is_boolean()) by_sd->refuse("must be true or false");
  const ContrastPairs pairs = contrast_pairs(negated, affirmed, by_sd && by_sd->json().get<bool>());
  const CcsFit fit =
      train_ccs(pairs, in.at("seed").seed(), n_starts ? static_cast<int>(n_starts->integer(1, 1000)) : 10,
                n_steps ? static_cast<int>(n_steps->integer(1, 100'000)) : 1000);
  const Ccs ccs = evaluate_ccs(pairs, fit.weights, fit.intercept);
  Json out{
      {"w", to_json(fit.weights)},    {"b", fit.intercept},     {"loss", fit.loss},  {"consistency", ccs.consistency},
      {"confidence", ccs.confidence}, {"n_steps", fit.n_steps}, {"score", ccs.score}};
  if (!truth) return out;
  const std::vector<bool> labels = read_labels(*truth, negated.rows());
  double right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += (ccs.score[i] < 0.5) == labels[i];
  const double accuracy = right / static_cast<double>(labels.size());
  out["accuracy_folded"] = std::max(accuracy, 1 - accuracy);
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedCcsTrain{
    .name = "ccs_train",
    .summary = "a contrast-consistent probe, looked for without labels",
    .help =
        "in:\n"
        "  x0, x1  [n][d]: states of the negated and of the affirmed statement\n"
        "  seed    of the starts\n"
        "  n_starts, n_steps  (default 10, 1000) random starts, gradient steps of each\n"
        "  y       (optional) 1 where the affirmed statement is true\n"
        "  var_normalize  as ccs\n"
        "out:\n"
        "  w, b, loss (their least; a probe that learnt anything is below .2), consistency, confidence, n_steps, "
        "score\n"
        "  accuracy_folded  of the rows it was fitted to; which side is true is not determined\n",
    .source = "Burns et al. 2023",
    .compute = compute,
};

}  // namespace brink::stats
