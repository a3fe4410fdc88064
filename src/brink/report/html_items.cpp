#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

#include "brink/base/maybe.h"
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
using Excess = std::map<std::pair<Configuration, Sha256>, double>;  // excess PBS of an item's answers

/// The answers to an item, by one configuration or all together.
struct Counts {
  int cells = 0, recorded = 0, read = 0, cut = 0, unread = 0, right = 0, graded = 0, flips = 0, disagree = 0;
  long chars = 0;
  std::optional<double> excess;  // of several: the greatest

  void add(const Counts& other) {
    cells += other.cells, recorded += other.recorded, read += other.read, cut += other.cut, unread += other.unread;
    right += other.right, graded += other.graded, flips += other.flips, disagree += other.disagree;
    chars += other.chars;
    excess = std::max(excess, other.excess);
  }
};

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

Excess excess_of_items(const PageInput& input) {
  const auto study = input.store.study();
  const std::uint64_t seed = study ? study->seed : 0;
  stats::PbsNullTables nulls(seed);
  Excess out;
  const StudyRows all = study_rows(input.obs);
  for (const auto& [c, rows] : all.configurations) {
    const MetricInput of_one = metric_input(all, c, seed);
    for (const ItemAnswers& item : answers(of_one)) {
      if (!item.complete() || !stats::balanced(item.orders)) continue;
      if (const Estimate excess = nulls.compare(item.read).excess(); excess.value)
        out.emplace(std::pair{c, item.item().hash}, *excess.value);
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

std::map<Configuration, Counts> counts_of(const ShownItem& item, const Excess& excess) {
  std::map<Configuration, Counts> out;
  std::map<Configuration, std::set<int>> contents;
  for (std::size_t i = 0; i < item.rows.size(); ++i) {
    const Observation& row = *item.rows[i];
    const Configuration c{row.key.model, row.key.dataset, row.key.mode, row.key.treatment};
    Counts& own = out[c];
    ++own.cells;
    if (!row.recorded) continue;
    const Reading& r = row.reading;
    ++own.recorded;
    own.chars += r.n_chars;
    own.cut += r.status == Status::kTruncated || r.status == Status::kTruncatedInReasoning;
    own.unread += r.status != Status::kOk;
    own.disagree += disagree(row, item.other[i]);
    if (!r.option) continue;
    ++own.read;
    contents[c].insert(content_of(*row.item, *r.option));
    const auto right = is_right(row);
    own.graded += right.has_value();
    own.right += right.value_or(false);
  }
  for (auto& [c, own] : out) {
    own.flips = contents[c].size() > 1;
    if (const auto found = excess.find({c, item.item->hash}); found != excess.end()) own.excess = found->second;
  }
  return out;
}

// What the list shows and filters by. Treated answers count for the whole item only where there are no others.
Json index_row(const ShownItem& item, const Excess& excess) {
  const std::map<Configuration, Counts> own = counts_of(item, excess);
  const auto untreated = [](const auto& one) { return one.first.treatment == "none"; };
  const bool any_untreated = std::ranges::any_of(own, untreated);
  Counts all;
  Json by = Json::object();
  for (const auto& one : own) {
    if (!any_untreated || untreated(one)) all.add(one.second);
    const Counts& c = one.second;
    by[configuration_name(one.first)] = {c.right, c.graded, c.flips, c.cut, c.unread, maybe(c.excess)};
  }
  std::string key = item.item->hash.short_hex();
  if (item.occurrence > 0) key += "." + std::to_string(item.occurrence);
  return {{"key", key},
          {"dataset", item.dataset},
          {"id", item.item->id},
          {"stem", first_code_points(item.item->stem, kStemCodePoints)},
          {"tags", item.item->tags},
          {"answers", all.recorded},
          {"cells", all.cells},
          {"flips", all.flips},
          {"excess", maybe(all.excess)},
          {"cut", all.cut},
          {"unread", all.unread},
          {"right", all.right},
          {"graded", all.graded},
          {"by", std::move(by)},
          {"disagree", all.disagree},
          {"chars", all.recorded > 0 ? all.chars / all.recorded : 0},
          {"continuations",
           std::ranges::count_if(item.follow_ups, [](const Observation* f) { return is_continuation(*f); })}};
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
  const Excess excess = excess_of_items(input);
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
