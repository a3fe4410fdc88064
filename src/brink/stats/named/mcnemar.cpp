#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"
#include "brink/stats/paired.h"

namespace brink::stats {
namespace {

constexpr std::int64_t kMost = INT32_MAX / 2;

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::int64_t b = 0, c = 0;
  if (const auto before_field = in.find("before")) {
    const std::vector<Field> before = before_field->list(), after = in.at("after").list();
    if (before.size() != after.size()) in.at("after").refuse("must be as long as before");
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool first = before[i].integer(0, 1) == 1, second = after[i].integer(0, 1) == 1;
      b += first && !second;
      c += second && !first;
    }
  } else {
    b = in.at("b").integer(0, kMost);
    c = in.at("c").integer(0, kMost);
  }
  const McNemar test = mcnemar(b, c);
  const auto statistic = [](const auto& chi) { return chi ? Json(chi->statistic) : Json(nullptr); };
  const auto p = [](const auto& chi) { return chi ? Json(chi->p) : Json(nullptr); };
  return {{"b", b},
          {"c", c},
          {"p_exact", test.p_exact},
          {"p_mid", test.p_mid},
          {"chi2", statistic(test.chi_square)},
          {"p_chi2", p(test.chi_square)},
          {"chi2_cc", statistic(test.continuity)},
          {"p_chi2_cc", p(test.continuity)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedMcNemar{
    .name = "mcnemar",
    .summary = "did the same items change more one way than the other",
    .help =
        "in:\n"
        "  b, c           items that changed from 1 to 0, and from 0 to 1\n"
        "  before, after  instead: 0 or 1 per item\n"
        "out:\n"
        "  b, c, p_exact (two-sided binomial), p_mid, chi2 = (b - c)^2 / (b + c) and p_chi2, chi2_cc (continuity\n"
        "  correction) and p_chi2_cc; chi2 null where b + c = 0\n",
    .source = "McNemar 1947",
    .compute = compute,
};

}  // namespace brink::stats
