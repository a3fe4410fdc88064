#include "brink/extract/robust/decision.h"

#include <algorithm>

namespace brink::robust {
namespace {

constexpr std::size_t kRightAfter = 6;  // tokens between two answers that are given in one breath

class Holder {
 public:
  Holder(std::span<const Token> tokens, bool response, bool cut) : tokens_(tokens), response_(response), cut_(cut) {
    const auto mine = [&](const Token& t) { return t.response == response && t.sort != Sort::kBreak; };
    first_ = static_cast<std::size_t>(std::ranges::find_if(tokens, mine) - tokens.begin());
    last_ = tokens.size();
    while (last_ > 0 && !mine(tokens[last_ - 1])) --last_;
  }

  void take(const Event& event) {
    if (tokens_[event.first].response != response_) return;
    switch (event.kind) {
      case Event::kAsserted:
        if (const int rank = rank_of(event); rank > 0) assert_labels(event, rank);
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
        break;
    }
  }

  Decision result() { return std::move(out_); }

 private:
  // A bare label answers where it opens or closes the response; elsewhere it may be a heading.
  int rank_of(const Event& event) const {
    if (event.rule != Rule::kBareLabel && event.rule != Rule::kLeadingLabel) {
      if (!response_ && event.rank < 2) return 0;
      const bool beyond = std::ranges::count(event.slots, Labels::kBeyond) > 0;
      return beyond && event.rank < 3 ? 0 : event.rank;
    }
    if (!response_) return 0;
    const bool opens = event.first <= first_, closes = event.past >= last_ && !cut_;
    const Token& label = tokens_[event.labels.front()];
    const bool weak = !label.bracketed && !label.delimited && (!label.upper || label.lookalike);
    if (event.rule == Rule::kBareLabel) {
      if (weak && label.letter != 0) return opens && closes ? 3 : 0;
      return opens || closes ? 3 : 1;
    }
    if (weak) return 0;
    return opens || (last_line(event) && !cut_) ? 2 : 0;
  }

  bool last_line(const Event& event) const {
    for (std::size_t i = event.past; i < last_; ++i)
      if (tokens_[i].sort == Sort::kBreak) return false;
    return true;
  }

  void assert_labels(const Event& event, int rank) {
    std::vector<std::int16_t> slots = sorted(event.slots);
    const bool stands = out_.held && !doubt_;
    // "B or C. If I had to choose, the answer is C."
    const bool settles = stands && event.conditional && std::ranges::includes(out_.slots, slots);
    if (event.conditional && !settles) {
      if (stands && out_.held->conditional) contradict(slots);
      if (stands) return;
      rank = 1;  // whatever is said without an "if" outweighs it
    }
    if (!out_.held || rank >= rank_ || doubt_) {
      if (stands && !settles && in_one_breath(event, rank)) {
        slots.insert(slots.end(), out_.slots.begin(), out_.slots.end());
        slots = sorted(std::move(slots));
      }
      out_ = {&event, std::move(slots), false};
      rank_ = rank;
    } else if (rank == 2 && slots != out_.slots && event.rule != Rule::kOptionText &&
               event.rule != Rule::kLeadingLabel) {
      contradict(slots);
      return;
    } else {
      return;
    }
    doubt_ = named_since_ = false;
  }

  bool in_one_breath(const Event& event, int rank) const {
    return rank == 3 && rank_ == 3 && event.first >= out_.held->past && event.first - out_.held->past <= kRightAfter;
  }

  static std::vector<std::int16_t> sorted(std::vector<std::int16_t> slots) {
    std::ranges::sort(slots);
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
  }

  void contradict(const std::vector<std::int16_t>& slots) {
    out_.slots.insert(out_.slots.end(), slots.begin(), slots.end());
    out_.slots = sorted(std::move(out_.slots));
  }

  void deny(const Event& event) {
    named_since_ = true;
    if (!out_.held || (event.rank == 0 && rank_ > 1)) return;
    for (const std::int16_t slot : event.slots) std::erase(out_.slots, slot);
    if (out_.slots.empty()) drop();
  }

  void drop() {
    out_ = {nullptr, {}, true};
    rank_ = 0;
  }

  std::span<const Token> tokens_;
  bool response_, cut_;
  std::size_t first_ = 0, last_ = 0;  // the channel's tokens
  int rank_ = 0;                      // of what stands
  bool doubt_ = false;                // since then
  bool named_since_ = false;          // a label was named since then: "that is wrong" may be said of it
  Decision out_;
};

}  // namespace

Decision decide(std::span<const Event> events, std::span<const Token> tokens, bool response, bool cut) {
  Holder holder(tokens, response, cut);
  for (const Event& event : events) holder.take(event);
  return holder.result();
}

}  // namespace brink::robust
