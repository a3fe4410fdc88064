#include "brink/export/columns.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "brink/base/maybe.h"
#include "brink/dataset/labels.h"
#include "brink/metrics/answers.h"

namespace brink {
namespace {

/// What was answered, null where nothing was.
template <class T>
Json if_made(const Observation& o, const T& v) {
  return o.recorded && o.reading.status != Status::kError ? Json(v) : Json(nullptr);
}

/// Whether only the model's state was read behind a prefix (read-outs of curves, hidden states): it generates nothing,
/// by its limit.
bool is_read_out(const Observation& o) {
  return o.recorded && o.reading.status != Status::kError && !o.key.parent.is_zero() && o.usage.n_generated == 0 &&
         o.finish == Finish::kLength;
}

/// Value of a reading, null where there was no text to read.
template <class T>
Json if_read(const Observation& o, const T& v) {
  return is_read_out(o) ? Json(nullptr) : if_made(o, v);
}

std::string gold_text(const Item& item) {
  struct Text {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(int option) const { return std::to_string(option); }
    std::string operator()(const std::vector<int>& options) const { return Json(options).dump(); }
    std::string operator()(const Decimal& d) const { return d.text; }
    std::string operator()(const std::string& s) const { return s; }
  };
  return std::visit(Text{}, item.gold);
}

Json asked_logprobs(const Observation& o) {
  if (!o.read_out || o.read_out->asked.empty()) return nullptr;
  Json out = Json::object();
  for (const TokenLogprob& t : o.read_out->asked) out[std::to_string(t.id)] = t.logprob_nats;
  return out;
}

using Row = Observation;

// The key of a cell, shared by records and mentions.
constexpr Column<Row> kModel{"model", "string", "model's name in the study",
                             [](const Row& r) { return Json(r.key.model); }};
constexpr Column<Row> kDataset{"dataset", "string", "data set's name in the study",
                               [](const Row& r) { return Json(r.key.dataset); }};
constexpr Column<Row> kItem{"item", "string", "content hash of the item (SHA-256)",
                            [](const Row& r) { return Json(r.key.item.hex()); }};
constexpr Column<Row> kOccurrence{"occurrence", "integer", "0, or the number of equal items before it in the data set",
                                  [](const Row& r) { return Json(r.key.occurrence); }};
constexpr Column<Row> kItemId{"item_id", "string", "id in the data file, or its row counted from 1",
                              [](const Row& r) { return Json(r.item->id); }};
constexpr Column<Row> kVariant{"variant", "integer", "index of the permutation, from 0",
                               [](const Row& r) { return Json(r.key.variant); }};
constexpr Column<Row> kMode{"mode", "string", "way of asking", [](const Row& r) { return Json(r.key.mode); }};
constexpr Column<Row> kTreatment{"treatment", "string", "\"none\", or what was done to the trajectory",
                                 [](const Row& r) { return Json(r.key.treatment); }};
constexpr Column<Row> kTrial{"trial", "integer", "number of the repeat, from 0",
                             [](const Row& r) { return Json(r.key.trial); }};
constexpr Column<Row> kParent{"parent", "string", "id of the record this one continues", [](const Row& r) {
                                return r.key.parent.is_zero() ? Json(nullptr) : Json(r.key.parent.hex());
                              }};
constexpr Column<Row> kPoint{"point", "string", "where in the trajectory; \"end\" = the whole answer",
                             [](const Row& r) { return Json(r.key.point); }};

template <const Column<Row>& C>
constexpr Column<MentionRow> kOfRow{C.name, C.type, C.what, [](const MentionRow& m) { return C.get(*m.row); }};

}  // namespace

std::span<const Column<Observation>> record_columns() {
  static constexpr std::array kColumns{
      kModel,
      kDataset,
      kItem,
      kOccurrence,
      kItemId,
      kVariant,
      kMode,
      kTreatment,
      kTrial,
      kParent,
      kPoint,
      Column<Row>{"order", "json", "option shown in each slot: index in the file's order, from 0",
                  [](const Row& r) { return Json(r.variant.order); }},
      Column<Row>{"label_set", "string", "labels shown", [](const Row& r) { return Json(r.variant.label_set); }},
      Column<Row>{"recorded", "boolean", "false = planned, not asked yet",
                  [](const Row& r) { return Json(r.recorded); }},
      Column<Row>{"status", "string",
                  "ok, truncated_in_reasoning, truncated, no_answer, multiple, out_of_range, refused, error; read_out: "
                  "the state of the model alone was read, there is no text",
                  [](const Row& r) {
                    if (is_read_out(r)) return Json("read_out");
                    return r.recorded ? Json(to_string(r.reading.status)) : Json(nullptr);
                  }},
      Column<Row>{"answer_slot", "integer", "place of the answer as shown, from 0; empty for a tie too",
                  [](const Row& r) { return maybe(r.reading.slot); }},
      Column<Row>{"answer_label", "string", "label of that place",
                  [](const Row& r) {
                    return r.reading.slot ? Json(slot_labels(r.variant)[static_cast<std::size_t>(*r.reading.slot)])
                                          : Json(nullptr);
                  }},
      Column<Row>{"answer_option", "integer", "option answered: index in the file's order, from 0",
                  [](const Row& r) { return maybe(r.reading.option); }},
      Column<Row>{"answer_text", "string", "text of that option",
                  [](const Row& r) {
                    return r.reading.option ? Json(r.item->options[static_cast<std::size_t>(*r.reading.option)])
                                            : Json(nullptr);
                  }},
      Column<Row>{
          "answer_open", "string", "of a question without options: the number or the words that were read",
          [](const Row& r) { return r.reading.status == Status::kOk ? maybe(r.reading.answer) : Json(nullptr); }},
      Column<Row>{"gold_open", "string", "what is right there",
                  [](const Row& r) { return r.item->options.empty() ? Json(gold_text(*r.item)) : Json(nullptr); }},
      Column<Row>{"compliant", "boolean", "the last line names exactly one of the item's letters",
                  [](const Row& r) { return maybe(r.reading.compliant); }},
      Column<Row>{"compliant_strict", "boolean", "it is that letter and nothing else, or \"answer:\" and the letter",
                  [](const Row& r) { return maybe(r.reading.compliant_strict); }},
      Column<Row>{"gold_option", "integer", "right option; empty unless there is exactly one",
                  [](const Row& r) { return r.item->gold_option() < 0 ? Json(nullptr) : Json(r.item->gold_option()); }},
      Column<Row>{"gold_slot", "integer", "place of the right option as shown, from 0",
                  [](const Row& r) { return gold_slot(r) < 0 ? Json(nullptr) : Json(gold_slot(r)); }},
      Column<Row>{"correct", "boolean",
                  "the answer is the right option's text, or number; empty without an answer or a gold",
                  [](const Row& r) { return maybe(is_right(r)); }},
      Column<Row>{"rule", "integer", "profile paper: pattern of the cascade that read the answer, 1..4; 0 = none",
                  [](const Row& r) { return if_read(r, r.reading.rule); }},
      Column<Row>{"answer_pos", "integer", "code points before the letter that was read",
                  [](const Row& r) { return r.reading.slot ? Json(r.reading.pos) : Json(nullptr); }},
      Column<Row>{"n_mentions", "integer", "letters named on the way",
                  [](const Row& r) { return if_read(r, r.reading.trajectory.n_mentions); }},
      Column<Row>{"n_switches", "integer", "adjacent mentions of different letters",
                  [](const Row& r) { return if_read(r, r.reading.trajectory.n_switches); }},
      Column<Row>{"ccp", "number", "commitment point by appendix A.3, share of the trajectory",
                  [](const Row& r) { return maybe(r.reading.trajectory.ccp); }},
      Column<Row>{"ccp_reason", "string", "why ccp is empty: no_final, no_mentions, final_not_last",
                  [](const Row& r) { return if_read(r, r.reading.trajectory.ccp_reason); }},
      Column<Row>{"ccp_literal", "number", "A.3 to the letter: 0 without mentions",
                  [](const Row& r) { return maybe(r.reading.trajectory.ccp_literal); }},
      Column<Row>{"ccp_eq2", "number", "commitment point by equation 2, share of the trajectory",
                  [](const Row& r) { return maybe(r.reading.trajectory.ccp_eq2); }},
      Column<Row>{"n_chars", "integer", "length of the trajectory, code points",
                  [](const Row& r) { return if_read(r, r.reading.n_chars); }},
      Column<Row>{"n_tokens", "integer", "length of the trajectory, tokens; empty when unknown",
                  [](const Row& r) { return r.reading.n_tokens > 0 ? Json(r.reading.n_tokens) : Json(nullptr); }},
      Column<Row>{"has_thinking", "boolean", "the answer has a thinking part",
                  [](const Row& r) { return if_read(r, r.reading.has_thinking); }},
      Column<Row>{"unfinished", "boolean", "thinking was never closed",
                  [](const Row& r) { return if_read(r, r.reading.unfinished); }},
      Column<Row>{"finish", "string", "why generation ended",
                  [](const Row& r) { return if_made(r, to_string(r.finish)); }},
      Column<Row>{"n_prompt_tokens", "integer", "tokens of the whole input",
                  [](const Row& r) { return if_made(r, r.usage.n_prompt); }},
      Column<Row>{"n_prefilled_tokens", "integer", "of these, evaluated for this request alone",
                  [](const Row& r) { return if_made(r, r.usage.n_prefilled); }},
      Column<Row>{"n_generated_tokens", "integer", "tokens generated",
                  [](const Row& r) { return if_made(r, r.usage.n_generated); }},
      Column<Row>{"entropy_bits", "number", "entropy of the token after the prompt, whole vocabulary",
                  [](const Row& r) { return r.read_out ? Json(r.read_out->entropy_bits) : Json(nullptr); }},
      Column<Row>{"entropy_top100_bits", "number", "the same of the 100 most probable, renormalised",
                  [](const Row& r) { return r.read_out ? Json(r.read_out->entropy_top100_bits) : Json(nullptr); }},
      Column<Row>{"asked_logprobs", "json", "log-probability (nats) of each token that was asked for, by token id",
                  [](const Row& r) { return asked_logprobs(r); }},
      Column<Row>{"note", "string", "what failed, for status error", [](const Row& r) { return Json(r.reading.note); }},
  };
  return kColumns;
}

std::span<const Column<MentionRow>> mention_columns() {
  using M = MentionRow;
  static constexpr std::array kColumns{
      kOfRow<kModel>,
      kOfRow<kDataset>,
      kOfRow<kItem>,
      kOfRow<kOccurrence>,
      kOfRow<kItemId>,
      kOfRow<kVariant>,
      kOfRow<kMode>,
      kOfRow<kTreatment>,
      kOfRow<kTrial>,
      kOfRow<kParent>,
      kOfRow<kPoint>,
      Column<M>{"letter", "string", "letter named, upper case",
                [](const M& m) { return Json(std::string(1, m.mention->letter)); }},
      Column<M>{"option", "integer", "option shown under it: index in the file's order, from 0",
                [](const M& m) {
                  const auto slot = static_cast<std::size_t>(m.mention->letter - 'A');
                  return slot < m.row->variant.order.size() ? Json(m.row->variant.order[slot]) : Json(nullptr);
                }},
      Column<M>{"pos", "integer", "code points before it in the trajectory",
                [](const M& m) { return Json(m.mention->pos); }},
      Column<M>{"byte", "integer", "bytes before it", [](const M& m) { return Json(m.mention->byte); }},
      Column<M>{"token", "integer", "generated tokens before the one it is in; profile robust, where they are known",
                [](const M& m) { return m.mention->token < 0 ? Json(nullptr) : Json(m.mention->token); }},
      Column<M>{"share", "number", "pos / length of the trajectory",
                [](const M& m) {
                  const int n = m.row->reading.n_chars;
                  return n > 0 ? Json(static_cast<double>(m.mention->pos) / n) : Json(nullptr);
                }},
      Column<M>{"pattern", "integer", "profile paper: pattern that found it, 1..9",
                [](const M& m) { return Json(m.mention->pattern); }},
      Column<M>{"kind", "string",
                "\"mention\" in profile paper; asserted, final, retracted, eliminated, restated or hypothetical",
                [](const M& m) { return Json(m.mention->kind); }},
  };
  return kColumns;
}

std::span<const Column<ItemRow>> item_columns() {
  using I = ItemRow;
  static constexpr std::array kColumns{
      Column<I>{"dataset", "string", "data set's name in the study", [](const I& i) { return Json(i.dataset); }},
      Column<I>{"item", "string", "content hash of the item (SHA-256)",
                [](const I& i) { return Json(i.item->hash.hex()); }},
      Column<I>{"occurrence", "integer", "0, or the number of equal items before it",
                [](const I& i) { return Json(i.item->occurrence); }},
      Column<I>{"item_id", "string", "id in the data file, or its row counted from 1",
                [](const I& i) { return Json(i.item->id); }},
      Column<I>{"stem", "string", "the question", [](const I& i) { return Json(i.item->stem); }},
      Column<I>{"passage", "string", "text it is about", [](const I& i) { return Json(i.item->passage); }},
      Column<I>{"options", "json", "texts of the options in the file's order",
                [](const I& i) { return Json(i.item->options); }},
      Column<I>{"labels", "json", "their labels in the file", [](const I& i) { return Json(i.item->labels); }},
      Column<I>{"gold", "string",
                "what is right: an option's index from 0, several as a JSON array, a number or a text",
                [](const I& i) { return Json(gold_text(*i.item)); }},
      Column<I>{"tags", "json", "subject, level, ...", [](const I& i) { return Json(i.item->tags); }},
      Column<I>{"positional_options", "boolean", "an option names other options",
                [](const I& i) { return Json(i.item->flags.positional_options); }},
      Column<I>{"duplicate_options", "boolean", "two options have equal text: one content",
                [](const I& i) { return Json(i.item->flags.duplicate_options); }},
      Column<I>{"duplicate_item", "boolean", "an equal item stands earlier in the data set",
                [](const I& i) { return Json(i.item->flags.duplicate_item); }},
      Column<I>{"file", "string", "file it was read from", [](const I& i) { return Json(i.item->at.file); }},
      Column<I>{"line", "integer", "line in that file", [](const I& i) { return Json(i.item->at.line); }},
  };
  return kColumns;
}

std::span<const Column<Result>> result_columns() {
  using R = Result;
  static constexpr std::array kColumns{
      Column<R>{"value", "number", "the estimate; empty with a reason", [](const R& r) { return maybe(r.value); }},
      Column<R>{"low", "number", "lower end of the 95 % interval", [](const R& r) { return maybe(r.low); }},
      Column<R>{"high", "number", "upper end", [](const R& r) { return maybe(r.high); }},
      Column<R>{"null", "number", "value expected if order did not matter", [](const R& r) { return maybe(r.null); }},
      Column<R>{"p", "number", "p-value", [](const R& r) { return maybe(r.p); }},
      Column<R>{"p_kind", "string", "test it comes from", [](const R& r) { return Json(r.p_kind); }},
      Column<R>{"n", "integer", "observations behind the value", [](const R& r) { return Json(r.n); }},
      Column<R>{"n_clusters", "integer", "items behind it", [](const R& r) { return Json(r.n_clusters); }},
      Column<R>{"left_out", "json", "what was left out: status or reason -> count",
                [](const R& r) { return Json(r.left_out); }},
      Column<R>{"unit", "string", "unit of value, low, high and null", [](const R& r) { return Json(r.unit); }},
      Column<R>{"reason", "string", "why a value, interval or p is absent", [](const R& r) { return Json(r.reason); }},
  };
  return kColumns;
}

}  // namespace brink
