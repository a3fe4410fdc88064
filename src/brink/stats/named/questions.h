#pragma once

#include <memory>
#include <optional>
#include <string_view>
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

/// Help text for these fields.
inline constexpr std::string_view kQuestionsHelp =
    "  n_options   options per question, 2 to 26 (default 4, or what orders show)\n"
    "  questions   list of {id, answers, gold}: answers = displayed letter per variant, or its 0-based position, or "
    "null\n"
    "              where none was read; gold = letter or position of the correct option in the original order "
    "(optional)\n"
    "  orders      per variant the list slot -> original option, for all questions, or inside a question for that "
    "one;\n"
    "              without it variant s is the cyclic shift by s: option c stands at slot (c + s) mod n_options\n";

}  // namespace brink::stats
