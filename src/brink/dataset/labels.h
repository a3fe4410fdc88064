#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/dataset/item.h"

namespace brink {

/// The treatment of cells that show the file's order under rotated labels.
inline constexpr std::string_view kLabelRotate = "label_rotate";

/// Which label stands at which slot: what Variant::label_set says, as a value.
///
/// As text `BASE[@R][+tie]`: "letters", "letters@2", "I,II,III,IV", "letters+tie".
struct LabelSet {
  std::string base = "letters";  // "letters" A.., "digits" 1.., "lower" a.., "none", or labels joined by commas
  int rotation = 0;              // label i stands at slot (i + rotation) mod m
  bool tie = false;              // one label more is offered, and means that no option is better: "C" of two letters

  std::string text() const;
  bool operator==(const LabelSet&) const = default;
};

/// The inverse of LabelSet::text(); any text is a set, if only of one label.
LabelSet label_set(std::string_view text);

/// Why a study cannot use these labels, or "". Labels of a list are distinct words without '@', '+', ',' and space.
std::string label_problem(const LabelSet& set);

/// How many options the set has labels for; a tie takes one.
int n_labels(const LabelSet& set);

/// The label of each slot; empty texts for base "none". m <= n_labels().
std::vector<std::string> slot_labels(const LabelSet& set, int m);
std::vector<std::string> slot_labels(const Variant& variant);

/// Number of each slot's label, counted in the base's order: two variants with the same number at a slot show the same
/// label there.
std::vector<int> label_indices(const LabelSet& set, int m);

/// What answers "tie" among m options; nothing when none is offered.
std::optional<std::string> tie_label(const LabelSet& set, int m);

/// The label that a token would be at the place of one, spaces before it and a bracket, full stop or colon behind it
/// left out: "A" of " A", "A)", "A.".
std::string_view spelled_label(std::string_view token);

/// Whether the labels of m options, and of a tie, are A, B, ... in whatever order: all that a reader of letters reads.
bool are_letters(const LabelSet& set, int m);

}  // namespace brink
