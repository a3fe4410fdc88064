#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/dataset/labels.h"
#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"

namespace brink::hand_made {

/// For tests: an item and what each of its cyclic variants answered, one character a variant.
///   A..Z answer   . no answer   t truncated   T truncated in reasoning   m multiple   r refused   o out of range
///   = tie   ! failed request   ? not asked yet
struct Question {
  std::string answers;
  int gold = 0;  // -1 = unknown
  std::vector<std::string> options = {"red", "green", "blue", "black"};
  std::string subject = "colours";
  bool positional = false;
};

inline Status status_of(char c) {
  switch (c) {
    case '.':
      return Status::kNoAnswer;
    case 't':
      return Status::kTruncated;
    case 'T':
      return Status::kTruncatedInReasoning;
    case 'm':
      return Status::kMultiple;
    case 'r':
      return Status::kRefused;
    case 'o':
      return Status::kOutOfRange;
    case '!':
      return Status::kError;
    default:
      return Status::kOk;
  }
}

/// One row: shift s shows option i at slot (i + s) mod m. Lengths grow with the item's number and the shift.
inline Observation row(const Configuration& configuration, const Item& item, int number, int shift, char answer) {
  const int m = item.n_options();
  Observation o;
  o.key = {.model = configuration.model,
           .dataset = configuration.dataset,
           .item = item.hash,
           .occurrence = item.occurrence,
           .variant = shift,
           .mode = configuration.mode,
           .treatment = configuration.treatment,
           .parent = {}};
  o.item = &item;
  const bool rotated = configuration.treatment == kLabelRotate;  // labels move in place of the options
  o.variant.order.resize(static_cast<std::size_t>(m));
  for (int i = 0; i < m; ++i) o.variant.order[static_cast<std::size_t>((i + (rotated ? 0 : shift)) % m)] = i;
  if (rotated) o.variant.label_set = LabelSet{.rotation = shift}.text();
  o.recorded = answer != '?';
  o.record = sha256(item.id + configuration.mode + configuration.treatment + std::to_string(shift));
  if (!o.recorded) return o;
  Reading& reading = o.reading;
  reading.status = status_of(answer);
  if (reading.status == Status::kError) {
    reading.note = "context_full: 9000 tokens do not fit";
    return o;
  }
  reading.n_chars = 100 + 10 * number + shift;
  reading.n_tokens = 25 + number;
  reading.unfinished = reading.status == Status::kTruncatedInReasoning;
  o.usage = {.n_prompt = 80, .n_prefilled = 20, .n_shared = 60, .n_generated = reading.n_tokens};
  o.finish = answer == 't' || answer == 'T' ? Finish::kLength : Finish::kEnd;
  reading.trajectory.ccp_reason = "no_final";
  if (reading.status != Status::kOk) return o;
  reading.rule = 1;
  reading.tie = answer == '=';
  if (reading.tie) return o;
  reading.slot = answer - 'A';
  reading.option = o.variant.order[static_cast<std::size_t>(*reading.slot)];
  reading.pos = reading.n_chars - 3;
  // Two mentions: the first slot's letter half way, then the answer.
  reading.mentions = {{.letter = 'A', .pos = 50, .byte = 50, .pattern = 3, .kind = "mention"},
                      {.letter = answer, .pos = reading.pos, .byte = reading.pos, .pattern = 2, .kind = "mention"}};
  const double closing = answer == 'A' ? 50 : reading.pos;
  reading.trajectory.n_mentions = 2;
  reading.trajectory.n_switches = answer == 'A' ? 0 : 1;
  reading.trajectory.ccp = reading.trajectory.ccp_literal = answer == 'A' ? 0.0 : closing / reading.n_chars;
  reading.trajectory.ccp_reason.clear();
  reading.trajectory.ccp_eq2 = closing / reading.n_chars;
  return o;
}

/// Adds a configuration's questions to `obs`.
inline void add(Observations& obs, const std::vector<Question>& questions,
                const Configuration& configuration = {"tiny", "quiz", "direct", "none"}) {
  std::vector<Item> items;
  for (const Question& q : questions) {
    Item item;
    item.id = "q" + std::to_string(items.size() + 1);
    item.stem = "Question " + item.id + "?";
    item.options = q.options;
    for (std::size_t i = 0; i < q.options.size(); ++i)
      item.labels.push_back(std::string(1, static_cast<char>('A' + i)));
    if (q.gold >= 0) item.gold = q.gold;
    item.tags["subject"] = q.subject;
    item.flags.positional_options = q.positional;
    item.hash = sha256(item.id);
    items.push_back(std::move(item));
  }
  obs.items.push_back(std::move(items));
  for (std::size_t i = 0; i < questions.size(); ++i) {
    for (std::size_t s = 0; s < questions[i].answers.size(); ++s) {
      obs.rows.push_back(
          row(configuration, obs.items.back()[i], static_cast<int>(i), static_cast<int>(s), questions[i].answers[s]));
    }
  }
}

/// A record that follows a row: from a prefix of its tokens, read by the label at `slot` where there is one.
inline Observation follow_up(const Observation& parent, std::string treatment, std::string point, int n_kept,
                             std::optional<int> slot = {}) {
  Observation o;
  o.key = parent.key;
  o.key.parent = parent.record;
  o.key.treatment = std::move(treatment);
  o.key.point = std::move(point);
  o.item = parent.item;
  o.variant = parent.variant;
  o.recorded = true;
  o.n_kept = n_kept;
  o.usage = {.n_prompt = parent.usage.n_prompt + n_kept + 6, .n_prefilled = 7};
  if (!slot) return o;
  o.reading.status = Status::kOk;
  o.reading.slot = slot;
  o.reading.option = o.variant.order[static_cast<std::size_t>(*slot)];
  return o;
}

/// A place of a commitment curve.
inline Observation checkpoint(const Observation& parent, int n_kept, std::vector<double> p) {
  Observation o = follow_up(parent, "curve", "fraction:" + std::to_string(n_kept), n_kept);
  o.forced = Forced{std::move(p), 0.9, 1.5};
  return o;
}

/// m probabilities, the greatest at a slot.
inline std::vector<double> leaning(int m, int slot, double most = 0.7) {
  std::vector<double> p(static_cast<std::size_t>(m), (1 - most) / (m - 1));
  p[static_cast<std::size_t>(slot)] = most;
  return p;
}

inline Observations study(const std::vector<Question>& questions) {
  Observations obs;
  add(obs, questions);
  return obs;
}

/// A question of m = 4 whose model always keeps content `c`: the answers "ABCD" for c = 0.
inline std::string consistent(int c, int m = 4) {
  std::string answers;
  for (int s = 0; s < m; ++s) answers += static_cast<char>('A' + (c + s) % m);
  return answers;
}

/// What a metric says of all items, 40 of them.
inline Result result(const Configuration& c, const char* metric, const std::map<std::string, std::string>& keys,
                     double value, std::optional<double> p = {}) {
  Result r;
  r.metric = metric;
  r.group = {{"model", c.model}, {"dataset", c.dataset}, {"mode", c.mode}, {"treatment", c.treatment}};
  r.group["items"] = std::string(kAllItems);
  r.group.insert(keys.begin(), keys.end());
  r.value = value;
  r.p = p;
  r.n = r.n_clusters = 40;
  return r;
}

}  // namespace brink::hand_made
