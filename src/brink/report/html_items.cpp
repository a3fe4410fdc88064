#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "brink/metrics/answers.h"
#include "brink/metrics/metric_input.h"
#include "brink/report/html_cells.h"
#include "brink/report/html_parts.h"
#include "brink/report/section.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

constexpr std::size_t kBlockBytes = 400'000;  // before compression: what one click decompresses
constexpr std::size_t kPackedOf = 3;          // texts shrink to about a third, base64 included
constexpr std::size_t kStemCodePoints = 140;  // shown in the list

using ItemKey = std::tuple<std::string, std::string, int, Sha256>;  // data set, id, occurrence, hash
using Excess = std::map<std::pair<std::string, Sha256>, double>;    // data set, item: over configurations, the greatest

std::map<ItemKey, ShownItem> shown_items(const PageInput& input) {
  const bool same = input.other && input.other->rows.size() == input.obs.rows.size();
  std::map<ItemKey, ShownItem> out;
  for (std::size_t i = 0; i < input.obs.rows.size(); ++i) {
    const Observation& row = input.obs.rows[i];
    ShownItem& item = out[{row.key.dataset, row.item->id, row.key.occurrence, row.key.item}];
    if (of_study(row.key)) {
      item.dataset = row.key.dataset;
      item.item = row.item;
      item.occurrence = row.key.occurrence;
      item.rows.push_back(&row);
      item.other.push_back(same && input.other->rows[i].key == row.key ? &input.other->rows[i] : nullptr);
    } else if (!row.key.parent.is_zero()) {
      item.follow_ups.push_back(&row);
    }
  }
  std::erase_if(out, [](const auto& entry) { return entry.second.item == nullptr; });
  return out;
}

Excess greatest_excess(const PageInput& input) {
  const auto study = input.store.study();
  const std::uint64_t seed = study ? study->seed : 0;
  stats::PbsNullTables nulls(seed);
  Excess out;
  const StudyRows all = study_rows(input.obs);
  for (const auto& [c, rows] : all.configurations) {
    const MetricInput of_one = metric_input(all, c, seed);
    for (const ItemAnswers& item : answers(of_one)) {
      if (!item.complete() || !stats::balanced(item.orders)) continue;
      const Estimate excess = nulls.compare(item.read).excess();
      if (!excess.value) continue;
      const auto [at, is_new] = out.emplace(std::pair{c.dataset, item.item().hash}, *excess.value);
      if (!is_new) at->second = std::max(at->second, *excess.value);
    }
  }
  return out;
}

std::string first_code_points(const std::string& text, std::size_t n) {
  std::size_t end = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && n-- == 0) break;
  return text.substr(0, end) + (end < text.size() ? "…" : "");
}

// Treated answers are counted only where there are no others.
bool counts(const ShownItem& item, const Observation& row) {
  const auto untreated = [](const Observation* r) { return r->key.treatment == "none"; };
  return untreated(&row) || std::ranges::none_of(item.rows, untreated);
}

// What the list shows and filters by.
Json index_row(const ShownItem& item, const Excess& excess) {
  std::map<std::tuple<std::string, std::string, std::string>, std::set<int>> contents;
  std::map<std::string, std::pair<int, int>> by;  // right and graded, by configuration
  int n_cut = 0, n_unread = 0, n_read = 0, n_right = 0, n_graded = 0, n_disagree = 0, n_recorded = 0, n_cells = 0;
  long chars = 0;
  for (std::size_t i = 0; i < item.rows.size(); ++i) {
    const Observation& row = *item.rows[i];
    if (!counts(item, row)) continue;
    ++n_cells;
    if (!row.recorded) continue;
    const Reading& r = row.reading;
    ++n_recorded;
    chars += r.n_chars;
    n_cut += r.status == Status::kTruncated || r.status == Status::kTruncatedInReasoning;
    n_unread += r.status != Status::kOk;
    n_disagree += disagree(row, item.other[i]);
    if (!r.option) continue;
    ++n_read;
    contents[{row.key.model, row.key.mode, row.key.treatment}].insert(content_of(*row.item, *r.option));
    if (const auto right = is_right(row)) {
      ++n_graded;
      n_right += *right;
      auto& [own_right, own_graded] =
          by[configuration_name({row.key.model, row.key.dataset, row.key.mode, row.key.treatment})];
      ++own_graded;
      own_right += *right;
    }
  }
  const auto n_flips =
      std::count_if(contents.begin(), contents.end(), [](const auto& of_one) { return of_one.second.size() > 1; });
  const auto at = excess.find({item.dataset, item.item->hash});
  std::string key = item.item->hash.short_hex();
  if (item.occurrence > 0) key += "." + std::to_string(item.occurrence);
  return {{"key", key},
          {"dataset", item.dataset},
          {"id", item.item->id},
          {"stem", first_code_points(item.item->stem, kStemCodePoints)},
          {"tags", item.item->tags},
          {"answers", n_recorded},
          {"cells", n_cells},
          {"flips", n_flips},
          {"excess", at == excess.end() ? Json(nullptr) : Json(at->second)},
          {"cut", n_cut},
          {"unread", n_unread},
          {"right", n_right},
          {"graded", n_graded},
          {"by", by},
          {"disagree", n_disagree},
          {"chars", n_recorded > 0 ? chars / n_recorded : 0},
          {"follow_ups", item.follow_ups.size()}};
}

std::size_t text_size(const ShownItem& item) {
  std::size_t n = 0;
  for (const Observation* row : item.rows) n += static_cast<std::size_t>(row->reading.n_chars);
  for (const Observation* row : item.follow_ups)
    if (!row->forced) n += static_cast<std::size_t>(row->usage.n_generated) * 4;  // about four code points a token
  return n;
}

// The items whose texts are here: all, or a sample by content hash that fits.
std::set<const ShownItem*> with_texts(const std::map<ItemKey, ShownItem>& items, std::size_t max_packed) {
  std::vector<const ShownItem*> order;
  order.reserve(items.size());
  for (const auto& [key, item] : items) order.push_back(&item);
  std::ranges::stable_sort(order, {}, [](const ShownItem* i) { return i->item->hash; });
  std::set<const ShownItem*> out;
  std::size_t total = 0;
  for (const ShownItem* item : order) {
    total += text_size(*item) / kPackedOf;
    if (total > max_packed) break;
    out.insert(item);
  }
  return out;
}

std::unordered_set<Sha256> records_of(const std::set<const ShownItem*>& items) {
  std::unordered_set<Sha256> out;
  for (const ShownItem* item : items) {
    for (const Observation* row : item->rows)
      if (row->recorded) out.insert(row->record);
    for (const Observation* row : item->follow_ups)
      if (row->recorded && !row->forced) out.insert(row->record);
  }
  return out;
}

}  // namespace

PackedItems packed_items(const PageInput& input, const PageOptions& options) {
  const std::map<ItemKey, ShownItem> items = shown_items(input);
  const Excess excess = greatest_excess(input);
  const std::set<const ShownItem*> shown = with_texts(items, options.max_packed_bytes);
  const auto texts = shown_texts(input.store, records_of(shown));

  PackedItems out;
  Json index = Json::array();
  std::string block;
  const auto close = [&] {
    if (!block.empty()) out.blocks.push_back(packed(block + "]"));
    block.clear();
  };
  int n_in_block = 0;
  for (const auto& [key, item] : items) {
    Json& row = index.emplace_back(index_row(item, excess));
    if (!shown.contains(&item)) continue;
    if (block.size() > kBlockBytes) close();
    if (block.empty()) n_in_block = 0;
    row["block"] = {out.blocks.size(), n_in_block++};
    block += (block.empty() ? "[" : ",") +
             item_json(item, input.store, texts).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  close();
  out.index = packed(index.dump(-1, ' ', false, Json::error_handler_t::replace));
  out.n = items.size();
  out.n_with_texts = shown.size();
  return out;
}

}  // namespace brink
