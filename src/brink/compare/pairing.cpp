#include "brink/compare/pairing.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace brink {
namespace {

using Rows = std::vector<const Observation*>;

std::map<Configuration, Rows> configurations(const Side& side) {
  const auto chosen = [](const std::string& given, const std::string& value) {
    return given.empty() || given == value;
  };
  std::map<Configuration, Rows> out;
  for (const Observation& row : side.obs->rows) {
    RowKey key = row.key;
    if (key.trial != side.trial) continue;
    key.trial = 0;
    const bool is_chosen = chosen(side.of.model, key.model) && chosen(side.of.dataset, key.dataset) &&
                           chosen(side.of.mode, key.mode) && chosen(side.of.treatment, key.treatment);
    if (is_chosen && of_study(key)) out[{key.model, key.dataset, key.mode, key.treatment}].push_back(&row);
  }
  return out;
}

// In every key that is not given on both sides.
bool agree(const Configuration& a, const Configuration& b, const Side& side_a, const Side& side_b) {
  if (a == b && side_a.obs == side_b.obs && side_a.trial == side_b.trial) return false;
  const auto free_or_equal = [&](std::string Choice::*given, std::string Configuration::*value) {
    return (!(side_a.of.*given).empty() && !(side_b.of.*given).empty()) || a.*value == b.*value;
  };
  return a.dataset == b.dataset && free_or_equal(&Choice::model, &Configuration::model) &&
         free_or_equal(&Choice::mode, &Configuration::mode) &&
         free_or_equal(&Choice::treatment, &Configuration::treatment);
}

std::map<Sha256, Rows> by_item(const Rows& rows, std::map<std::string, int>& unpaired) {
  std::map<Sha256, Rows> out;
  for (const Observation* row : rows) {
    if (row->key.occurrence == 0)
      out[row->key.item].push_back(row);
    else
      ++unpaired["repeated item"];
  }
  return out;
}

bool shows(const Rows& rows, const Observation* of) {
  return std::ranges::any_of(rows, [&](const Observation* row) { return row->variant == of->variant; });
}

void pair_item(const Rows& of_a, const Rows& of_b, Pairing& out) {
  ItemPair item{of_a.front()->item, {}, static_cast<int>(of_a.size())};
  int n_shared = 0;
  for (const Observation* a : of_a) {
    const auto b = std::ranges::find_if(of_b, [&](const Observation* row) { return row->variant == a->variant; });
    if (b == of_b.end()) {
      const bool shown = std::ranges::any_of(
          of_b, [&](const Observation* row) { return row->variant.order == a->variant.order && !shows(of_a, row); });
      ++out.unpaired[shown ? std::string(kOtherLabels) : "order only in a"];
      n_shared += shown ? 1 : 0;
      continue;
    }
    ++n_shared;
    if (a->recorded && (*b)->recorded)
      item.cells.push_back({a, *b});
    else
      ++out.unpaired[a->recorded ? "not recorded in b" : (*b)->recorded ? "not recorded in a" : "not recorded"];
  }
  const int n_more = static_cast<int>(of_b.size()) - n_shared;
  if (n_more > 0) out.unpaired["order only in b"] += n_more;
  item.n_planned += n_more;
  if (!item.cells.empty()) out.items.push_back(std::move(item));
}

Pairing pair_cells(const Rows& of_a, const Rows& of_b) {
  Pairing out;
  const auto items_a = by_item(of_a, out.unpaired), items_b = by_item(of_b, out.unpaired);
  for (const auto& [hash, rows] : items_a) {
    const auto other = items_b.find(hash);
    if (other == items_b.end())
      out.unpaired["item only in a"] += static_cast<int>(rows.size());
    else
      pair_item(rows, other->second, out);
  }
  for (const auto& [hash, rows] : items_b)
    if (!items_a.contains(hash)) out.unpaired["item only in b"] += static_cast<int>(rows.size());
  std::ranges::sort(out.items, {}, [](const ItemPair& i) { return std::tie(i.item->id, i.item->hash); });
  return out;
}

std::string name_of(const Configuration& c) {
  return c.model + " " + c.dataset + " " + c.mode + (c.treatment == "none" ? "" : " " + c.treatment);
}

}  // namespace

bool ItemPair::complete() const {
  return static_cast<int>(cells.size()) == n_planned &&
         std::ranges::all_of(cells, [](const CellPair& c) { return c.a->reading.option && c.b->reading.option; });
}

std::vector<Pairing> pair_up(const Side& a, const Side& b, std::vector<std::string>& alone) {
  const auto of_a = configurations(a), of_b = configurations(b);
  std::vector<Pairing> out;
  std::set<Configuration> met;  // of b
  for (const auto& [one, rows] : of_a) {
    const std::size_t before = out.size();
    for (const auto& [other, other_rows] : of_b) {
      if (!agree(one, other, a, b)) continue;
      Pairing& pairing = out.emplace_back(pair_cells(rows, other_rows));
      pairing.a = one;
      pairing.b = other;
      met.insert(other);
    }
    if (out.size() == before) alone.push_back("only in a: " + name_of(one));
  }
  for (const auto& [other, rows] : of_b)
    if (!met.contains(other)) alone.push_back("only in b: " + name_of(other));
  return out;
}

}  // namespace brink
