#include "brink/report/candidates.h"

#include <nlohmann/json.hpp>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = Json::array();
  for (const Configuration& c : in.configurations)
    if (!candidates(in, c).empty())
      for (Json& row : rows_of({.configurations = {&c, 1}, .results = in.results}, {"candidate_wins"}))
        out.push_back(std::move(row));
  return out;
}

}  // namespace

extern constinit const Panel kCandidatesPanel{
    .id = "candidates",
    .question = kOrder,
    .title = "Which candidate wins",
    .what =
        "Share of the answers that choose what is at a place of the item's list in the file, wherever it was shown; "
        "95% interval. The tick is an even share. A ranking where every item lists the same candidates in one order.",
    .chart = {.kind = ChartKind::kPlaces,
              .x = "option",
              .x_title = "option of the file",
              .y_title = "share of the answers",
              .format = ".0%"},
    .rows = rows,
};

}  // namespace brink
