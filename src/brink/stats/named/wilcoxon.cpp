#include "brink/stats/wilcoxon.h"

#include <cmath>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

double Directions::*member(const std::string& alternative) {
  if (alternative == "greater") return &Directions::greater;
  return alternative == "less" ? &Directions::less : &Directions::two_sided;
}

Json p_of(const std::optional<Directions>& p, double Directions::*direction) {
  return p ? Json((*p).*direction) : Json(nullptr);
}

Json to_json(const SignedRanks& ranks, int n_used, double Directions::*direction) {
  const bool defined = ranks.z.value.has_value();
  return {{"w_plus", defined ? Json(ranks.w_plus) : Json(nullptr)},
          {"w_minus", defined ? Json(ranks.w_minus) : Json(nullptr)},
          {"n_used", n_used},
          {"z", stats::to_json(ranks.z)},
          {"p_normal", p_of(ranks.normal, direction)},
          {"p_normal_cc", p_of(ranks.normal_cc, direction)},
          {"p_exact", p_of(ranks.exact, direction)},
          {"p_exact_reason", reason(ranks.why_no_exact)},
          {"reason", reason(ranks.z.why_undefined)}};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field second = in.at("y");
  const std::vector<Field> xs = in.at("x").list(), ys = second.list();
  if (xs.size() != ys.size()) second.refuse("must be as long as x");
  const auto alternative_field = in.find("alternative"), decimals = in.find("tie_decimals");
  const std::string alternative =
      alternative_field ? alternative_field->one_of({"greater", "less", "two-sided"}) : "greater";
  std::vector<double> x, y;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double a = xs[i].number(), b = ys[i].number();
    if (std::isinf(a)) xs[i].refuse("must not be infinite");
    if (std::isinf(b)) ys[i].refuse("must not be infinite");
    if (std::isnan(a) || std::isnan(b)) continue;
    x.push_back(a);
    y.push_back(b);
  }
  const Wilcoxon test = wilcoxon(x, y, decimals ? static_cast<int>(decimals->integer(0, 22)) : 12);
  double Directions::*const direction = member(alternative);
  const int n_used = test.n_positive + test.n_negative;
  return {{"n", test.n},
          {"n_zero", test.n_zero},
          {"n_pos", test.n_positive},
          {"n_neg", test.n_negative},
          {"mean_diff", stats::to_json(test.mean_diff)},
          {"median_diff", stats::to_json(test.median_diff)},
          {"has_ties", test.has_ties},
          {"alternative", alternative},
          {"p", p_of(test.p(), direction)},
          {"p_greater", p_of(test.p(), &Directions::greater)},
          {"p_less", p_of(test.p(), &Directions::less)},
          {"rank_biserial", stats::to_json(test.rank_biserial)},
          {"wilcox", to_json(test.wilcox, n_used, direction)},
          {"pratt", to_json(test.pratt, n_used, direction)},
          {"reason", reason(test.rank_biserial.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedWilcoxon{
    .name = "wilcoxon",
    .summary = "paired comparison by Wilcoxon's signed ranks",
    .help =
        "in:\n"
        "  x, y          numbers, paired; a pair with null or \"nan\" is left out\n"
        "  alternative   \"greater\" (default: x greater than y), \"less\" or \"two-sided\"\n"
        "  tie_decimals  differences are rounded to so many before zeros and ties are found (default 12)\n"
        "out:\n"
        "  n, n_zero, n_pos, n_neg, mean_diff, median_diff, has_ties, rank_biserial\n"
        "  p  as SciPy chooses: exact up to 50 pairs without ties and zeros, up to 13 with them, else normal;\n"
        "     p_greater, p_less: both directions of it\n"
        "  wilcox (zeros dropped before ranking) and pratt (ranked, then dropped): w_plus, w_minus, n_used, z,\n"
        "     p_normal (tie-corrected), p_normal_cc (continuity correction), p_exact (sign flips of the midranks,\n"
        "     at most 200 differences); null with reason \"empty\", \"all zero\"\n",
    .source = "Wilcoxon 1945; Pratt 1959; Kerby 2014; More Thinking, More Bias, Table 4",
    .compute = compute,
};

}  // namespace brink::stats
