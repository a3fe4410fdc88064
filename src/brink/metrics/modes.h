#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// A number of both sides for each item that has one on both.
using PairedSums = std::vector<std::pair<double, double>>;

/// h_int, bits.
PairedSums entropy_pairs(std::span<const AnswerPair> pairs);

/// Right or not in the first order, unread counting as wrong.
PairedSums right_pairs(std::span<const AnswerPair> pairs);

/// The same as counts, [a right][b right].
using RightTable = std::array<std::array<int, 2>, 2>;
RightTable right_table(std::span<const AnswerPair> pairs);

/// "CF": a change of entropy below 0 with its whole interval, "EC": above; "n.s.", or "n/a" without an interval.
std::string_view entropy_pattern(const Result& change);

/// Sets McNemar's p, exact and two-sided, of a change of right answers. Where no pair differs the interval goes, with
/// the reason: resampling the same pairs says nothing of how far others might.
void test_change(Result& change, const RightTable& table);

}  // namespace brink
