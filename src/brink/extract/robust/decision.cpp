#include "brink/extract/robust/decision.h"

#include <algorithm>

#include "brink/extract/robust/lines.h"

namespace brink::robust {
namespace {

constexpr std::size_t kRightAfter = 6;  // tokens between two answers that are given in one breath
constexpr std::size_t kLoop = 128;      // further apart, something was thought through between two answers
constexpr int kSettled = 3;             // so often in a row, an answer stands whatever came before
constexpr std::size_t kMaxBullet = 3;   // tokens before a label at the head of a line

bool is_line(const Event& event) {
  return event.kind == Event::kAsserted && (event.rule == Rule::kBareLabel || event.rule == Rule::kLeadingLabel);
}

bool names_answer(const Event& event) { return event.frame != nullptr && event.frame->act == Act::kAnswer; }

void add_slots(std::vector<std::int16_t>& to, const std::vector<std::int16_t>& slots) {
  to.insert(to.end(), slots.begin(), slots.end());
  std::ranges::sort(to);
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

bool holds_other(const std::vector<std::int16_t>& slots, const std::vector<std::int16_t>& than) {
  return std::ranges::any_of(slots, [&](std::int16_t s) { return std::ranges::find(than, s) == than.end(); });
}

class Holder {
 public:
  Holder(std::span<const Token> tokens, bool response, bool cut) : tokens_(tokens), response_(response), cut_(cut) {
    const auto mine = [&](const Token& t) { return t.response == response && t.sort != Sort::kBreak; };
    first_ = static_cast<std::size_t>(std::ranges::find_if(tokens, mine) - tokens.begin());
    last_ = tokens.size();
    while (last_ > 0 && !mine(tokens[last_ - 1])) --last_;
    loops_ = cut && ends_in_loop(tokens.first(last_));
  }

  void take(const Event& event) {
    if (tokens_[event.first].response != response_) return;
    switch (event.kind) {
      case Event::kAsserted:
        if (is_line(event)) begin_line(event);
        if (const int rank = rank_of(event); rank > 0)
          assert_labels(event, rank);
        else if (is_line(event) && out_.held && is_line(*out_.held) && holds_other(block_, out_.slots))
          add_slots(out_.slots, block_);
        break;
      case Event::kDenied:
        deny(event);
        break;
      case Event::kDoubt:
        doubt_ = true;
        break;
      case Event::kTakenBack:
        if (out_.held && !named_since_) drop();
        break;
      case Event::kSupposed:
        named_since_ = true;
        break;
      case Event::kRestated:
        // Going round the option list until the limit, it answers nothing.
        if (cut_ && out_.held && is_line(*out_.held) && on_next_line(event)) forget();
        break;
    }
  }

  Decision result() {
    const auto rivals = std::ranges::count_if(
        earlier_, [&](std::int16_t s) { return std::ranges::find(out_.slots, s) == out_.slots.end(); });
    if (out_.held && rivals >= (cut_ ? 1 : 2)) add_slots(out_.slots, earlier_);
    return std::move(out_);
  }

 private:
  // A bare label answers where it opens or closes the response; elsewhere it may be a heading.
  int rank_of(const Event& event) const {
    if (!is_line(event)) {
      if (!response_ && event.rank < 2) return 0;
      const bool beyond = std::ranges::count(event.slots, Labels::kBeyond) > 0;
      return beyond && event.rank < 3 ? 0 : event.rank;
    }
    if (!response_ || (loops_ && line_end_ >= last_)) return 0;
    const bool opens = event.first <= first_, closes = event.past >= last_ && !cut_;
    const Token& label = tokens_[event.labels.front()];
    const bool weak = !label.bracketed && !label.delimited && (!label.upper || label.lookalike);
    if (event.rule == Rule::kBareLabel) {
      if (weak && label.letter != 0) return opens && closes ? 3 : 0;
      return opens || closes ? 3 : cut_ ? 0 : 1;
    }
    if (weak) return 0;
    return opens || (line_end_ >= last_ && !cut_) ? 2 : 0;
  }

  // Lines that each begin with a label, one right after the other, are one block.
  void begin_line(const Event& event) {
    if (!on_next_line(event)) block_.clear();
    add_slots(block_, event.slots);
    line_end_ = event.label_past();
    while (line_end_ < last_ && tokens_[line_end_].sort != Sort::kBreak) ++line_end_;
  }

  bool on_next_line(const Event& event) const {
    return event.first > line_end_ && event.first <= line_end_ + kMaxBullet;
  }

  void assert_labels(const Event& event, int rank) {
    if (event.rule == Rule::kConclusion && (out_.held || out_.withdrawn)) return;
    const bool doubted = doubt_ && out_.held && event.first > out_.held->past && event.closes;
    const bool last_word = out_.held && event.closes && rank_ == 1 && event.first > out_.held->past;
    if (event.last_resort && out_.held && !doubted && !last_word) return;
    std::vector<std::int16_t> slots;
    add_slots(slots, event.slots);
    const bool stands = out_.held && !doubt_;
    const bool settled = stands && settles(event, slots);
    if (event.would && stands && !settled && !out_.held->would) return;
    if (event.conditional && !settled) {
      if (stands && out_.held->conditional) add_slots(out_.slots, slots);
      if (stands) return;
      rank = 1;  // whatever is said without an "if" outweighs it
    }
    // What is called the answer outranks a line that merely begins with a label.
    const bool unreal = stands && out_.held->would && !event.would;  // "it would be B there; here C"
    const bool beside = stands && !settled && !unreal && !(is_line(*out_.held) && names_answer(event));
    if (beside && rank < rank_) {
      if (rank == 2 && slots != out_.slots && event.rule != Rule::kOptionText && event.rule != Rule::kLeadingLabel)
        add_slots(out_.slots, slots);
      return;
    }
    n_same_ = slots == own_ ? n_same_ + 1 : 1;
    if (!beside || n_same_ >= kSettled || event.first > out_.held->past + kLoop)
      earlier_.clear();
    else if (rank == 3 && rank_ == 3)
      add_slots(earlier_, own_);
    own_ = slots;
    if (beside && n_same_ < kSettled && (is_added(event) || in_one_breath(event, rank))) add_slots(slots, out_.slots);
    if (is_line(event)) add_slots(slots, block_);
    out_ = {&event, std::move(slots), false};
    rank_ = rank;
    doubt_ = named_since_ = false;
  }

  // "B or C. If I had to choose, the answer is C."
  bool settles(const Event& event, const std::vector<std::int16_t>& slots) const {
    return event.conditional && !out_.held->conditional && slots.size() < out_.slots.size() &&
           std::ranges::includes(out_.slots, slots);
  }

  // "C is also correct"
  bool is_added(const Event& event) const {
    const auto words = tokens_.subspan(event.first, std::max(event.past, event.label_past()) - event.first);
    return std::ranges::any_of(words, [](const Token& t) { return Lexicon::get().is(t.symbol, Act::kAlso); });
  }

  bool in_one_breath(const Event& event, int rank) const {
    return rank == 3 && rank_ == 3 && event.first >= out_.held->past && event.first - out_.held->past <= kRightAfter;
  }

  void deny(const Event& event) {
    named_since_ = true;
    if (!out_.held || (event.rank == 0 && rank_ > 1)) return;
    for (const std::int16_t slot : event.slots) {
      std::erase(out_.slots, slot);
      std::erase(earlier_, slot);
    }
    if (out_.slots.empty()) drop();
  }

  void drop() {
    forget();
    out_.withdrawn = true;
  }

  void forget() {
    out_ = {};
    earlier_.clear();
    rank_ = 0;
  }

  std::span<const Token> tokens_;
  bool response_, cut_;
  std::size_t first_ = 0, last_ = 0;   // the channel's tokens
  bool loops_ = false;                 // the limit cut off a loop of the same few words
  int rank_ = 0;                       // of what stands
  int n_same_ = 0;                     // times in a row that it was said
  std::vector<std::int16_t> own_;      // slots of the last assertion alone
  std::vector<std::int16_t> earlier_;  // answers that others replaced, each without a word about it
  std::vector<std::int16_t> block_;    // slots of the lines with labels that follow each other
  std::size_t line_end_ = 0;           // of the last of them
  bool doubt_ = false;                 // since then
  bool named_since_ = false;           // a label was named since then: "that is wrong" may be said of it
  Decision out_;
};

}  // namespace

Decision decide(std::span<const Event> events, std::span<const Token> tokens, bool response, bool cut) {
  Holder holder(tokens, response, cut);
  for (const Event& event : events) holder.take(event);
  return holder.result();
}

}  // namespace brink::robust
