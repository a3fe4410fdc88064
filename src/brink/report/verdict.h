#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

using GroupValues = std::map<std::string, std::string>;

/// What a report says about one configuration: does the order of the options matter?
struct Verdict {
  enum class Word { kMatters, kNotFound, kTooFew, kNone };

  Configuration configuration;
  GroupValues more;                  // further group keys, as {subject: "law"}
  std::optional<double> p;           // conditional chi-square
  std::optional<double> p_adjusted;  // Holm over all that are reported together; p itself when there is one
  Word word = Word::kNone;           // by p_adjusted < .05, where enough answers stand behind it
  std::string too_few;               // what there is too little of, when word is kTooFew
};

/// A word needs evidence: with fewer than 3 informative items the chi-square distribution is a bad approximation (of
/// 150 simulated sets of order-blind items with four different contents, 24 % are rejected at .05 with one item, 8 %
/// with two, 5 % with three), and with less than half of the answers read, those read are no fair part of all to find
/// nothing in.
///
/// One verdict per group and configuration that has results, in the order of `groups`, then sorted.
std::vector<Verdict> verdicts(std::span<const Result> results, std::span<const GroupValues> groups);
/// Of the configurations as a whole.
std::vector<Verdict> verdicts(std::span<const Result> results);

/// "order matters", "no effect found", "too few answers", "n/a".
std::string_view to_string(Verdict::Word word);

/// The slot with the greatest pull, and that pull.
std::optional<std::pair<std::string, const Result*>> preferred_slot(const Verdict& verdict,
                                                                    std::span<const Result> results);

/// The verdict with its numbers, as a sentence or two: p, excess PBS, the slot that pulls; where nothing was found,
/// how large a pull the 95 % intervals still allow, and that n is too small where that is .1 or more.
std::string sentence(const Verdict& verdict, std::span<const Result> results);

}  // namespace brink
