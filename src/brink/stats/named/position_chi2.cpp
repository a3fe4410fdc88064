#include "brink/stats/named/named.h"
#include "brink/stats/named/questions.h"
#include "brink/stats/order_test.h"

namespace brink::stats {
namespace {

Json to_json(const std::optional<ChiSquare>& test) {
  if (!test) return nullptr;
  return {{"statistic", test->statistic}, {"df", test->df}, {"p", test->p}};
}

/// @param n  slots; an empty vector (no item) becomes n zeros.
Json counts(const Eigen::VectorXd& v, int n) {
  Json list = Json::array();
  for (int j = 0; j < n; ++j) list.push_back(j < v.size() ? v[j] : 0.0);
  return list;
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Questions questions = read_questions(in);
  const auto mode = in.find("mode");
  const bool complete_only = !mode || mode->one_of({"complete", "partial"}) == "complete";
  std::vector<SlotMoments> items;
  for (const Question& q : questions.all) {
    if ((complete_only && !q.complete()) || q.n_valid() == 0) continue;
    items.push_back(slot_moments(answered_item(*q.orders, q.answers.slots)));
  }
  const OrderTest test = conditional_chi_square(items);
  Json pulls = Json::array();
  for (const SlotPull& p : test.pulls) {
    pulls.push_back({{"pull", p.pull}, {"low", stats::to_json(p.low)}, {"high", stats::to_json(p.high)}});
  }
  return {{"n_used", test.n_items},
          {"n_informative", test.n_informative},
          {"observed", counts(test.observed, questions.n_options)},
          {"expected", counts(test.expected, questions.n_options)},
          {"naive", to_json(test.naive)},
          {"naive_reason", reason(test.why_no_naive)},
          {"conditional", to_json(test.conditional)},
          {"reason", reason(test.why_no_conditional)},
          {"signed_pull", std::move(pulls)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedPositionChi2{
    .name = "position_chi2",
    .summary = "does the order matter: slot counts against the permutation null, and each slot's pull",
    .help =
        "in:\n"
        "  n_options, questions, orders: the answers (see --help of pbs); any set of orders, balanced or not\n"
        "  mode  \"complete\" (default: questions with every answer) or \"partial\" (any answer)\n"
        "out:\n"
        "  observed, expected  choices per displayed position, and their expectation when the chosen contents are\n"
        "                      reassigned to the variants\n"
        "  conditional  {statistic, df, p}: Wald test with the exact permutation covariance; null with reason where\n"
        "               no question can vary\n"
        "  naive        Pearson's, as if all answers were independent: not the right size\n"
        "  signed_pull  per slot (observed - expected) / all choices, with a 95 % interval clustered by question\n"
        "  n_used, n_informative  questions; of these, ones whose counts can vary\n"
        "A rejection says that the order matters; cyclic shifts alone do not tell slot, letter and relative order\n"
        "apart.\n",
    .source = "Hoeffding 1951; specification statistics.md 1",
    .compute = compute,
};

}  // namespace brink::stats
