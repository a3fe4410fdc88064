#include "brink/stats/contingency.h"
#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

constexpr std::int64_t kMostCount = 1'000'000'000'000;

Json compute(const Json& input) {
  const Field table = input_object(input).at("table");
  std::vector<std::int64_t> cells;
  const std::vector<Field> rows = table.list();
  for (const Field& row : rows) {
    const std::vector<Field> counts = row.list();
    if (rows.size() != 2 || counts.size() != 2) table.refuse("must be 2 x 2");
    for (const Field& count : counts) cells.push_back(count.integer(0, kMostCount));
  }
  if (cells.size() != 4) table.refuse("must be 2 x 2");
  const Fisher f = fisher(cells[0], cells[1], cells[2], cells[3]);
  return {{"p_two_sided", f.p_two_sided},
          {"p_greater", f.p_greater},
          {"p_less", f.p_less},
          {"odds_ratio", to_json(f.odds_ratio)},
          {"odds_ratio_reason", reason(f.odds_ratio.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedFisher{
    .name = "fisher",
    .summary = "Fisher's exact test of a 2 x 2 table",
    .help =
        "in:\n"
        "  table  [[a, b], [c, d]], whole counts\n"
        "out:\n"
        "  p_two_sided (tables at most as probable as the observed one), p_greater and p_less (of a), odds_ratio =\n"
        "  a d / (b c), null where b c = 0\n",
    .source = "Fisher 1935",
    .compute = compute,
};

}  // namespace brink::stats
