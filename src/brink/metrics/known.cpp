#include "brink/metrics/curve_mean.h"
#include "brink/stats/kappa.h"

// What is known before the first token, and what the text then changes.
namespace brink {
namespace {

int first_slot(const AnswerCurve& one) { return stats::chosen_slot(one.curve.at.front()); }
int last_slot(const AnswerCurve& one) { return stats::chosen_slot(one.curve.at.back()); }

std::optional<bool> is_known(const AnswerCurve& one) {
  const Estimate ccp = stats::commitment(one.curve).ccp;
  return ccp.value ? std::optional(*ccp.value == 0) : std::nullopt;
}

std::vector<Result> known_before(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kShares, [](const AnswerCurve& one) -> std::optional<double> {
    const std::optional<bool> known = is_known(one);
    return known ? std::optional(*known ? 1.0 : 0.0) : std::nullopt;
  })};
}

std::vector<Result> known_kappa(const MetricInput& input) {
  std::vector<stats::PairedReading> pairs;
  std::int64_t number = 0;
  const std::vector<ItemCurves>& items = item_curves(input);
  if (items.empty()) return {undefined(kNoCurves)};
  for (const ItemCurves& item : items) {
    for (const AnswerCurve& one : item.curves) pairs.push_back({number, first_slot(one), last_slot(one)});
    ++number;
  }
  const stats::Kappa kappa = stats::kappa(pairs);
  Result r = estimated(kappa.kappa, kappa.interval);
  r.null = 0;
  r.n = kappa.n;
  r.n_clusters = kappa.n_items;
  return {r};
}

std::vector<Result> gain(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kNumbers, [](const AnswerCurve& one) -> std::optional<double> {
    const auto before = one.right(first_slot(one)), after = one.right(last_slot(one));
    if (!before) return std::nullopt;
    return (*after ? 1.0 : 0.0) - (*before ? 1.0 : 0.0);
  })};
}

std::vector<Result> restated(const MetricInput& input) {
  return {mean_over_curves(input, MeanOf::kShares, [](const AnswerCurve& one) -> std::optional<double> {
    const std::optional<int>& stated = one.answer->reading.slot;
    if (!stated || !is_known(one).value_or(false)) return std::nullopt;
    return *stated != first_slot(one) ? 1.0 : 0.0;
  })};
}

std::vector<Result> stated_gain(const MetricInput& input) {
  if (item_curves(input).empty()) return {undefined(kNoCurves)};
  std::vector<Result> out;
  for (const bool known : {true, false}) {
    out.push_back(mean_over_curves(input, MeanOf::kNumbers, [&](const AnswerCurve& one) -> std::optional<double> {
      const std::optional<int>& stated = one.answer->reading.slot;
      const auto before = one.right(first_slot(one));
      if (!stated || !before || is_known(one) != known) return std::nullopt;
      return (*one.right(*stated) ? 1.0 : 0.0) - (*before ? 1.0 : 0.0);
    }));
    out.back().group["known"] = known ? "yes" : "no";
  }
  return out;
}

}  // namespace

extern constinit const Metric kKnownBefore{
    .name = "known_before",
    .summary = "Share of the answers whose forced answer is the same before the first token and ever after.",
    .unit = "share",
    .source = "brink; after arXiv 2604.22266",
    .needs = kCurve,
    .compute = known_before,
};
extern constinit const Metric kKnownKappa{
    .name = "known_kappa",
    .summary = "Agreement of the forced answers before the first token and at the end, beyond chance (Cohen's kappa).",
    .unit = "",
    .source = "Cohen 1960",
    .needs = kCurve,
    .compute = known_kappa,
};
extern constinit const Metric kThinkingGain{
    .name = "thinking_gain",
    .summary = "Accuracy of the forced answer at the end minus before the first token, in the same answers.",
    .unit = "share",
    .source = "brink",
    .needs = "a commitment curve, gold",
    .compute = gain,
};
extern constinit const Metric kKnownRestated{
    .name = "known_restated",
    .summary =
        "Of the answers that are known before the first token (known_before) and read, the share that state another "
        "option in the end.",
    .unit = "share",
    .source = "brink; after arXiv 2604.22266",
    .needs = kCurve,
    .compute = restated,
};
extern constinit const Metric kStatedGain{
    .name = "stated_gain",
    .summary =
        "Accuracy of the answer as stated minus that of the one forced before the first token, of answers read: of "
        "those known before the first token (known_before) and of the others.",
    .unit = "share",
    .source = "brink; after arXiv 2604.22266",
    .needs = "a commitment curve, gold",
    .compute = stated_gain,
};

}  // namespace brink
