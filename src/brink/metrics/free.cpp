#include <algorithm>
#include <map>

#include "brink/metrics/curves.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

constexpr auto kNone = "no pairs: treatments = [\"curve\", \"free\"] in the study";

// The continuations of an answer at one place, and what it was forced to there.
struct Place {
  const AnswerCurve* curve = nullptr;
  int forced = 0;  // slot
  std::vector<const Observation*> draws;
};

// By point, then item by item.
std::map<std::string, std::vector<std::vector<Place>>> places(const std::vector<ItemCurves>& items) {
  std::map<std::string, std::vector<std::vector<Place>>> out;
  for (std::size_t i = 0; i < items.size(); ++i)
    for (const AnswerCurve& one : items[i].curves) {
      const auto& variants = items[i].rows->variants;
      const auto v = std::ranges::find(variants, one.answer) - variants.begin();
      std::map<std::string, Place> here;
      for (const Observation* row : items[i].rows->follow_ups[static_cast<std::size_t>(v)])
        if (row->key.treatment == "free") here[row->key.point].draws.push_back(row);
      for (auto& [point, place] : here) {
        const auto read_out = std::ranges::find(one.read_outs, place.draws.front()->n_kept, &Observation::n_kept);
        if (read_out == one.read_outs.end()) continue;
        place.curve = &one;
        place.forced = (*read_out)->forced->slot();
        auto& of_point = out[point];
        of_point.resize(items.size());
        of_point[i].push_back(std::move(place));
      }
    }
  return out;
}

template <class Of>
std::vector<Result> at_places(const MetricInput& input, MeanOf what, Of&& of) {
  const std::vector<ItemCurves>& items = item_curves(input);
  std::vector<Result> out;
  for (const auto& [point, by_item] : places(items)) {
    std::vector<stats::ClusterSum> sums;
    int n_unread = 0;
    for (const std::vector<Place>& of_item : by_item) {
      stats::ClusterSum& sum = sums.emplace_back(stats::ClusterSum{});
      for (const Place& place : of_item)
        for (const Observation* draw : place.draws) {
          const std::optional<double> value = of(place, *draw);
          if (!value) {
            ++n_unread;
            continue;
          }
          sum.sum += *value;
          ++sum.n;
        }
    }
    Result& r = out.emplace_back(item_mean(input, std::move(sums), what));
    r.group["at"] = point.substr(point.find(':') + 1);
    if (n_unread > 0) r.left_out["continuation without an answer"] = n_unread;
  }
  if (out.empty()) out.push_back(undefined(kNone));
  return out;
}

std::vector<Result> agreement(const MetricInput& input) {
  return at_places(input, MeanOf::kShares, [](const Place& place, const Observation& draw) -> std::optional<double> {
    if (!draw.reading.slot) return std::nullopt;
    return *draw.reading.slot == place.forced ? 1.0 : 0.0;
  });
}

std::vector<Result> gap(const MetricInput& input) {
  return at_places(input, MeanOf::kNumbers, [](const Place& place, const Observation& draw) -> std::optional<double> {
    const auto forced = place.curve->right(place.forced);
    if (!draw.reading.slot || !forced) return std::nullopt;
    return (*place.curve->right(*draw.reading.slot) ? 1.0 : 0.0) - (*forced ? 1.0 : 0.0);
  });
}

}  // namespace

extern constinit const Metric kFreeAgreement{
    .name = "free_agreement",
    .summary = "Share of the sampled continuations from a place that answer what is forced there.",
    .unit = "share",
    .source = "brink",
    .needs = "a commitment curve, free continuations",
    .compute = agreement,
};
extern constinit const Metric kExtractionGap{
    .name = "extraction_gap",
    .summary = "Accuracy of the continuations from a place minus that of the answer forced there, of those read.",
    .unit = "share",
    .source = "arXiv 2604.06613",
    .needs = "a commitment curve, free continuations, gold",
    .compute = gap,
};

}  // namespace brink
