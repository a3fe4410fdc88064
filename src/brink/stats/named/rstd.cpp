#include "brink/stats/rstd.h"

#include "brink/stats/named/named.h"
#include "brink/stats/named/questions.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Questions questions = read_questions(in);
  const auto mode = in.find("mode"), missing = in.find("missing");
  const bool complete_only = !mode || mode->one_of({"complete", "all"}) == "complete";
  const bool exclude = !missing || missing->one_of({"exclude", "wrong"}) == "exclude";

  std::vector<int> n(static_cast<std::size_t>(questions.n_options), 0), hits = n;
  for (const Question& q : questions.all) {
    if (!q.gold || (complete_only && !q.complete())) continue;
    for (std::size_t v = 0; v < q.answers.slots.size(); ++v) {
      const std::optional<int> slot = q.answers.slots[v];
      if (!slot && exclude) continue;
      const int gold = q.gold_slot(v);
      ++n[static_cast<std::size_t>(gold)];
      hits[static_cast<std::size_t>(gold)] += slot == gold;
    }
  }
  const SlotRecalls result = slot_recalls(n, hits);
  Json recalls = Json::array();
  for (const Estimate& r : result.recalls) recalls.push_back(to_json(r));
  return {{"n", n},
          {"recalls", std::move(recalls)},
          {"rstd", to_json(result.rstd)},
          {"rstd_pp", result.rstd.value ? Json(100 * *result.rstd.value) : Json(nullptr)},
          {"reason", reason(result.rstd.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedRstd{
    .name = "rstd",
    .summary = "standard deviation of recalls over the slots of the correct option",
    .help =
        "in:\n"
        "  n_options, questions, orders: the answers (see --help of pbs); questions without gold are left out\n"
        "  mode     \"complete\" (default: questions with every answer) or \"all\"\n"
        "  missing  \"exclude\" (default) or \"wrong\": what an answer that was not read counts as\n"
        "out:\n"
        "  n[j]        answers whose correct option was displayed at j\n"
        "  recalls[j]  share of these that chose it; null without any\n"
        "  rstd        standard deviation of the recalls, ddof 0; rstd_pp in percentage points\n",
    .source = "Zheng et al. 2024 (PriDe)",
    .compute = compute,
};

}  // namespace brink::stats
