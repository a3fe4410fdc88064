#include "brink/compare/pairing.h"

#include <algorithm>
#include <tuple>

namespace brink {
namespace {

using Rows = std::vector<const Observation*>;
using Place = std::tuple<std::string, std::string, std::string>;  // data set, mode, treatment

std::map<Place, Rows> places(const Side& side) {
  std::map<Place, Rows> out;
  for (const Observation& row : side.obs->rows) {
    RowKey key = row.key;
    if (key.model != side.model || key.trial != side.trial) continue;
    key.trial = 0;
    if (of_study(key)) out[{key.dataset, key.mode, key.treatment}].push_back(&row);
  }
  return out;
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

void pair_item(const Rows& of_a, const Rows& of_b, Pairing& out) {
  ItemPair item{of_a.front()->item, {}, static_cast<int>(of_a.size())};
  int n_shared = 0;
  for (const Observation* a : of_a) {
    const auto b = std::ranges::find_if(of_b, [&](const Observation* row) { return row->variant == a->variant; });
    if (b == of_b.end()) {
      ++out.unpaired["order only in a"];
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

std::string name_of(const std::string& model, const Place& place) {
  const auto& [dataset, mode, treatment] = place;
  return model + " " + dataset + " " + mode + (treatment == "none" ? "" : " " + treatment);
}

}  // namespace

bool ItemPair::complete() const {
  return static_cast<int>(cells.size()) == n_planned &&
         std::ranges::all_of(cells, [](const CellPair& c) { return c.a->reading.option && c.b->reading.option; });
}

std::vector<Pairing> pair_up(const Side& a, const Side& b, std::vector<std::string>& alone) {
  const auto places_a = places(a), places_b = places(b);
  std::vector<Pairing> out;
  for (const auto& [place, rows] : places_a) {
    const auto other = places_b.find(place);
    if (other == places_b.end()) {
      alone.push_back("only in a: " + name_of(a.model, place));
      continue;
    }
    Pairing& pairing = out.emplace_back(pair_cells(rows, other->second));
    const auto& [dataset, mode, treatment] = place;
    pairing.a = {a.model, dataset, mode, treatment};
    pairing.b = {b.model, dataset, mode, treatment};
  }
  for (const auto& [place, rows] : places_b)
    if (!places_a.contains(place)) alone.push_back("only in b: " + name_of(b.model, place));
  return out;
}

}  // namespace brink
