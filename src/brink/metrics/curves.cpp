#include "brink/metrics/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace brink {

std::optional<AnswerCurve> answer_curve(const Observation& answer, std::span<const Observation* const> follow_ups) {
  AnswerCurve out;
  out.answer = &answer;
  std::map<int, double> eat;  // by tokens kept
  for (const Observation* row : follow_ups) {
    if (row->key.treatment == "curve" && row->forced) out.read_outs.push_back(row);
    if (row->key.treatment == "eat" && row->read_out) eat[row->n_kept] = row->read_out->entropy_bits;
  }
  if (out.read_outs.empty()) return std::nullopt;
  std::ranges::stable_sort(out.read_outs, {}, &Observation::n_kept);
  std::vector<stats::Checkpoint> read_outs;
  for (const Observation* row : out.read_outs)
    read_outs.push_back({row->n_kept, row->forced->p, row->forced->entropy_bits});
  out.curve = stats::curve_of(std::move(read_outs), answer.reading.n_tokens);
  if (out.eat = !eat.empty(); out.eat)
    for (stats::Checkpoint& c : out.curve.at) {
      const auto found = eat.find(c.n_tokens);
      c.next_token_bits = found == eat.end() ? std::nullopt : std::optional(found->second);
    }
  if (const int slot = gold_slot(answer); slot >= 0) out.gold = slot;
  return out;
}

std::optional<bool> AnswerCurve::right(int slot) const {
  if (!gold) return std::nullopt;
  const auto content = [&](int s) {
    return content_of(*answer->item, answer->variant.order.at(static_cast<std::size_t>(s)));
  };
  return content(slot) == content(*gold);
}

namespace {

std::vector<ItemCurves> make_curves(const MetricInput& input) {
  std::vector<ItemCurves> out;
  for (const ItemRows& item : input.items) {
    ItemCurves one{&item, {}};
    for (std::size_t v = 0; v < item.follow_ups.size(); ++v)
      if (auto curve = answer_curve(*item.variants[v], item.follow_ups[v])) one.curves.push_back(*std::move(curve));
    if (!one.curves.empty()) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

const std::vector<ItemCurves>& item_curves(const MetricInput& input) { return input.once(make_curves); }

const stats::Checkpoint& at_share(const stats::Curve& curve, double share) {
  const stats::Checkpoint* last = &curve.at.front();
  for (const stats::Checkpoint& c : curve.at)
    if (c.n_tokens <= share * curve.n_tokens) last = &c;
  return *last;
}

stats::ReadItem read_item(const ItemCurves& item, double share) {
  stats::ReadItem out;
  out.m = item.item().n_options();
  for (const AnswerCurve& one : item.curves) {
    std::vector<int> order;
    for (const int option : one.answer->variant.order) order.push_back(content_of(item.item(), option));
    out.orders.push_back(std::move(order));
    out.p.push_back(at_share(one.curve, share).p);
  }
  return out;
}

std::string share_name(double share) { return fmt::format("{:.1f}", share); }

std::vector<double> shares() {
  std::vector<double> out;
  for (int i = 0; i <= 10; ++i) out.push_back(i / 10.0);
  return out;
}

}  // namespace brink
