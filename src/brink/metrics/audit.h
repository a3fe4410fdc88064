#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "brink/extract/observations.h"

namespace brink {

/// One answer that the log graded or read otherwise than our reading of its text does.
struct Disagreement {
  std::string item, scorer;
  int variant = 0, trial = 0;
  Sha256 record;
  std::optional<std::string> given_answer, given_verdict;
  std::optional<char> letter;         // that we read, graded or not
  std::optional<std::string> answer;  // that we read of a question without options, graded or not
  Status status = Status::kNoAnswer;
  int rule = 0;           // of profile paper, a number
  std::string rule_name;  // of profile robust
  std::string why;        // "cut in thinking, yet graded", "no answer read", "other answer read", "other grade", ...;
                          // graded alike: "read otherwise, same grade"; not graded: "read otherwise"
};

/// What one scorer of the log published, and what our reading makes of the same answers.
struct ScorerAudit {
  std::string scorer;
  int n = 0;               // answers it graded, on items with one right answer
  double given_score = 0;  // sum of its grades, 0 to 1 each
  int n_right = 0;         // by our reading
  int n_read = 0;          // answers read at all; the others count as wrong in ours()
  int n_cut_graded = 0;    // cut in thinking, yet graded right by the log

  std::optional<double> published() const { return n > 0 ? std::optional(given_score / n) : std::nullopt; }
  /// Nothing where none was read: that says something of the reader, not of the answers.
  std::optional<double> ours() const { return n_read > 0 ? std::optional(double(n_right) / n) : std::nullopt; }
  std::optional<double> ours_of_read() const {
    return n_read > 0 ? std::optional(double(n_right) / n_read) : std::nullopt;
  }
};

/// An imported configuration beside its log. Answers of repeats (trials) are counted too.
struct Audit {
  Configuration configuration;
  int n = 0;                        // answers
  int n_open = 0;                   // of these, to questions without options
  int n_reshuffled = 0;             // items shown in more than one order
  std::map<Status, int> by_status;  // of all
  // Answers per place shown, "A" the first: where the right option stood, what the log and we read.
  std::map<std::string, int> gold_slots, given_slots, our_slots;
  int n_both_read = 0, n_same_read = 0;  // answers that the log and we read as a place or a tie; of these, as the same
  std::vector<ScorerAudit> scorers;
  std::vector<Disagreement> disagreements;  // by item, then scorer
};

/// A grade as a number from 0 to 1: numbers, true and false, C and I, correct and incorrect; nothing for other words.
std::optional<double> grade_of(const std::string& verdict);

/// One audit for each configuration that has answers from a log.
std::vector<Audit> audit(const Observations& obs);

}  // namespace brink
