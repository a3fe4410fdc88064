#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  const std::map<std::string, const char*> layers{{"all", "state, all layers"},
                                                  {"selected", "state, layer of the best validation"}};
  const std::map<std::string, const char*> baselines{
      {"prompt_length", "length of the prompt"}, {"entropy", "entropy"}, {"margin", "margin of the options"}};
  Json out = Json::array();
  for (Json& row : of_leading_probe(rows_of(in, {"state_auroc"}))) {
    const auto name = layers.find(row.value("layer", std::string()));
    if (name == layers.end()) continue;
    row["read_from"] = name->second;
    out.push_back(std::move(row));
  }
  if (out.empty()) return out;
  for (Json& row : of_leading_probe(rows_of(in, {"baseline_auroc"}))) {
    const auto name = baselines.find(row.value("baseline", std::string()));
    if (name == baselines.end()) continue;
    row["read_from"] = name->second;
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

extern constinit const Panel kProbeAurocPanel{
    .id = "probe_auroc",
    .question = kBefore,
    .title = "Does the state know more than what needs no state?",
    .what =
        "Area under the ROC curve for a right answer, on items that trained nothing: a linear probe of the state at "
        "the "
        "end of the prompt, and by the same protocol what is known without it; 95% interval. The tick is chance: for "
        "all layers the mean over shuffled labels.",
    .chart = {.kind = ChartKind::kDots, .y_title = "AUROC", .series = "read_from", .format = ".2f"},
    .rows = rows,
};

}  // namespace brink
