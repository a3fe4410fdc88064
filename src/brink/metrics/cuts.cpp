#include "brink/metrics/cuts.h"

#include <fmt/format.h>

#include <charconv>
#include <span>

#include "brink/metrics/curves.h"
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

// The CCP that a place without an offset in its name was drawn against.
std::optional<double> ccp_of(const Observation& answer, const Observation& cut,
                             std::span<const Observation* const> follow_ups) {
  const Trajectory& t = answer.reading.trajectory;
  if (cut.key.point.starts_with("placebo_ccp_a3")) return t.ccp;
  if (!cut.key.point.starts_with("placebo_ccp_forced")) return t.ccp_eq2;
  const auto curve = answer_curve(answer, follow_ups);
  return curve ? stats::commitment(curve->curve).ccp.value : std::nullopt;
}

}  // namespace

bool CutAnswer::changed() const {
  const Item& item = *answer->item;
  return content_of(item, *continuation->reading.option) != content_of(item, *answer->reading.option);
}

namespace {

std::vector<ItemCuts> cuts_of(const MetricInput& input, std::string_view treatment) {
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
        if (const auto named = named_offset(row->key.point))
          cut.offset = *named;
        else
          cut.offset = cut.at - ccp_of(answer, *row, item.follow_ups[v]).value_or(cut.at);
        one.cuts.push_back(cut);
      }
    }
    if (!one.cuts.empty()) out.push_back(std::move(one));
  }
  return out;
}

std::map<std::string_view, std::vector<ItemCuts>> make_cuts(const MetricInput& input) {
  std::map<std::string_view, std::vector<ItemCuts>> out;
  for (const std::string_view treatment : kCutTreatments)
    if (std::vector<ItemCuts> items = cuts_of(input, treatment); !items.empty()) out[treatment] = std::move(items);
  return out;
}

}  // namespace

const std::map<std::string_view, std::vector<ItemCuts>>& item_cuts(const MetricInput& input) {
  return input.once(make_cuts);
}

std::vector<std::string> cut_buckets() {
  std::vector<std::string> out;
  for (std::size_t b = 0; b + 1 < stats::kTruncationEdges.size(); ++b)
    out.push_back(fmt::format("{:g} to {:g}", stats::kTruncationEdges[b], stats::kTruncationEdges[b + 1]));
  return out;
}

std::vector<CutGroup> cut_groups(const std::vector<ItemCuts>& items) {
  std::vector<CutGroup> out{{{}, {}, [](const CutAnswer&) { return true; }}};
  if (items.front().cuts.front().continuation->key.treatment == "resample") return out;
  const std::vector<std::string> buckets = cut_buckets();
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    const double low = stats::kTruncationEdges[b], high = stats::kTruncationEdges[b + 1];
    const bool last = b + 1 == buckets.size();
    out.push_back({"bucket", buckets[b],
                   [=](const CutAnswer& c) { return c.at >= low && (c.at < high || (last && c.at <= high)); }});
  }
  out.push_back({"side", "before the commitment point", [](const CutAnswer& c) { return c.offset < 0; }});
  out.push_back({"side", "behind it", [](const CutAnswer& c) { return c.offset > 0; }});
  return out;
}

}  // namespace brink
