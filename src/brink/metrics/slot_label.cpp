#include "brink/stats/slot_label.h"

#include <algorithm>

#include "brink/dataset/labels.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

/// The answered variants of an item, those with rotated labels too.
stats::LabelledItem labelled_item(const ItemRows& rows) {
  stats::LabelledItem out;
  out.read.m = rows.item->n_options();
  const auto add = [&](const Observation* row) {
    if (!row->reading.slot) return;
    out.read.orders.push_back(row->variant.order);
    out.read.contents.push_back(row->variant.order.at(static_cast<std::size_t>(*row->reading.slot)));
    out.labels.push_back(label_indices(label_set(row->variant.label_set), out.read.m));
  };
  for (const Observation* row : rows.variants) add(row);
  for (const Observation* row : rows.relabelled) add(row);
  return out;
}

bool rotates(const Observation* row) { return label_set(row->variant.label_set).rotation != 0; }

bool any_rotates(const ItemRows& item) {
  return std::any_of(item.variants.begin(), item.variants.end(), rotates) ||
         std::any_of(item.relabelled.begin(), item.relabelled.end(), rotates);
}

struct Found {
  stats::SlotLabel fit;
  std::map<std::string, int> left_out;
  int n_answers = 0;
  std::vector<std::string> labels;  // in the order of the base
};

Found find(const MetricInput& input) {
  Found out;
  out.left_out = left_out(input);
  // Without a rotation anywhere the answer is known: no item need be looked at.
  if (std::none_of(input.items.begin(), input.items.end(), any_rotates)) {
    out.fit.slots.why_undefined = out.fit.labels.why_undefined = "each label stays at its slot: see label_rotate";
    return out;
  }
  std::vector<stats::LabelledItem> items;
  for (const ItemRows& item : input.items) {
    if (item.item->flags.duplicate_options) {
      ++out.left_out["item with equal options"];
      continue;
    }
    stats::LabelledItem labelled = labelled_item(item);
    if (labelled.read.contents.empty()) continue;
    items.push_back(std::move(labelled));
    out.n_answers += static_cast<int>(items.back().read.contents.size());
    for (const auto* rows : {&item.variants, &item.relabelled}) {
      if (rows->empty()) continue;
      LabelSet set = label_set(rows->front()->variant.label_set);
      set.rotation = 0;
      if (auto labels = slot_labels(set, item.item->n_options()); labels.size() > out.labels.size())
        out.labels = std::move(labels);
    }
  }
  out.fit = stats::slot_label(items);
  if (out.fit.n_too_large > 0) out.left_out["item with too many arrangements"] = out.fit.n_too_large;
  return out;
}

void add_counts(Result& r, const Found& found) {
  r.n = found.n_answers;
  r.n_clusters = std::min(found.fit.n_items, found.n_answers);
  r.left_out = found.left_out;
}

std::vector<Result> test(const MetricInput& input, stats::Attraction stats::SlotLabel::*side) {
  const Found found = find(input);
  const stats::Attraction& of = found.fit.*side;
  Result r = tested(of.test, of.why_undefined);
  add_counts(r, found);
  return {r};
}

template <class Name>
std::vector<Result> effect(const MetricInput& input, stats::Attraction stats::SlotLabel::*side, const char* key,
                           const Name& name) {
  const Found found = find(input);
  const stats::Attraction& of = found.fit.*side;
  if (of.terms.empty()) {
    Result r = undefined(of.why_undefined);
    add_counts(r, found);
    return {r};
  }
  std::vector<Result> rows;
  for (std::size_t j = 0; j < of.terms.size(); ++j) {
    Result& r = rows.emplace_back();
    r.group[key] = name(found, j);
    r.value = of.terms[j].logit;
    r.low = of.terms[j].low;
    r.high = of.terms[j].high;
    r.null = 0;
    if (!r.low)
      r.reason = found.fit.separated ? "no interval: every choice follows from slot and label; held finite by a prior"
                                     : "no interval: one informative item";
    add_counts(r, found);
  }
  return rows;
}

std::vector<Result> slot_effect_test(const MetricInput& input) { return test(input, &stats::SlotLabel::slots); }
std::vector<Result> label_effect_test(const MetricInput& input) { return test(input, &stats::SlotLabel::labels); }
std::vector<Result> slot_effect(const MetricInput& input) {
  return effect(input, &stats::SlotLabel::slots, "slot",
                [](const Found&, std::size_t j) { return slot_name(static_cast<int>(j)); });
}
std::vector<Result> label_effect(const MetricInput& input) {
  return effect(input, &stats::SlotLabel::labels, "label",
                [](const Found& found, std::size_t j) { return found.labels.at(j); });
}

constexpr auto kSource = "brink; McFadden 1974, Chamberlain 1980 (conditional logit)";
constexpr auto kNeeds = "orders and rotated labels";

}  // namespace

extern constinit const Metric kSlotEffectTest{
    .name = "slot_effect_test",
    .summary =
        "Do places draw answers beyond what contents and labels explain? Score test of the conditional logit with the "
        "labels' terms fitted. `null` = df.",
    .unit = "",
    .source = kSource,
    .needs = kNeeds,
    .compute = slot_effect_test,
};
extern constinit const Metric kLabelEffectTest{
    .name = "label_effect_test",
    .summary = "Do labels (the token \"A\") draw answers beyond what contents and places explain? As slot_effect_test.",
    .unit = "",
    .source = kSource,
    .needs = kNeeds,
    .compute = label_effect_test,
};
extern constinit const Metric kSlotEffect{
    .name = "slot_effect",
    .summary =
        "Log-odds by which a place draws answers, against the mean place, labels and contents held fixed; "
        "item-clustered interval.",
    .unit = "logits",
    .source = kSource,
    .needs = kNeeds,
    .compute = slot_effect,
};
extern constinit const Metric kLabelEffect{
    .name = "label_effect",
    .summary = "Log-odds by which a label draws answers, against the mean label, places and contents held fixed.",
    .unit = "logits",
    .source = kSource,
    .needs = "rotated labels",
    .compute = label_effect,
};

}  // namespace brink
