#include <algorithm>
#include <map>
#include <variant>

#include "brink/pipeline/check.h"
#include "brink/plan/plan.h"
#include "brink/prompt/prompt.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/power.h"

namespace brink {
namespace {

GoldSlots gold_slots(int m, std::vector<int> counts) {
  GoldSlots out{m, std::move(counts), {}};
  double n = 0, statistic = 0;
  for (const int count : out.counts) n += count;
  if (n == 0) return out;
  for (const int count : out.counts) statistic += (count - n / m) * (count - n / m) / (n / m);
  out.test = stats::chi_square(statistic, m - 1);
  return out;
}

void check_gold(const Study& study, const std::vector<Item>& items, DataCheck& out) {
  std::map<int, std::vector<int>> counts;
  for (const Item& item : items) {
    if (item.options.empty()) {
      out.n_without_gold += std::holds_alternative<std::monostate>(item.gold) ? 1 : 0;
      continue;
    }
    if (item.gold_option() < 0) {
      ++out.n_without_gold;
      continue;
    }
    const std::vector<int> order = variants(item, study.permutations, study.seed).front().order;
    std::vector<int>& of_m = counts[item.n_options()];
    of_m.resize(order.size());
    ++of_m[static_cast<std::size_t>(std::ranges::find(order, item.gold_option()) - order.begin())];
  }
  for (auto& [m, of_m] : counts) out.gold.push_back(gold_slots(m, std::move(of_m)));
}

void check_power(const Study& study, const std::vector<Item>& items, DataCheck& out) {
  std::map<int, std::vector<const Item*>> by_m;
  for (const Item& item : items) by_m[item.n_options()].push_back(&item);
  for (const auto& [m, of_m] : by_m) {
    const std::vector<Variant> shown = variants(*of_m.front(), study.permutations, study.seed);
    std::vector<std::vector<int>> orders;
    for (const Variant& v : shown) orders.push_back(v.order);
    PowerCheck& power = out.power.emplace_back();
    power.m = m;
    power.n_items = static_cast<int>(of_m.size());
    power.n_variants = static_cast<int>(shown.size());
    power.pull = m < 2 ? Estimate::undefined(m == 0 ? "no options: there is no order" : "one option")
                       : stats::smallest_pull(power.n_items, power.n_variants, m, stats::balanced(orders));
  }
  const auto n_choices = std::ranges::count_if(items, [](const Item& item) { return !item.options.empty(); });
  const bool one_order = std::ranges::all_of(out.power, [](const PowerCheck& p) { return p.n_variants < 2; });
  out.length_rho = one_order ? Estimate::undefined("one order: no bias of an item to correlate with")
                             : stats::smallest_partial_rho(static_cast<int>(n_choices), 1);
}

}  // namespace

DataCheck check_data(const Study& study, const DataSpec& spec, const Dataset& dataset) {
  DataCheck out;
  out.name = spec.name;
  out.n_read = static_cast<int>(dataset.items.size());
  const Dataset selected = select_items(study, spec, dataset);
  const std::vector<Item>& items = selected.items;
  out.dirt = selected.dirt;
  out.n_chosen = static_cast<int>(items.size());
  check_gold(study, items, out);
  for (const Item& item : items)
    for (const std::string& option : item.options)
      if (names_other_options(option)) out.order_references.push_back({item.id, item.at, option});
  std::ranges::sort(out.order_references, {}, [](const auto& r) { return r.at.line; });
  check_power(study, items, out);
  return out;
}

}  // namespace brink
