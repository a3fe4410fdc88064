#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

namespace brink {
namespace {

Json rows(const SectionInput& in) {
  Json out = rows_of(in, {"known_before", "known_kappa", "thinking_gain", "known_restated", "stated_agreement"});
  const std::map<std::string, const char*> names{{"known_before", "known before: share"},
                                                 {"known_kappa", "known before: kappa"},
                                                 {"thinking_gain", "gain in accuracy"},
                                                 {"known_restated", "known before, another stated: share"},
                                                 {"stated_agreement", "states what was forced before it: share"}};
  for (Json& row : out) row["figure"] = names.at(row["metric"].get<std::string>());
  return out;
}

}  // namespace

extern constinit const Panel kKnownBeforePanel{
    .id = "known_before",
    .question = kBefore,
    .title = "Known before the first token",
    .what =
        "Share of the answers whose forced answer is the same before the first token and ever after; the "
        "agreement of the two beyond chance (kappa); what thinking gains in accuracy, in the same answers; of the "
        "answers known before, the share that state another option in the end; and the share of the answers read that "
        "are what was forced just before they are stated. 95% intervals.",
    .chart = {.kind = ChartKind::kDots,
              .y_title = "share, kappa, gain",
              .series = "figure",
              .format = ".2f",
              .from_zero = true},
    .rows = rows,
};

}  // namespace brink
