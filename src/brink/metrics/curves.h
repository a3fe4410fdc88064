#pragma once

#include <optional>
#include <span>
#include <vector>

#include "brink/metrics/answers.h"
#include "brink/stats/curve.h"
#include "brink/stats/read_item.h"

namespace brink {

/// An answer with its commitment curve.
struct AnswerCurve {
  const Observation* answer = nullptr;
  stats::Curve curve;                         // at least one checkpoint; tokens of the trajectory
  std::vector<const Observation*> read_outs;  // parallel to curve.at
  std::optional<int> gold;                    // slot
  bool eat = false;  // next_token_bits of the curve are those of treatment "eat", right behind the closing tag

  /// Has that slot the gold's content? Nothing without a gold.
  std::optional<bool> right(int slot) const;
  /// Tokens that a read-out costs where the answer's cache is warm: the suffix.
  int read_out_tokens(const Observation& read_out) const {
    return read_out.usage.n_prompt - answer->usage.n_prompt - read_out.n_kept;
  }
};

/// The answers of an item that have curves, in variant order.
struct ItemCurves {
  const ItemRows* rows = nullptr;
  std::vector<AnswerCurve> curves;

  const Item& item() const { return *rows->item; }
  /// Every variant of the design has one.
  bool complete() const { return static_cast<int>(curves.size()) == rows->n_planned; }
};

/// The curve among what follows an answer; nothing where there is none.
std::optional<AnswerCurve> answer_curve(const Observation& answer, std::span<const Observation* const> follow_ups);

/// Items with a curve at least; made once, kept by the input. Probabilities are those of the forced answers;
/// next_token_bits is the entropy right behind the closing tag where the treatment "eat" read it, else that behind the
/// commit suffix.
const std::vector<ItemCurves>& item_curves(const MetricInput& input);

/// The last checkpoint within a share of the trajectory; the first where there is none.
const stats::Checkpoint& at_share(const stats::Curve& curve, double share);

/// The variants' slot probabilities at a share of the trajectory; 2 stands for T, the last checkpoint.
stats::ReadItem read_item(const ItemCurves& item, double share);
inline constexpr double kAtLast = 2;

/// A share as `at` in a result's group: "0.1".
std::string share_name(double share);
/// 0, .1, ... 1.
std::vector<double> shares();

}  // namespace brink
