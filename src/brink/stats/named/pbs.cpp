#include "brink/stats/pbs.h"

#include <algorithm>
#include <string>

#include "brink/stats/named/named.h"
#include "brink/stats/named/questions.h"

namespace brink::stats {
namespace {

constexpr const char* kUnbalanced = "unbalanced permutations";

/// A mean that may have nothing to average.
struct Mean {
  double sum = 0;
  int n = 0;
  void add(const Estimate& e) {
    if (!e.value) return;
    sum += *e.value;
    ++n;
  }
  Json json() const { return n > 0 ? Json(sum / n) : Json(nullptr); }
};

Json accuracy(const Question& q) {
  const int n = q.n_valid();
  if (!q.gold || n == 0) return nullptr;
  const auto right = std::count(q.answers.contents.begin(), q.answers.contents.end(), q.gold);
  return static_cast<double>(right) / n;
}

Json contents(const Question& q) {
  Json list = Json::array();
  for (const auto& c : q.answers.contents) list.push_back(c ? Json(*c) : Json(nullptr));
  return list;
}

Json compute(const Json& input) {
  const Questions questions = read_questions(input_object(input));
  const auto m = static_cast<std::size_t>(questions.n_options);
  std::vector<int> pooled_complete(m, 0), pooled_all(m, 0);
  std::vector<int> by_n_valid(questions.orders.front()->size() + 1, 0);
  Mean complete, partial;
  std::int64_t n_records = 0, n_extracted = 0;
  int n_complete = 0;
  Json per_question = Json::array();
  for (const Question& q : questions.all) {
    const std::vector<int> counts = q.slot_counts();
    const int n = q.n_valid(), n_variants = static_cast<int>(q.answers.slots.size());
    n_records += n_variants;
    n_extracted += n;
    by_n_valid.resize(std::max(by_n_valid.size(), q.answers.slots.size() + 1));
    ++by_n_valid[static_cast<std::size_t>(n)];
    const Estimate value = questions.balanced ? pbs(counts) : Estimate::undefined(kUnbalanced);
    partial.add(value);
    if (q.complete()) {
      ++n_complete;
      complete.add(value);
    }
    for (std::size_t j = 0; j < m; ++j) {
      pooled_all[j] += counts[j];
      if (q.complete()) pooled_complete[j] += counts[j];
    }
    Json row{{"id", q.id},
             {"counts", counts},
             {"n_valid", n},
             {"complete", q.complete()},
             {"pbs", to_json(value)},
             {"contents", contents(q)},
             {"accuracy", accuracy(q)},
             {"reason", reason(value.why_undefined)}};
    if (questions.balanced) {
      const Bounds bounds = pbs_bounds(counts, n_variants - n);
      row["pbs_low"] = bounds.low;
      row["pbs_high"] = bounds.high;
    }
    per_question.push_back(std::move(row));
  }
  const Estimate pooled = questions.balanced ? pbs(pooled_complete) : Estimate::undefined(kUnbalanced);
  const int n_questions = static_cast<int>(questions.all.size());
  std::string why = pooled.why_undefined;
  if (questions.balanced && n_complete == 0) why = "no complete question";
  return {{"n_options", questions.n_options},
          {"n_questions", n_questions},
          {"n_records", n_records},
          {"n_extracted", n_extracted},
          {"extraction_rate",
           n_records > 0 ? Json(static_cast<double>(n_extracted) / static_cast<double>(n_records)) : Json(nullptr)},
          {"n_complete", n_complete},
          {"n_incomplete", n_questions - n_complete},
          {"questions_by_n_valid", by_n_valid},
          {"max_pbs", max_pbs(questions.n_options)},
          {"mean_pbs_complete", complete.json()},
          {"mean_pbs_partial", partial.json()},
          {"position_counts_complete", pooled_complete},
          {"position_counts_all", pooled_all},
          {"pooled_pbs", to_json(pooled)},
          {"reason", reason(why)},
          {"per_question", std::move(per_question)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedPbs{
    .name = "pbs",
    .summary = "Position Bias Score per question, and its mean",
    .help =
        "in:\n"
        "  n_options  options per question, 2 to 26 (default 4, or what orders show)\n"
        "  questions  list of {id, answers, gold}: answers = displayed letter per variant, or its 0-based position,\n"
        "             or null where none was read; gold = letter or position of the correct option in the original\n"
        "             order (optional)\n"
        "  orders     per variant the list slot -> original option: for all questions, or inside a question for that\n"
        "             one; without it variant s is the cyclic shift by s: option c at slot (c + s) mod n_options\n"
        "out:\n"
        "  per_question  counts by displayed position over the answers that were read; n_valid; complete;\n"
        "                pbs = || counts / n_valid - 1/n_options ||; contents = option behind each answer;\n"
        "                accuracy = share of the answers that are gold; pbs_low, pbs_high = least and greatest\n"
        "                PBS over what the missing answers could have been\n"
        "  mean_pbs_complete  over questions with every variant answered: the primary number\n"
        "  mean_pbs_partial   over questions with any answer; gaps raise it\n"
        "  pooled_pbs         of the pooled counts of complete questions; opposite biases cancel in it\n"
        "  max_pbs, n_*, extraction_rate, questions_by_n_valid, position_counts_complete, position_counts_all\n"
        "  null with reason where orders are unbalanced: PBS needs each option in each slot equally often\n",
    .source = "More Thinking, More Bias, eq. 1",
    .compute = compute,
};

}  // namespace brink::stats
