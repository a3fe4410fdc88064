#include "brink/stats/pbs_null.h"

#include "brink/stats/named/named.h"
#include "brink/stats/named/questions.h"
#include "brink/stats/pbs_cell.h"

namespace brink::stats {
namespace {

Json row(const Question& q, const ItemPbs& item) {
  Json support = Json::array();
  for (const SupportPoint& s : item.null->support) support.push_back({s.pbs, s.probability});
  return {{"id", q.id},
          {"n_valid", item.n_variants},
          {"pbs", item.pbs},
          {"null_mean", item.null->mean},
          {"null_sd", item.null->sd},
          {"excess", item.pbs - item.null->mean},
          {"p", item.p},
          {"n_draws", item.null->n_draws},
          {"support", std::move(support)}};
}

Json same_slot(std::span<const ItemPbs> items) {
  const SameSlotTest test = same_slot_test(items);
  return {{"n", test.n}, {"n_first", test.n_first}, {"p", to_json(test.p)}, {"reason", reason(test.p.why_undefined)}};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Questions questions = read_questions(in);
  const auto mode_field = in.find("mode");
  const std::string mode = mode_field ? mode_field->one_of({"complete", "partial"}) : "complete";
  const auto seed = in.find("seed");
  PbsNullTables tables(seed ? seed->seed() : 0);
  std::vector<ItemPbs> items;
  Json per_question = Json::array();
  for (const Question& q : questions.all) {
    if ((mode == "complete" && !q.complete()) || q.n_valid() < 2) continue;
    items.push_back(tables.compare(answered_item(*q.orders, q.answers.slots)));
    per_question.push_back(row(q, items.back()));
  }
  Json out{{"n_options", questions.n_options},
           {"mode", mode},
           {"n_questions", questions.all.size()},
           {"n_used", items.size()},
           {"balanced", questions.balanced},
           {"per_question", std::move(per_question)},
           {"uniform_guess_pbs", uniform_guess_pbs(questions.n_options)}};
  const CellPbs cell = cell_pbs(items);
  out["mean_pbs"] = to_json(cell.mean_pbs);
  out["mean_null"] = to_json(cell.mean_null);
  if (items.empty()) {
    out["excess"] = nullptr;
    out["reason"] = cell.mean_pbs.why_undefined;
    return out;
  }
  out["excess"] = *cell.mean_pbs.value - *cell.mean_null.value;
  out["sd_mean"] = to_json(cell.sd_mean);
  out["n_informative"] = cell.n_informative;
  out["z"] = to_json(cell.z);
  out["p_normal"] = to_json(cell.p_normal);
  const PbsSumTail tail = pbs_sum_tail(items);
  out["p_exact"] = to_json(tail.exact);
  out["p_lo"] = tail.bounds ? Json(tail.bounds->low) : Json(nullptr);
  out["p_hi"] = tail.bounds ? Json(tail.bounds->high) : Json(nullptr);
  out["p_sum_squares"] = to_json(cell.p);
  if (questions.n_options == 2) out["same_slot_test"] = same_slot(items);
  out["reason"] = reason(cell.z.why_undefined);
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedPbsNull{
    .name = "pbs_null",
    .summary = "PBS against its exact permutation null: excess PBS",
    .help =
        "in:\n"
        "  n_options, questions, orders: the answers (see --help of pbs)\n"
        "  mode   \"complete\" (default: questions with every answer) or \"partial\" (two answers or more)\n"
        "  seed   of the 20,000 draws that stand in for more than 50,000 arrangements (default 0)\n"
        "out:\n"
        "  per_question  pbs, null_mean, null_sd, excess = pbs - null_mean, p = P(null >= pbs),\n"
        "                support = [[pbs, probability], ...]; n_draws = 0 where exact\n"
        "  mean_pbs, mean_null, excess, sd_mean, n_informative (questions whose PBS can vary)\n"
        "  z, p_normal   one-sided, normal approximation; null where the null has no variance\n"
        "  p_exact       P(sum of PBS >= observed), at most 60 informative questions; else bounds p_lo, p_hi\n"
        "  p_sum_squares P(sum over questions and slots of squared counts >= observed), exact for any number\n"
        "  uniform_guess_pbs  expected PBS of independent uniform guesses\n"
        "  same_slot_test     n_options = 2 only, where excess is always 0: sign test on the questions picked at\n"
        "                     the same slot twice\n"
        "  balanced           false where orders do not show each option in each slot equally often\n",
    .source = "specification statistics.md 2",
    .compute = compute,
};

}  // namespace brink::stats
