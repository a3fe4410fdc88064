#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  const std::map<std::string, const char*> names{{"h_int", "entropy of the next token"},
                                                 {"option_entropy", "entropy of the options"},
                                                 {"option_margin", "margin of the first option"},
                                                 {"prompt_tokens", "length of the prompt"},
                                                 {"output_tokens", "length of the answer"}};
  Json out = rows_where(rows_of(in, {"predictor_auroc"}), "interval", {"delong"});
  for (Json& row : out) row["predictor"] = names.at(row["predictor"].get<std::string>());
  return out;
}

}  // namespace

extern constinit const Panel kPredictorsPanel{
    .id = "predictors",
    .question = kBefore,
    .title = "What foretells a right answer",
    .what =
        "Area under the ROC curve of what is known of an answer without its hidden states, over all items; 95% "
        "interval, .5 is chance. Entropies and lengths count downwards: the surer, or shorter, the likelier right.",
    .chart = {.kind = ChartKind::kDots, .y_title = "AUROC", .series = "predictor", .format = ".2f"},
    .rows = rows,
};

}  // namespace brink
