#include "brink/metrics/metric_input.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "brink/dataset/labels.h"

namespace brink {
namespace {

using Rows = StudyRows::Rows;

/// Items sorted by id. Equal items share their requests: the second one is no further evidence.
void add_items(MetricInput& input, const Rows& rows) {
  std::map<std::pair<std::string, Sha256>, ItemRows> items, open;
  std::set<std::pair<Sha256, int>> repeated;
  for (const Observation* row : rows) {
    if (!of_study(row->key)) continue;
    if (row->key.occurrence > 0) {
      repeated.emplace(row->key.item, row->key.occurrence);
      continue;
    }
    ItemRows& item = (row->item->options.empty() ? open : items)[{row->item->id, row->key.item}];
    item.item = row->item;
    ++item.n_planned;
    if (row->recorded) item.variants.push_back(row);
  }
  for (auto& [key, item] : items) {
    std::sort(item.variants.begin(), item.variants.end(),
              [](const Observation* a, const Observation* b) { return a->key.variant < b->key.variant; });
    input.items.push_back(std::move(item));
  }
  for (auto& [key, item] : open) input.open.push_back(std::move(item));
  input.n_repeated = static_cast<int>(repeated.size());
}

void add_follow_ups(MetricInput& input, const StudyRows& all) {
  const auto of = all.follow_ups.find(input.configuration);
  for (ItemRows& item : input.items)
    for (const Observation* row : item.variants) {
      Rows& rows = item.follow_ups.emplace_back();
      if (of == all.follow_ups.end()) continue;
      if (const auto found = of->second.find({row->record, row->key.variant}); found != of->second.end())
        rows = found->second;
    }
}

/// What the same items answered under rotated labels; a cell that is among the variants too is the same answer.
void add_relabelled(MetricInput& input, const Rows& rows) {
  std::map<std::pair<std::string, Sha256>, ItemRows*> items;
  for (ItemRows& item : input.items) items[{item.item->id, item.item->hash}] = &item;
  for (const Observation* row : rows) {
    const auto item = items.find({row->item->id, row->key.item});
    if (!row->recorded || row->key.trial != 0 || row->key.occurrence > 0 || item == items.end()) continue;
    const auto& variants = item->second->variants;
    const bool same =
        std::any_of(variants.begin(), variants.end(), [&](const Observation* v) { return v->variant == row->variant; });
    if (!same) item->second->relabelled.push_back(row);
  }
  for (ItemRows& item : input.items)
    std::sort(item.relabelled.begin(), item.relabelled.end(),
              [](const Observation* a, const Observation* b) { return a->key.variant < b->key.variant; });
}

// Shared by the treatments "budget:n".
constexpr std::string_view kBudget = "budget:";

int budget_of(const Configuration& c) {
  int n = 0;
  if (!c.treatment.starts_with(kBudget)) return n;
  std::from_chars(c.treatment.data() + kBudget.size(), c.treatment.data() + c.treatment.size(), n);
  return n;
}

/// What the same items answered after an assigned number of tokens.
void add_budget(MetricInput& input, int n_tokens, const Rows& rows) {
  MetricInput assigned;
  add_items(assigned, rows);
  const auto key = [](const ItemRows& i) { return std::tie(i.item->id, i.item->hash); };
  for (ItemRows& item : input.items) {
    const auto same = std::ranges::lower_bound(assigned.items, key(item), {}, key);
    if (same != assigned.items.end() && key(*same) == key(item))
      item.budgets.push_back({n_tokens, std::move(same->variants)});
  }
}

void add_budgets(MetricInput& input, const StudyRows& all) {
  std::map<int, const Rows*> budgets;
  for (const auto& [c, rows] : all.configurations) {
    const Configuration& of = input.configuration;
    const bool same = c.model == of.model && c.dataset == of.dataset && c.mode == of.mode;
    if (const int n = budget_of(c); same && n > 0) budgets[n] = &rows;
  }
  for (const auto& [n, rows] : budgets) add_budget(input, n, *rows);
}

/// A budget's answer follows another one: where that failed there is no cell, but the order was meant to be asked.
void plan_as_untreated(MetricInput& input, const StudyRows& all) {
  Configuration untreated = input.configuration;
  untreated.treatment = "none";
  const auto found = all.configurations.find(untreated);
  if (found == all.configurations.end()) return;
  MetricInput design{.configuration = untreated, .items = {}, .open = {}, .against = {}};
  add_items(design, found->second);
  std::map<Sha256, int> n_planned;
  for (const ItemRows& item : design.items) n_planned[item.item->hash] = item.n_planned;
  for (ItemRows& item : input.items)
    if (const auto planned = n_planned.find(item.item->hash); planned != n_planned.end())
      item.n_planned = std::max(item.n_planned, planned->second);
}

/// A mode that only answers comes before the others, which are held against it.
bool comes_before(const std::string& a, const std::string& b) {
  const auto rank = [](const std::string& mode) { return mode == "direct" || mode.ends_with("baseline") ? 0 : 1; };
  return std::pair(rank(a), a) < std::pair(rank(b), b);
}

/// Pairs of the configuration's first answers with rows of another one that have the same key.
template <class KeyOf>
void add_pairs(MetricInput& input, const Configuration& other, const Rows& rows, bool open, const KeyOf& key_of) {
  std::map<decltype(key_of(*rows.front())), const Observation*> of_key;
  for (const Observation* row : rows)
    if (of_study(row->key) && row->recorded && row->key.occurrence == 0 && row->key.variant == 0 &&
        (!open || row->item->options.empty()))
      of_key.emplace(key_of(*row), row);
  Against against{other.mode, other.dataset, {}};
  for (const ItemRows* item : input.all()) {
    const bool first = !item->variants.empty() && item->variants.front()->key.variant == 0;
    if (!first || (open && item->item->options.empty())) continue;
    if (const auto found = of_key.find(key_of(*item->variants.front())); found != of_key.end())
      against.pairs.push_back({found->second, item->variants.front()});
  }
  if (!against.pairs.empty()) input.against.push_back(std::move(against));
}

void add_against(MetricInput& input, const StudyRows& all) {
  const Configuration& of = input.configuration;
  for (const auto& [c, rows] : all.configurations) {
    if (c.model != of.model || c.treatment != "none" || rows.empty()) continue;
    if (c.dataset == of.dataset && comes_before(c.mode, of.mode))
      add_pairs(input, c, rows, false, [](const Observation& row) { return row.key.item; });
    if (c.dataset != of.dataset && c.mode == of.mode && !input.items.empty())
      add_pairs(input, c, rows, true, [](const Observation& row) { return row.item->stem; });
  }
}

}  // namespace

std::vector<const ItemRows*> MetricInput::all() const {
  std::vector<const ItemRows*> out;
  for (const std::vector<ItemRows>* list : {&items, &open})
    for (const ItemRows& item : *list) out.push_back(&item);
  return out;
}

MetricInput MetricInput::only(const std::function<bool(const Item&)>& keep) const {
  MetricInput out = *this;
  for (std::vector<ItemRows>* list : {&out.items, &out.open})
    std::erase_if(*list, [&](const ItemRows& item) { return !keep(*item.item); });
  for (Against& one : out.against)
    std::erase_if(one.pairs, [&](const AnswerPair& pair) { return !keep(*pair.b->item); });
  return out;
}

StudyRows study_rows(const Observations& obs) {
  StudyRows out{by_configuration(obs), {}};
  for (const Observation& row : obs.rows)
    if (row.recorded && !row.key.parent.is_zero() && row.key.occurrence == 0)
      out.follow_ups[{row.key.model, row.key.dataset, row.key.mode, "none"}][{row.key.parent, row.key.variant}]
          .push_back(&row);
  for (auto& [configuration, by_record] : out.follow_ups)
    for (auto& [record, rows] : by_record)
      std::ranges::sort(rows, {}, [](const Observation* row) {
        return std::tie(row->n_kept, row->key.treatment, row->key.point, row->key.trial);
      });
  return out;
}

MetricInput metric_input(const StudyRows& all, const Configuration& of, std::uint64_t seed) {
  MetricInput out{.configuration = of, .items = {}, .open = {}, .against = {}, .seed = seed};
  add_items(out, all.configurations.at(of));
  if (of.treatment == "none") add_against(out, all);
  if (budget_of(of) > 0) plan_as_untreated(out, all);
  if (of.treatment == "none") {
    add_follow_ups(out, all);
    add_budgets(out, all);
  }
  Configuration rotated = of;
  rotated.treatment = kLabelRotate;
  if (const auto found = all.configurations.find(rotated); found != all.configurations.end() && of != rotated)
    add_relabelled(out, found->second);
  return out;
}

}  // namespace brink
