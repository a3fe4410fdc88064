#include "brink/metrics/cuts.h"

#include <fmt/format.h>

#include <charconv>

#include "brink/stats/truncation.h"

namespace brink {
namespace {

// The offset that a point names, "ccp_eq2-0.05"; nothing for a place that was drawn.
std::optional<double> named_offset(std::string_view point) {
  const auto sign = point.find_last_of("+-");
  if (!point.starts_with("ccp_") || sign == point.npos) return std::nullopt;
  double value = 0;
  const std::string_view digits = point.substr(sign + 1);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{}) return std::nullopt;
  return point[sign] == '-' ? -value : value;
}

}  // namespace

bool CutAnswer::changed() const {
  const Item& item = *answer->item;
  return content_of(item, *continuation->reading.option) != content_of(item, *answer->reading.option);
}

std::vector<ItemCuts> item_cuts(const MetricInput& input, std::string_view treatment) {
  std::vector<ItemCuts> out;
  for (const ItemRows& item : input.items) {
    ItemCuts one{&item, {}};
    for (std::size_t v = 0; v < item.follow_ups.size(); ++v) {
      const Observation& answer = *item.variants[v];
      if (!answer.reading.option || answer.reading.n_tokens == 0) continue;
      for (const Observation* row : item.follow_ups[v]) {
        if (row->key.treatment != treatment) continue;
        CutAnswer cut{&answer, row};
        cut.at = static_cast<double>(row->n_kept) / answer.reading.n_tokens;
        cut.offset = named_offset(row->key.point).value_or(cut.at - answer.reading.trajectory.ccp_eq2.value_or(cut.at));
        one.cuts.push_back(cut);
      }
    }
    if (!one.cuts.empty()) out.push_back(std::move(one));
  }
  return out;
}

std::vector<std::string> cut_buckets() {
  std::vector<std::string> out;
  for (std::size_t b = 0; b + 1 < stats::kTruncationEdges.size(); ++b)
    out.push_back(fmt::format("{:g} to {:g}", stats::kTruncationEdges[b], stats::kTruncationEdges[b + 1]));
  return out;
}

}  // namespace brink
