#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "brink/metrics/remedies.h"
#include "brink/report/panel.h"
#include "brink/report/panels/point_names.h"

namespace brink {
namespace {

// Of the policies of one configuration: none is both cheaper and at least as accurate.
bool on_frontier(const Json& row, const Json& rows) {
  for (const Json& other : rows)
    if (other["configuration"] == row["configuration"] && other["policy"] != row["policy"] &&
        other["policy"] != kHindsight && other["tokens"].get<double>() <= row["tokens"].get<double>() &&
        other["value"].get<double>() >= row["value"].get<double>() &&
        (other["tokens"] != row["tokens"] || other["value"] != row["value"]))
      return false;
  return true;
}

// Names that many points would write over each other: those on the frontier, and the answer as it is, have one.
void add_names(Json& rows) {
  std::set<std::string> named;
  for (Json& row : rows) {
    const bool first = named.insert(row["configuration"].get<std::string>() + row["tokens"].dump()).second;
    const bool as_answered = row["policy"] == "none";
    row["name"] = as_answered                       ? Json("as answered")
                  : row["policy"] == kHindsight     ? Json("in hindsight")
                  : first && on_frontier(row, rows) ? row["policy"]
                                                    : Json("");
  }
}

Json rows(const SectionInput& in) {
  Json out = Json::array();
  const Json costs = rows_of(in, {"remedy_tokens"});
  for (Json& row : rows_of(in, {"remedy_accuracy"}))
    for (const Json& cost : costs)
      if (cost["configuration"] == row["configuration"] && cost["policy"] == row["policy"] &&
          cost["value"].get<double>() > 0) {
        row["tokens"] = cost["value"];
        out.push_back(row);
      }
  add_names(out);
  thin_names(out, "name", "tokens", true);
  return out;
}

}  // namespace

extern constinit const Panel kParetoPanel{
    .id = "pareto",
    .question = kRemedies,
    .title = "Accuracy against tokens",
    .what =
        "What each remedy scores on the same items and what an answer then costs in tokens, generated or evaluated "
        "(log scale). Up and to the left is better; named, where there is room, with 95% intervals, are those that no "
        "other beats at both, and what stopping at the forced CCP would give, which is known only afterwards: a bound "
        "(hindsight). As answered: in each order by itself. majority, average: a vote, or the mean of the forced "
        "probabilities, over all orders. no thinking, constrained: the answer forced at the start, or at the end. "
        "prior: forced probabilities less the preference for places that other items show (PriDe). It stops early at n "
        "equal forced answers in a row (equal:n), at a lead of n nats (margin:n), at a variance of the entropy under v "
        "(eat:v), or after n tokens (budget:n).",
    .chart = {.kind = ChartKind::kScatter,
              .x = "tokens",
              .x_title = "tokens an answer",
              .x_format = "~s",
              .y_title = "accuracy",
              .format = ".0%",
              .label = "name",
              .log_x = true},
    .rows = rows,
};

}  // namespace brink
