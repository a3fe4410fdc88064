#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brink::stats {

/// A letter named in a text, and where: `pos` in the unit of the text's length (code points).
struct MentionAt {
  char letter;
  double pos;
};

/// When a text commits to its answer, and how often it changes its mind.
struct TrajectoryStats {
  int n_mentions = 0;
  int n_switches = 0;                        // adjacent mentions with different letters
  std::vector<double> normalized_positions;  // pos / length, in order; empty when the length is not positive
  std::optional<double> ccp;                 // App. A.3 in [0, 1]
  std::string ccp_reason;                    // set exactly when ccp is not: see trajectory()
  std::optional<double> ccp_literal;         // A.3 to the letter: no mention -> 0 ("for all i" over nothing)
  std::optional<double> ccp_eq2;             // eq. 2: 1 where no closing run of final letters exists
  std::optional<double> per_mention;         // n_switches / n_mentions
  std::optional<double> per_transition;      // n_switches / (n_mentions - 1)
  std::optional<double> per_char;            // n_switches / length
  std::optional<double> per_1k_chars;        // 1000 n_switches / length
};

/// Content commitment point (CCP) and switches of a mention list.
///
///   ccp      0 when every mention is the final letter, else the normalised position of the first mention after the
///            last one that differs from it
///   ccp_eq2  the normalised position where the closing run of final letters begins; never 0 by convention
///
/// The two differ exactly where all mentions agree (A.3 says 0, eq. 2 the first position) and where A.3 is undefined.
///
/// @param mentions  any order: sorted by position here; of several at one position the first given is kept.
/// @param length    of the text; the normalised quantities are absent when it is not positive.
/// @param final     the answer that was read, if one was. Letters are compared as given (upper case by convention).
/// @return ccp undefined with ccp_reason "no_final", "no_mentions", "final_not_last" or "no_length", tested in this
///         order; rates are absent when their divisor is 0.
///
/// Source: "More Thinking, More Bias", eq. 2 and App. A.3; specification decisions.md 11-13.
/// Oracle: golden `trajectory`.
TrajectoryStats trajectory(std::span<const MentionAt> mentions, double length, std::optional<char> final);

}  // namespace brink::stats
