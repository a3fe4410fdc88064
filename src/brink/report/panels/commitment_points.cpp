#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"ccp", "ccp_eq2", "forced_ccp"});
  const std::map<std::string, const char*> names{
      {"ccp", "CCP, A.3"}, {"ccp_eq2", "CCP, eq. 2"}, {"forced_ccp", "forced CCP"}};
  for (Json& row : out) row["definition"] = names.at(row["metric"].get<std::string>());
  return out;
}

}  // namespace

extern constinit const Panel kCommitmentPointsPanel{
    .id = "commitment_points",
    .question = kCommitment,
    .title = "Where answers commit",
    .what =
        "Share of the trajectory at which the mentions agree with the answer for good (CCP, by appendix A.3 "
        "and by equation 2 of the paper), and at which the forced answer becomes what it stays (forced CCP); "
        "95% intervals.",
    .chart = {.kind = ChartKind::kDots,
              .y_title = "share of the trajectory",
              .series = "definition",
              .format = ".2f",
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
