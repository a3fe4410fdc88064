#pragma once

#include "brink/compare/difference_rows.h"

namespace brink {

/// What the hidden states at the last prompt token of both sides say, for each layer that both have (`layer`): the
/// corrected effective dimension of a, b and b - a, and how alike the two geometries are (`side` "both"): linear CKA,
/// debiased CKA, RSA. Of the items whose first shared order has a state on both sides, a row each; models whose layers
/// have other numbers, but as many of them, are compared in order of depth (`layer` "8 ~ 12"). Nothing where either
/// side kept no states.
void add_state_differences(DifferenceRows& to, const Pairing& pairing, const Store& a, const Store& b);

}  // namespace brink
