#include "brink/metrics/audit.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "brink/base/text.h"
#include "brink/extract/states.h"
#include "brink/metrics/answers.h"

namespace brink {
namespace {

// The answer of a log as the place it names: a letter, in brackets or not.
std::optional<std::string> slot_of(const Given& given, int n_options) {
  if (!given.answer) return std::nullopt;
  std::string_view text = trim(*given.answer);
  if (text.size() == 3 && text.front() == '(' && text.back() == ')') text = text.substr(1, 1);
  if (text.size() != 1 || text[0] < 'A' || text[0] >= 'A' + n_options) return std::nullopt;
  return std::string(text);
}

std::string why_of(const Observation& row, const Given& given, bool graded_right) {
  if (row.reading.status == Status::kTruncatedInReasoning) return "cut in thinking, yet graded";
  if (row.reading.status != Status::kOk) return "no answer read";
  if (row.item->options.empty())
    return graded_right ? "other answer read" : "answer read that the log missed or misread";
  const auto slot = slot_of(given, row.item->n_options());
  if (slot && *slot == slot_name(*row.reading.slot)) return "other grade";
  if (slot && given.scorer == "acc_norm") return "another option is the likeliest per character";
  if (given.answer && !slot) return "answer read where the log read none";
  return graded_right ? "other answer read" : "answer read that the log missed or misread";
}

ScorerAudit& scorer_of(Audit& audit, const std::string& name) {
  for (ScorerAudit& one : audit.scorers)
    if (one.scorer == name) return one;
  audit.scorers.push_back({.scorer = name});
  return audit.scorers.back();
}

// A log that names its answer and no grade is graded by that answer.
std::optional<double> graded(const Observation& row, const Given& given) {
  if (given.verdict) return grade_of(*given.verdict);
  if (!given.answer || row.item->options.empty()) return std::nullopt;
  return slot_of(given, row.item->n_options()) == slot_name(gold_slot(row)) ? 1.0 : 0.0;
}

// Whether the log read the place that we read; nothing where either read none.
std::optional<bool> same_reading(const Observation& row, const Given& given) {
  const std::optional<std::string> slot = slot_of(given, row.item->n_options());
  const bool tie = given.answer == "tie";
  if (!(slot || tie) || !(row.reading.slot || row.reading.tie)) return std::nullopt;
  return tie ? row.reading.tie : row.reading.slot && *slot == slot_name(*row.reading.slot);
}

// Of the answer in words: a scorer of likelihoods has another by design.
bool read_otherwise(const Observation& row, const Given& given) {
  return given.scorer != "acc_norm" && same_reading(row, given) == false;
}

struct Grades {
  bool log, ours;  // right
};

// Counts an answer that both sides grade; nothing where one does not.
std::optional<Grades> count_grades(Audit& audit, const Observation& row, const Given& given) {
  if (!has_gold(*row.item) || row.reading.status == Status::kError) return std::nullopt;
  const std::optional<double> grade = graded(row, given);
  if (!grade) return std::nullopt;
  ScorerAudit& scorer = scorer_of(audit, given.scorer);
  const Grades out{*grade > 0.5, is_right(row).value_or(false)};
  ++scorer.n;
  scorer.given_score += *grade;
  scorer.n_right += out.ours;
  scorer.n_read += row.reading.status == Status::kOk;
  scorer.n_cut_graded += row.reading.status == Status::kTruncatedInReasoning && out.log;
  return out;
}

void add_verdict(Audit& audit, const Observation& row, const Given& given) {
  const std::optional<Grades> grades = count_grades(audit, row, given);
  const bool other_grade = grades && grades->log != grades->ours;
  if (!other_grade && !read_otherwise(row, given)) return;
  audit.disagreements.push_back({.item = row.item->id,
                                 .scorer = given.scorer,
                                 .variant = row.key.variant,
                                 .trial = row.key.trial,
                                 .record = row.record,
                                 .given_answer = given.answer,
                                 .given_verdict = given.verdict,
                                 .letter = row.reading.letter,
                                 .answer = row.reading.answer,
                                 .status = row.reading.status,
                                 .rule = row.reading.rule,
                                 .rule_name = row.reading.rule_name,
                                 .why = other_grade ? why_of(row, given, grades->log)
                                        : grades    ? "read otherwise, same grade"
                                                    : "read otherwise"});
}

void add_given(Audit& audit, const Observation& row, const Given& given) {
  if (const auto slot = slot_of(given, row.item->n_options())) ++audit.given_slots[*slot];
  const std::optional<bool> same = same_reading(row, given);
  audit.n_both_read += same ? 1 : 0;
  audit.n_same_read += same.value_or(false) ? 1 : 0;
}

void add_row(Audit& audit, const Observation& row) {
  ++audit.n;
  audit.n_open += row.item->options.empty() ? 1 : 0;
  ++audit.by_status[row.reading.status];
  if (const int slot = gold_slot(row); slot >= 0) ++audit.gold_slots[slot_name(slot)];
  if (row.reading.slot) ++audit.our_slots[slot_name(*row.reading.slot)];
  if (!row.given.empty()) add_given(audit, row, row.given.front());
  for (const Given& given : row.given) add_verdict(audit, row, given);
}

}  // namespace

std::optional<double> grade_of(const std::string& verdict) {
  std::string word(trim(verdict));
  for (char& c : word) c = ascii_lower(c);
  for (const char* right : {"c", "true", "correct", "right", "yes"})
    if (word == right) return 1;
  for (const char* wrong : {"i", "n", "false", "incorrect", "wrong", "no"})
    if (word == wrong) return 0;
  double value = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool number = failure == std::errc{} && end == word.data() + word.size() && value >= 0 && value <= 1;
  return number ? std::optional(value) : std::nullopt;
}

std::vector<Audit> audit(const Observations& obs) {
  std::vector<Audit> out;
  for (const auto& [configuration, rows] : by_configuration(obs)) {
    // Imported states have no text that could be read.
    const bool imported =
        std::any_of(rows.begin(), rows.end(), [](const Observation* r) { return r->imported && !of_state_labels(*r); });
    if (!imported) continue;
    Audit& one = out.emplace_back();
    one.configuration = configuration;
    std::map<std::pair<Sha256, int>, std::set<int>> variants;
    for (const Observation* row : rows) {
      if (!row->recorded) continue;
      add_row(one, *row);
      variants[{row->key.item, row->key.occurrence}].insert(row->key.variant);
    }
    one.n_reshuffled = static_cast<int>(
        std::count_if(variants.begin(), variants.end(), [](const auto& item) { return item.second.size() > 1; }));
  }
  return out;
}

}  // namespace brink
