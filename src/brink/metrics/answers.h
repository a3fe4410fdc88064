#pragma once

#include <optional>
#include <string>
#include <vector>

#include "brink/metrics/metric.h"
#include "brink/stats/answered_item.h"
#include "brink/stats/pbs_null.h"

namespace brink {

/// What one item's variants answered, as plain numbers for stats/. A content is the index of the first option with
/// that text: options with equal text are one content (statistics.md 3).
struct ItemAnswers {
  const ItemRows* rows = nullptr;
  std::vector<std::vector<int>> orders;   // [n_recorded] slot -> content
  std::vector<std::optional<int>> slots;  // [n_recorded] chosen slot, nothing where no answer was read
  stats::AnsweredItem read;               // the variants with an answer

  const Item& item() const { return *rows->item; }
  int m() const { return rows->item->n_options(); }
  int n_read() const { return static_cast<int>(read.contents.size()); }
  /// Every variant of the design has an answer.
  bool complete() const { return rows->n_planned > 0 && n_read() == rows->n_planned; }
};

/// Items with at least one recorded variant, in the input's order; made once, kept by the input.
const std::vector<ItemAnswers>& answers(const MetricInput& input);

/// An item against its null, for one with an answer; made once for all.
const stats::ItemPbs& pbs_of(const MetricInput& input, const ItemAnswers& item);

/// Choices per slot, [m].
std::vector<int> slot_counts(const ItemAnswers& item);

/// The content of an option: the first option of the item with equal text.
int content_of(const Item& item, int option);

/// Whether a row can be right: one option is, or a number or a text where there are none.
bool has_gold(const Item& item);

/// Whether the answer has the gold's content; without options, whether it is the same number or, by normal_words(), the
/// same text. Nothing without an answer or a gold.
std::optional<bool> is_right(const Observation& row);

/// The same, wrong where an answer came back and could not be read. Nothing for a failed request.
std::optional<bool> is_right_or_unread(const Observation& row);

/// The answer under the file's order, which single-variant figures are about; nullptr where that was not asked.
const Observation* first_shown(const ItemRows& item);

/// Slot of the gold option, or -1 without a single one.
int gold_slot(const Observation& row);

/// "A" for the first place shown, "B" for the second, whatever label it carries.
std::string slot_name(int slot);

}  // namespace brink
