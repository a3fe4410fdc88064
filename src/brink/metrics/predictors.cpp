// How well single numbers, known before an answer is graded, tell right answers from wrong ones.
#include <algorithm>
#include <array>

#include "brink/metrics/answers.h"
#include "brink/metrics/entropy.h"
#include "brink/metrics/support.h"
#include "brink/stats/auroc.h"
#include "brink/stats/risk_coverage.h"

namespace brink {
namespace {

Estimate negated(Estimate e) {
  if (e.value) e.value = -*e.value;
  return e;
}

Estimate of_labels(const Observation& row, Estimate (*value_of)(const Forced&)) {
  return row.forced ? value_of(*row.forced) : Estimate::undefined("no read-out of the labels");
}

Estimate count(int n, const char* why_none) { return n > 0 ? Estimate::of(n) : Estimate::undefined(why_none); }

/// Scores are turned so that what is thought to go with right answers is high.
struct Predictor {
  std::string_view name;
  Estimate (*score)(const Observation&);
};

constexpr std::array kPredictors{
    Predictor{"h_int", [](const Observation& row) { return negated(h_int(row)); }},
    Predictor{"option_entropy", [](const Observation& row) { return negated(of_labels(row, option_entropy)); }},
    Predictor{"option_margin", [](const Observation& row) { return of_labels(row, option_margin_nats); }},
    Predictor{"prompt_tokens",
              [](const Observation& row) { return negated(count(row.usage.n_prompt, "token counts unknown")); }},
    Predictor{"output_tokens",
              [](const Observation& row) { return negated(count(row.reading.n_tokens, "token counts unknown")); }},
};

struct Scored {
  std::vector<bool> right;
  std::vector<double> scores;
  std::map<std::string, int> left_out;
};

template <class ScoreOf>
Scored scored(const MetricInput& input, const ScoreOf& score_of) {
  Scored out;
  for (const ItemRows* item : input.all()) {
    const Observation* row = first_shown(*item);
    const auto right = row ? is_right_or_unread(*row) : std::nullopt;
    if (!right) {
      ++out.left_out["not graded"];
      continue;
    }
    const Estimate score = score_of(*row);
    if (!score.value) {
      ++out.left_out[score.why_undefined];
      continue;
    }
    out.right.push_back(*right);
    out.scores.push_back(*score.value);
  }
  return out;
}

Result described(const Scored& data, Result r) {
  r.n = r.n_clusters = static_cast<int>(data.right.size());
  r.left_out = data.left_out;
  return r;
}

void add_auroc(std::vector<Result>& rows, const MetricInput& input, std::string_view name, const Scored& data) {
  constexpr std::ptrdiff_t kFewest = 5;
  const Estimate value = stats::auroc(data.right, data.scores).value;
  const auto n_right = std::ranges::count(data.right, true);
  const bool few = std::min(n_right, std::ssize(data.right) - n_right) < kFewest;
  const stats::AurocError delong = stats::delong(data.right, data.scores);
  const stats::AurocBootstrap resampled =
      stats::bootstrap_auroc(data.right, data.scores, input.n_bootstrap, input.seed);
  for (const auto& [kind, interval, why] :
       {std::tuple{"bootstrap", resampled.stratified, std::string("no interval: too few items")},
        {"delong", delong.interval, "no interval: " + delong.se.why_undefined}}) {
    Result r = described(data, estimated(value, few ? std::nullopt : interval));
    if (value.value && !r.low) r.reason = few ? "no interval: fewer than 5 right, or 5 wrong, answers" : why;
    if (!value.value && data.right.empty()) r.reason = "no observation";
    r.null = 0.5;
    r.group["predictor"] = name;
    r.group["interval"] = kind;
    rows.push_back(std::move(r));
  }
}

std::vector<Result> auroc(const MetricInput& input) {
  std::vector<Result> rows;
  for (const Predictor& predictor : kPredictors) add_auroc(rows, input, predictor.name, scored(input, predictor.score));
  return rows;
}

std::vector<Result> aurc(const MetricInput& input) {
  std::vector<Result> rows;
  for (const Predictor& predictor : kPredictors) {
    const Scored data = scored(input, predictor.score);
    Result& r = rows.emplace_back(described(data, estimated(stats::aurc(data.right, data.scores), std::nullopt)));
    if (r.value) r.reason = "no interval: compare with the error rate, which is its null";
    double n_wrong = 0;
    for (const bool right : data.right) n_wrong += right ? 0 : 1;
    if (!data.right.empty()) r.null = n_wrong / static_cast<double>(data.right.size());
    r.group["predictor"] = predictor.name;
  }
  return rows;
}

/// The probability of the label that was answered is the only one of these numbers that says how sure.
std::vector<Result> brier(const MetricInput& input) {
  const Scored data = scored(input, [](const Observation& row) {
    if (!row.forced) return Estimate::undefined("no read-out of the labels");
    if (!row.reading.slot) return Estimate::undefined("no answer read");
    return Estimate::of(row.forced->p.at(static_cast<std::size_t>(*row.reading.slot)));
  });
  Result r = described(data, estimated(stats::brier(data.right, data.scores), std::nullopt));
  if (r.value) r.reason = "no interval";
  r.group["predictor"] = "answer_probability";
  return {r};
}

}  // namespace

extern constinit const Metric kPredictorAuroc{
    .name = "predictor_auroc",
    .summary =
        "Probability that a right answer scores above a wrong one (unread is wrong), by each number known before "
        "grading: h_int, option_entropy and lengths with their sign turned, option_margin as it is. DeLong's interval "
        "and that of stratified resampling.",
    .unit = "",
    .source = "Hanley & McNeil 1982; DeLong et al. 1988",
    .needs = "gold, read-out",
    .compute = auroc,
};
extern constinit const Metric kPredictorAurc{
    .name = "predictor_aurc",
    .summary = "Area under the risk-coverage curve of the same numbers: errors among the answers kept, best first.",
    .unit = "share",
    .source = "Geifman & El-Yaniv 2017",
    .needs = "gold, read-out",
    .compute = aurc,
};
extern constinit const Metric kPredictorBrier{
    .name = "predictor_brier",
    .summary =
        "Mean squared distance of the answered label's probability at the end of the prompt from right (1) or wrong "
        "(0).",
    .unit = "",
    .source = "Brier 1950",
    .needs = "gold, read-out of the labels",
    .compute = brier,
};

}  // namespace brink
