#include "brink/stats/similarity.h"

#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field other = in.at("Y");
  const Eigen::MatrixXd x = read_matrix(in.at("X")), y = read_matrix(other);
  if (x.rows() != y.rows()) other.refuse("must have as many rows as X");
  const Similarity s = similarity(x, y);
  return {{"cka", to_json(s.cka)},
          {"cka_reason", reason(s.cka.why_undefined)},
          {"cka_debiased", to_json(s.cka_debiased)},
          {"cka_debiased_reason", reason(s.cka_debiased.why_undefined)},
          {"rsa", to_json(s.rsa)},
          {"rsa_reason", reason(s.rsa.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedSimilarity{
    .name = "similarity",
    .summary = "how alike two representations of the same rows are: linear CKA, debiased CKA, RSA",
    .help =
        "in:\n"
        "  X, Y  [n][d], [n][e]: row i of both is one record\n"
        "out:\n"
        "  cka           in [0, 1]; near 1 for unrelated states with many more columns than rows\n"
        "  cka_debiased  about 0 for unrelated states\n"
        "  rsa           Spearman's correlation of the distances between rows\n"
        "  each with its reason: \"n < 2\", \"no variance\"; \"n < 4\", \"n < 3\", \"constant distances\"\n",
    .source = "Kornblith et al. 2019; Murphy et al. 2024; Kriegeskorte et al. 2008",
    .compute = compute,
};

}  // namespace brink::stats
