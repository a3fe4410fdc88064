#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"accuracy", "accuracy_mean", "accuracy_majority", "accuracy_worst", "accuracy_circular"});
  const std::map<std::string, const char*> names{{"accuracy", "file's order"},
                                                 {"accuracy_mean", "mean of the orders"},
                                                 {"accuracy_majority", "majority"},
                                                 {"accuracy_worst", "worst order"},
                                                 {"accuracy_circular", "all orders right"}};
  // Where one order was asked there is one accuracy, and its mean over the orders is no further one.
  std::set<Json> several;
  for (const Json& row : out)
    if (row["metric"] == "accuracy_majority") several.insert(row["configuration"]);
  std::erase_if(out.get_ref<Json::array_t&>(), [&](const Json& row) {
    return row["metric"] == "accuracy_mean" && !several.contains(row["configuration"]);
  });
  for (Json& row : out) row["accuracy"] = names.at(row["metric"].get<std::string>());
  return out;
}

}  // namespace

extern constinit const Panel kAccuraciesPanel{
    .id = "accuracies",
    .question = kOrder,
    .title = "Accuracy",
    .what =
        "In the order of the file; where items were put in several, also the mean over the orders, their majority, the "
        "worst single one, and right in every one: the distance between the first and the last is what one order "
        "hides. 95% intervals where there are any.",
    .chart = {.kind = ChartKind::kDots, .y_title = "accuracy", .series = "accuracy", .format = ".0%"},
    .rows = rows,
};

}  // namespace brink
