#include "brink/stats/padjust.h"

#include <cmath>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

/// Values of the p that are there, put back among the nulls.
template <class T>
Json spread(const std::vector<bool>& present, const std::vector<T>& values) {
  Json list = Json::array();
  std::size_t at = 0;
  for (const bool here : present) list.push_back(here ? Json(static_cast<T>(values[at++])) : Json(nullptr));
  return list;
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::vector<bool> present;
  std::vector<double> p;
  for (const Field& value : in.at("p").list()) {
    const double v = value.number();
    if (v < 0 || v > 1) value.refuse("must lie in [0, 1], or be null");
    present.push_back(!std::isnan(v));
    if (present.back()) p.push_back(v);
  }
  const auto alpha_field = in.find("alpha");
  const double alpha = alpha_field ? alpha_field->finite() : 0.05;
  return {{"m", p.size()},
          {"bh", spread(present, benjamini_hochberg(p))},
          {"reject_bh", spread(present, reject_benjamini_hochberg(p, alpha))},
          {"holm", spread(present, holm(p))},
          {"reject_holm", spread(present, reject_holm(p, alpha))},
          {"by", spread(present, benjamini_yekutieli(p))},
          {"bonferroni", spread(present, bonferroni(p))}};
}

}  // namespace

extern constinit const NamedStatistic kNamedPadjust{
    .name = "padjust",
    .summary = "p-values adjusted for a family of tests",
    .help =
        "in:\n"
        "  p      list; null or \"nan\" is left out\n"
        "  alpha  level of the rejections (default 0.05)\n"
        "out:\n"
        "  m (p-values that count), bh (Benjamini-Hochberg), holm, by (Benjamini-Yekutieli), bonferroni: adjusted\n"
        "  p-values parallel to p; reject_bh, reject_holm\n",
    .source = "Benjamini & Hochberg 1995; Holm 1979",
    .compute = compute,
};

}  // namespace brink::stats
