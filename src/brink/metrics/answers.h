#pragma once

#include <optional>
#include <string>
#include <vector>

#include "brink/metrics/metric.h"
#include "brink/stats/answered_item.h"

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

/// Items with at least one recorded variant, in the input's order. The input must outlive it.
std::vector<ItemAnswers> answers(const MetricInput& input);

/// Choices per slot, [m].
std::vector<int> slot_counts(const ItemAnswers& item);

/// The content of an option: the first option of the item with equal text.
int content_of(const Item& item, int option);

/// Whether the answer has the gold's content. Nothing without an answer or without a single gold option.
std::optional<bool> is_right(const Observation& row);

/// Slot of the gold option, or -1 without a single one.
int gold_slot(const Observation& row);

/// "A" for the first place shown, "B" for the second, whatever label it carries.
std::string slot_name(int slot);

}  // namespace brink
