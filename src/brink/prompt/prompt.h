#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/input.h"
#include "brink/prompt/mode.h"

namespace brink {

/// The variants of an item under a permutation set, in order; variant 0 is the file's order except for `random`.
/// cyclic: shift s puts option i at slot (i + s) mod m, so order[(i + s) mod m] = i (decisions.md 1).
/// Throws Error(kUsage) when `all` would need more than 120 variants, or `pairs` meets m != 2.
std::vector<Variant> variants(const Item& item, const PermutationSpec& set, std::uint64_t study_seed);

/// Label of a slot: "A", "B", ... for label_set "letters".
std::string slot_label(const Variant& variant, int slot);

/// The turns of one question: system (when the mode has one), user, and an open assistant turn when it prefills.
/// {options} = "A. text" lines joined by newlines. A passage that the template does not place precedes the question,
/// a blank line between.
Messages render(const Item& item, const Variant& variant, const ModeSpec& mode);

}  // namespace brink
