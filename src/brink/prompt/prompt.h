#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/input.h"
#include "brink/prompt/mode.h"

namespace brink {

/// The variants of an item with m options under a permutation set, in order. Variant 0 is the file's order except for
/// `reversed` and `random`.
///
///   none      the file's order
///   cyclic    m shifts: at shift s option i is at slot (i + s) mod m, so order[(i + s) mod m] = i
///   reversed  the m shifts of the reversed order
///   all       the m! orders, lexicographic
///   random:n  n distinct orders, a function of (study seed, item content); min(n, m!) of them, and a larger n extends
///             a smaller one
///   pairs     both orders of two options
///
/// An item without options has one variant under any set.
/// Throws Error(kUsage), naming the item, when `all` would need more than 120 variants or `pairs` meets m != 2.
std::vector<Variant> variants(const Item& item, const PermutationSpec& set, std::uint64_t study_seed);

/// The control that tells a label from its place: the file's order under each of the m rotations of the labels, the
/// unrotated one first. Each option carries each label once.
std::vector<Variant> label_rotations(const Item& item);

/// The same variants under a study's labels: a base of LabelSet, and whether the mode offers a tie; rotations stay.
/// Throws Error(kUsage), naming the item, when it has more options than there are labels.
std::vector<Variant> labelled(std::vector<Variant> variants, const Item& item, const std::string& labels, bool tie);

/// The turns of one question: system (when the mode has one), user, and an open assistant turn when it prefills.
/// {options} = "A. text" lines joined by newlines ("- text" without labels), or as the mode says. A passage that the
/// template does not place precedes the question, a blank line between. An item without options is asked by open_user
/// where the mode has one.
Messages render(const Item& item, const Variant& variant, const ModeSpec& mode);

/// The same as a request asks it: the turns, or one text for a raw mode.
Input input_of(const Item& item, const Variant& variant, const ModeSpec& mode);

}  // namespace brink
