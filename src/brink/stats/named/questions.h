#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "brink/stats/flip.h"
#include "brink/stats/named/field.h"

namespace brink::stats {

/// One question of the position-bias inputs.
struct Question {
  Json id;
  const std::vector<std::vector<int>>* orders;  // per variant: slot -> option, [V][m]; owned by Questions
  VariantAnswers answers;                       // [V]
  std::optional<int> gold;                      // option

  int n_valid() const;
  bool complete() const { return n_valid() == static_cast<int>(answers.slots.size()); }
  /// Slot that shows the correct option in variant v. Only with gold.
  int gold_slot(std::size_t v) const;
  /// [m] choices per slot.
  std::vector<int> slot_counts() const;
};

struct Questions {
  int n_options = 0;
  std::vector<Question> all;
  std::vector<std::unique_ptr<std::vector<std::vector<int>>>> orders;  // what Question::orders points to

  /// Every question shows each option in each slot equally often.
  bool balanced = true;
};

/// Reads n_options (4), orders (the cyclic set) and questions [{id, answers, gold, orders}].
Questions read_questions(const Field& input);

}  // namespace brink::stats
