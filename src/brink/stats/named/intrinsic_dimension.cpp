#include "brink/stats/intrinsic_dimension.h"

#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"
#include "brink/stats/neighbours.h"

namespace brink::stats {
namespace {

Json to_json(const TwoNn& estimate) {
  return {{"n", estimate.n},
          {"n_keep", estimate.n < 3 ? Json(nullptr) : Json(estimate.n_kept)},
          {"dimension", stats::to_json(estimate.dimension)},
          {"mle_all", stats::to_json(estimate.mle)},
          {"mle_unbiased", stats::to_json(estimate.unbiased)},
          {"mle_censored", stats::to_json(estimate.censored)},
          {"reason", reason(estimate.mle.why_undefined)}};
}

Json compute_two_nn(const Json& input) {
  const Field in = input_object(input);
  const Eigen::MatrixXd rows = read_matrix(in.at("X"));
  const auto discard_field = in.find("discard");
  const double discard = discard_field ? discard_field->finite() : 0.1;
  if (!(discard >= 0 && discard < 1)) discard_field->refuse("must lie in [0, 1)");
  const auto n_duplicates = static_cast<int>(rows.rows()) - static_cast<int>(distinct_rows(rows).size());
  Json out = to_json(two_nn_of_rows(rows, discard));
  out["n_duplicates"] = n_duplicates;
  if (n_duplicates > 0 && rows.rows() >= 3) {
    const TwoNn all = two_nn(neighbour_ratios(rows), discard);
    out["skdim_rule"] = to_json(all);
    out["skdim_rule"]["n_keep"] = all.n_kept;
  }
  return out;
}

Json compute_levina_bickel(const Json& input) {
  const Field in = input_object(input);
  const Eigen::MatrixXd rows = read_matrix(in.at("X"));
  const auto k1_field = in.find("k1"), k2_field = in.find("k2");
  const int k1 = k1_field ? static_cast<int>(k1_field->integer(2, INT32_MAX)) : 10;
  const int k2 = k2_field ? static_cast<int>(k2_field->integer(2, INT32_MAX)) : 20;
  if (k2 < k1) in.refuse("k2 must be at least k1");
  const LevinaBickel estimate = levina_bickel(rows, k1, k2);
  Json per_k = Json::array();
  for (const LevinaBickel::AtK& at : estimate.by_k) {
    per_k.push_back({{"k", at.k}, {"lb", stats::to_json(at.mean)}, {"mg", stats::to_json(at.of_inverses)}});
  }
  return {{"n", estimate.n},
          {"n_duplicates", estimate.n_duplicates},
          {"mackay_ghahramani", stats::to_json(estimate.of_inverses)},
          {"levina_bickel", stats::to_json(estimate.mean)},
          {"unbiased", stats::to_json(estimate.unbiased)},
          {"per_k", per_k},
          {"reason", reason(estimate.mean.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedTwoNn{
    .name = "twonn",
    .summary = "intrinsic dimension of points from two nearest neighbours",
    .help =
        "in:\n"
        "  X        [N][d]; equal rows count once\n"
        "  discard  share of the largest ratios left out (default 0.1)\n"
        "out:\n"
        "  dimension (least squares through the origin), mle_all, mle_unbiased, mle_censored (over all but the\n"
        "  discarded), n, n_keep, n_duplicates\n"
        "  skdim_rule  the same with both of two equal rows dropped, where there are any\n"
        "  reason      \"n too small\", \"all ratios one\" (a lattice)\n",
    .source = "Facco et al. 2017",
    .compute = compute_two_nn,
};

extern constinit const NamedStatistic kNamedLevinaBickel{
    .name = "lb_mle",
    .summary = "intrinsic dimension of points by maximum likelihood over k neighbours",
    .help =
        "in:\n"
        "  X       [N][d]; equal rows count once\n"
        "  k1, k2  neighbours, both ends included (default 10 and 20)\n"
        "out:\n"
        "  mackay_ghahramani (inverse of the mean inverse, mean over k: the one to use), levina_bickel (mean of the\n"
        "  local estimates), unbiased (k - 2 for k - 1; from k1 = 3), per_k [{k, lb, mg}], n, n_duplicates\n"
        "  reason  \"k2 >= n\", \"infinite local estimate\" (only of levina_bickel, where all neighbours of a point\n"
        "          are equally far)\n",
    .source = "Levina & Bickel 2004; MacKay & Ghahramani 2005",
    .compute = compute_levina_bickel,
};

}  // namespace brink::stats
