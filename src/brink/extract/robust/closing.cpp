#include "brink/extract/robust/closing.h"

#include <algorithm>
#include <set>

namespace brink::robust {
namespace {

constexpr int kMaxAfter = 2;              // sentences without a label behind the one that answers
constexpr std::size_t kMaxSentence = 64;  // tokens

const Pattern kLast{.act = Act::kLean, .left = {}, .right = {}, .name = "last label of the text"};
const Pattern kOfTwo{.act = Act::kLean, .left = {}, .right = {}, .name = "the other of two is ruled out"};
const Pattern kSpared{.act = Act::kLean, .left = {}, .right = {}, .name = "not wrong as others are"};
const Pattern kRemaining{.act = Act::kLean, .left = {}, .right = {}, .name = "all others ruled out"};

struct Range {
  std::size_t begin, end;
};

class Closing {
 public:
  Closing(const Page& page, std::span<const Event> events) : page_(page), events_(events) {
    begin_ = page.tokens.size();
    while (begin_ > 0 && page.tokens[begin_ - 1].response) --begin_;
    for (const Event& event : events)
      if (!event.labels.empty() && event.labels.front() >= begin_)
        (event.kind == Event::kRestated ? restated_ : used_).insert(event.labels.begin(), event.labels.end());
  }

  std::optional<Event> last() const {
    std::size_t end = page_.tokens.size();
    for (int n = 0; end > begin_;) {
      const Range sentence = sentence_before(end);
      end = sentence.begin;
      if (sentence.end - sentence.begin > kMaxSentence) return std::nullopt;
      if (!names_label(sentence)) {
        if (sentence.end == page_.tokens.size()) return std::nullopt;  // it breaks off
        if (has(sentence, Act::kWrong) || page_.asked(sentence.begin)) return std::nullopt;
        n += has_words(sentence) ? 1 : 0;
        continue;
      }
      if (n > kMaxAfter && sentence.begin > begin_) return std::nullopt;
      const auto label = of_sentence(sentence);
      if (!label) return std::nullopt;
      Event out = event(kLast, *label);
      out.closes = page_.closes(sentence.end);
      return out;
    }
    return std::nullopt;
  }

  std::optional<Event> remaining() const {
    std::set<std::int16_t> out;
    for (const Event& event : events_) {
      if (event.kind == Event::kAsserted && event.first >= begin_) return std::nullopt;
      if (event.kind == Event::kDenied && event.rank == 3 && event.first >= begin_)
        out.insert(event.slots.begin(), event.slots.end());
    }
    out.erase(Labels::kBeyond);
    constexpr int kFewest = 3;
    if (page_.labels.n() < kFewest || std::ssize(out) != page_.labels.n() - 1) return std::nullopt;
    for (std::size_t i = page_.tokens.size(); i-- > begin_;)
      if (page_.tokens[i].slot >= 0 && !out.contains(page_.tokens[i].slot) && (is_named(i) || restated_.contains(i)) &&
          !page_.asked(i))
        return event(kRemaining, i);
    return never_named(out);
  }

  // "It is one of B and C, and C violates rule 2."
  std::optional<Event> left_of_two() const {
    const Event* pair = nullptr;
    std::set<std::int16_t> out;
    for (const Event& event : events_) {
      if (event.first < begin_) continue;
      if (event.kind == Event::kAsserted) return std::nullopt;
      const bool of_two =
          event.slots.size() == 2 && event.slots[0] != event.slots[1] && std::ranges::min(event.slots) >= 0;
      if (event.kind == Event::kSupposed && of_two) {
        pair = &event;
        out.clear();
      }
      if (event.kind == Event::kDenied && event.rank == 3) out.insert(event.slots.begin(), event.slots.end());
    }
    if (!pair || out.contains(pair->slots[0]) == out.contains(pair->slots[1])) return std::nullopt;
    return event(kOfTwo, pair->labels[out.contains(pair->slots[0]) ? 1 : 0]);
  }

  // "Both A and B are wrong; C isn't."
  std::optional<Event> spared() const {
    if (events_.size() < 2) return std::nullopt;
    const Event &wrong = events_[events_.size() - 2], &label = events_.back();
    constexpr std::size_t kNear = 4;  // tokens between the two
    const bool of_two = wrong.kind == Event::kDenied && wrong.rank == 3 && label.kind == Event::kDenied &&
                        label.rank == 0 && label.labels.size() == 1 && wrong.first >= begin_;
    if (!of_two || label.first > std::max(wrong.past, wrong.label_past()) + kNear || !has_wrong(wrong))
      return std::nullopt;
    if (std::ranges::find(wrong.slots, label.slots.front()) != wrong.slots.end()) return std::nullopt;
    if (!page_.closes(std::max(label.past, label.label_past()))) return std::nullopt;
    return event(kSpared, label.labels.front());
  }

 private:
  // The one option that is left, where nothing behind the last verdict is in doubt.
  std::optional<Event> never_named(const std::set<std::int16_t>& ruled_out) const {
    static const Symbol kEither = lexicon_.symbol("either");
    std::int16_t left = 0;
    while (ruled_out.contains(left)) ++left;
    const auto last = std::ranges::find_if(events_.rbegin(), events_.rend(),
                                           [](const Event& e) { return e.kind == Event::kDenied && e.rank == 3; });
    const std::size_t past = std::max(last->past, last->label_past());
    for (std::size_t i = past; i < page_.tokens.size(); ++i)
      if (page_.tokens[i].symbol != kEither &&  // "nor is it C or D either"
          (is(i, Act::kHedges) || is(i, Act::kNegates) || page_.tokens[i].symbol == lexicon_.question()))
        return std::nullopt;
    for (std::size_t i = begin_; i < page_.tokens.size(); ++i)
      if (page_.tokens[i].slot == left && page_.tokens[i].upper && !page_.shape.doubtful(i)) return std::nullopt;
    return Event{.kind = Event::kAsserted,
                 .rank = 1,
                 .rule = Rule::kLean,
                 .frame = &kRemaining,
                 .first = last->first,
                 .past = past,
                 .labels = {},
                 .slots = {left},
                 .last_resort = true};
  }

  bool has_wrong(const Event& denial) const {
    for (std::size_t i = denial.first; i < denial.past; ++i)
      if (is(i, Act::kWrong)) return true;
    return false;
  }

  bool is_named(std::size_t i) const {
    const Token& token = page_.tokens[i];
    return token.slot >= 0 && token.letter != 0 && token.upper && !token.lookalike && !page_.shape.pronoun(i) &&
           !page_.shape.titled(i) && !used_.contains(i) && !restated_.contains(i);
  }

  Event event(const Pattern& pattern, std::size_t label) const {
    Event out{.kind = Event::kAsserted,
              .rank = 1,
              .rule = Rule::kLean,
              .frame = &pattern,
              .first = label,
              .past = label + 1,
              .labels = {},
              .slots = {},
              .last_resort = true};
    return page_.with_labels(std::move(out), {{label}});
  }

  bool ends_sentence(std::size_t i) const {
    return page_.tokens[i].sort == Sort::kStop || page_.tokens[i].sort == Sort::kBreak;
  }

  Range sentence_before(std::size_t end) const {
    while (end > begin_ && ends_sentence(end - 1)) --end;
    Range out{end, end};
    while (out.begin > begin_ && !ends_sentence(out.begin - 1)) --out.begin;
    return out;
  }

  bool is(std::size_t i, Act word_class) const {
    return i < page_.tokens.size() && lexicon_.is(page_.tokens[i].symbol, word_class);
  }

  bool has(Range range, Act word_class) const {
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (is(i, word_class)) return true;
    return false;
  }

  bool has_words(Range range) const {
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (page_.tokens[i].sort == Sort::kWord) return true;
    return false;
  }

  bool names_label(Range sentence) const {
    for (std::size_t i = sentence.begin; i < sentence.end; ++i) {
      const Token& token = page_.tokens[i];
      if (token.slot == -1 || token.letter == 0 || page_.shape.pronoun(i)) continue;
      if (token.bracketed ||
          (token.upper && (token.letter != 'A' || page_.shape.clean(i, i + 1) || is(i + 1, Act::kStands))))
        return true;
    }
    return false;
  }

  // A word that what is said anew begins with: "but the data support C".
  bool turns(std::size_t i) const {
    if (page_.tokens[i].symbol == 0) return false;
    if (is(i, Act::kConcludes)) return true;
    const auto cue = page_.matcher.cue(i);
    return cue && cue->pattern->act == Act::kDoubt;
  }

  bool parts_clauses(std::size_t i) const {
    const Sort sort = page_.tokens[i].sort;
    return sort == Sort::kMark || sort == Sort::kOpen || sort == Sort::kClose;
  }

  Range clause_of(std::size_t i, Range sentence) const {
    Range out{i, i + 1};
    while (out.begin > sentence.begin && !parts_clauses(out.begin - 1) && !turns(out.begin - 1)) --out.begin;
    while (out.end < sentence.end && !parts_clauses(out.end) && !turns(out.end)) ++out.end;
    return out;
  }

  // Whether a clause says nothing against what it names, nor as another's.
  bool plain(Range clause) const {
    return !has(clause, Act::kNegates) && !has(clause, Act::kHedges) && !has(clause, Act::kWrong) &&
           !has(clause, Act::kIf) && !has(clause, Act::kOthers) && !has(clause, Act::kConcedes);
  }

  // Whether a word that takes a label stands right before it, articles aside.
  bool leads(std::size_t label, Range clause, Range sentence) const {
    constexpr int kMaxFillers = 2;
    for (std::size_t i = label; i > clause.begin && label - i <= kMaxFillers; --i) {
      if (is(i - 1, Act::kTakes)) return true;
      if (is(i - 1, Act::kTowards) && has({sentence.begin, i}, Act::kSelf)) return true;
      if (!page_.matcher.filler(i - 1)) return false;
    }
    return false;
  }

  bool answers(std::size_t i, Range sentence) const {
    if (!is_named(i)) return false;
    const Range clause = clause_of(i, sentence);
    if (clause.begin > sentence.begin && is(clause.begin - 1, Act::kConcedes)) return false;
    const bool place =
        is(clause.begin, Act::kTowards) || page_.matcher.case_begins(clause.begin, Act::kCase).has_value();
    if (!plain({clause.begin + (place && clause.begin < i ? 1 : 0), clause.end}) ||
        page_.would(sentence.begin, clause.end) || page_.in_case_apart(i))
      return false;
    const bool ends = page_.shape.clause_ends(i + 1) || i + 1 == clause.end;
    if (i > clause.begin) {
      // "Option D, a pun, ..." begins to speak of it.
      const bool noun =
          page_.shape.after_noun(i) && (i - 1 > clause.begin || i + 1 >= sentence.end || is(i + 1, Act::kStands));
      const bool led = noun || leads(i, clause, sentence);
      // "at room temperature B holds"; "with friction B, without friction A"
      const bool placed = place && (is(i + 1, Act::kStands) || (page_.closes(i + 1) && follows_label(clause.begin)));
      return placed || (led && (ends || is(i + 1, Act::kFollows) || is(i + 1, Act::kStands)));
    }
    if (!ends) return is(i + 1, Act::kStands);
    // "Neither A nor B. C."
    if (i == sentence.begin) return page_.closes(i + 1) && i > begin_ + 1 && used_.contains(i - 2);
    // A label alone: "the ball slows down: B".
    if (page_.tokens[i - 1].sort == Sort::kOpen) return false;
    if (turns(i - 1)) return true;
    static const Symbol kColon = lexicon_.symbol(":"), kDash = lexicon_.symbol("-");
    const Symbol mark = page_.tokens[i - 1].symbol;
    if (mark == kColon && i > 1 && is_later_rank(page_.tokens[i - 2])) return false;
    if ((mark != kColon && mark != kDash && mark != lexicon_.comma()) || !page_.closes(i + 1)) return false;
    Range before{i - 1, i - 1};
    while (before.begin > sentence.begin && !turns(before.begin - 1)) --before.begin;
    return !names_label(before) && !has(before, Act::kWrong) && !has(before, Act::kConcedes) &&
           !(has(before, Act::kOthers) && has(before, Act::kReports)) && !has_unreal_case(before);
  }

  // "2nd", "3rd", "4th": of a ranking only the first place answers.
  bool is_later_rank(const Token& token) const {
    const std::string_view word = page_.text.substr(token.begin, token.end - token.begin);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const std::string_view rest = word.substr(digits);
    return digits > 0 && word != "1st" && (rest == "st" || rest == "nd" || rest == "rd" || rest == "th");
  }

  // Whether the clause before this token ends with a label.
  bool follows_label(std::size_t at) const {
    while (at > begin_ && page_.tokens[at - 1].sort != Sort::kWord) --at;
    return at > begin_ && page_.tokens[at - 1].slot != -1 && page_.tokens[at - 1].upper;
  }

  bool has_unreal_case(Range range) const {
    if (!has(range, Act::kIf) && !page_.conditional(range.end)) return false;
    static const Symbol kWere = lexicon_.symbol("were"), kHad = lexicon_.symbol("had");
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (page_.tokens[i].symbol == kWere || page_.tokens[i].symbol == kHad) return true;
    return false;
  }

  // The one label that a sentence answers, or its last behind a word of contrast or conclusion.
  std::optional<std::size_t> of_sentence(Range sentence) const {
    if (page_.asked(sentence.begin)) return std::nullopt;
    std::optional<std::size_t> found;
    bool turned = false;
    for (std::size_t i = sentence.begin; i < sentence.end; ++i) {
      turned = turned || turns(i);
      if (!answers(i, sentence)) continue;
      if (page_.shape.group(i).labels.size() > 1) return std::nullopt;
      if (found && page_.tokens[*found].slot != page_.tokens[i].slot && !turned) return std::nullopt;
      found = i;
      turned = false;
    }
    return found;
  }

  const Page& page_;
  std::span<const Event> events_;
  const Lexicon& lexicon_ = Lexicon::get();
  std::size_t begin_;           // of the response
  std::set<std::size_t> used_;  // labels that a frame speaks of
  std::set<std::size_t> restated_;
};

}  // namespace

std::optional<Event> closing(const Page& page, std::span<const Event> events) {
  if (page.cut) return std::nullopt;
  const Closing closing(page, events);
  for (const auto find : {&Closing::last, &Closing::left_of_two, &Closing::spared, &Closing::remaining})
    if (auto found = (closing.*find)()) return found;
  return std::nullopt;
}

}  // namespace brink::robust
