#pragma once

#include <optional>
#include <span>
#include <vector>

namespace brink::stats {

/// What a model chose on one item, variant by variant: what every order statistic is computed from.
///
/// A content is an option as the model can tell it apart: options with equal text carry the same number. A choice of
/// such a content is shared evenly among the slots that show it (each gets 1/k of it): which of two equal texts was
/// picked says nothing about the content, and a model must pick one of them by place, so it is no evidence of an order
/// effect either. Every quantity below is then a function of content and variant alone, which is what the null needs.
struct AnsweredItem {
  int m = 0;                             // slots
  std::vector<std::vector<int>> orders;  // per answered variant: slot -> content, [V][m], the same contents each time
  std::vector<int> contents;             // chosen content per answered variant, [V]
};

/// @param orders  per variant: slot -> content.
/// @param slots   per variant: the chosen slot, or nothing when no answer was read; these variants are left out.
AnsweredItem answered_item(std::span<const std::vector<int>> orders, std::span<const std::optional<int>> slots);

/// The cyclic set: at shift s content c stands at slot (c + s) mod m.
/// @param slots  [m]: chosen slot at shift 0, 1, ...
AnsweredItem answered_cyclic(std::span<const std::optional<int>> slots);

/// The m cyclic orders, [m][m] slot -> content.
std::vector<std::vector<int>> cyclic_orders(int m);

/// Whether each content stands in each slot equally often: what PBS and slot preference need to start from uniform.
bool balanced(std::span<const std::vector<int>> orders);

}  // namespace brink::stats
