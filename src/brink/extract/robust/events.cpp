#include "brink/extract/robust/events.h"

#include <algorithm>
#include <array>
#include <optional>

#include "brink/extract/robust/closing.h"
#include "brink/extract/robust/conclusion.h"
#include "brink/extract/robust/lines.h"
#include "brink/extract/robust/page.h"
#include "brink/extract/robust/unframed.h"

namespace brink::robust {
namespace {

const Pattern kCorrection{.act = Act::kLean, .left = {}, .right = {}, .name = "label behind a word of doubt"};

class Finder {
 public:
  Finder(std::string_view text, std::span<const Token> tokens, const Labels& labels, const OptionTexts& options,
         bool cut)
      : page_(text, tokens, labels, options, cut),
        tokens_(tokens),
        texts_(page_.texts),
        listed_(find_listed(tokens)),
        judged_(find_judged(tokens)) {}

  std::vector<Event> find() {
    for (std::size_t i = 0; i < tokens_.size();) i = std::max(i + 1, step(i));
    auto last = closing(page_, out_);
    add(conclusion(page_));
    add(std::move(last));
    return std::move(out_);
  }

 private:
  // Reads what begins at a token; returns the next token to look at.
  std::size_t step(std::size_t i) {
    while (text_ < texts_.size() && texts_[text_].last < i) ++text_;
    if (text_ < texts_.size() && texts_[text_].first <= i) {
      // What an option says commits to nothing; what follows a label is that label's text.
      if (i == texts_[text_].first && i != text_of_label_) add(option_text(page_, text_));
      return texts_[text_].last + 1;
    }
    if (const auto past = page_.matcher.case_begins(i, Act::kElse)) return *past;  // "but if" is no doubt
    if (tokens_[i].symbol != 0)
      if (const auto cue = page_.matcher.cue(i); cue && page_.doubts(*cue)) {
        add(Event{.kind = cue->pattern->act == Act::kDoubt ? Event::kDoubt : Event::kTakenBack,
                  .frame = cue->pattern,
                  .first = i,
                  .past = cue->end,
                  .labels = {},
                  .slots = {}});
        if (cue->pattern->act == Act::kDoubt) corrected_ = cue->end;
        if (tokens_[i].slot == -1) return cue->end;
      }
    if (tokens_[i].slot != -1 && page_.shape.titled(i)) return i + 1;
    if (const auto* verdict = judged_.at(i)) {
      add(judgement(page_, judged_, *verdict));
      return i + 1;
    }
    if (tokens_[i].slot != -1) return listed_[i] ? listed(i) : label(i);
    add(several_in_a_word(page_, i));
    add(nearly_option_text(page_, i));
    return i + 1;
  }

  void add(std::optional<Event> event) {
    if (event) out_.push_back(*std::move(event));
  }

  // Behind the option's text that follows a label, or `at`. Sets `other` when it is another option's.
  std::size_t past_text(std::size_t label, std::size_t at, bool& other) {
    const std::size_t mark = past_mark(tokens_, label);
    if (mark == label && tokens_[label].letter != 0 && !tokens_[label].upper) return at;  // "a copper wire"
    std::size_t begin = std::max(at, mark);
    for (int n = 0; n < 2; ++n) {  // an article may come first
      for (std::size_t t = text_; t < texts_.size() && texts_[t].first <= begin; ++t) {
        if (texts_[t].first != begin || texts_[t].number_alone) continue;
        other = texts_[t].slot != tokens_[label].slot;
        text_of_label_ = begin;
        return texts_[t].last + 1;
      }
      if (begin >= tokens_.size() || !page_.matcher.filler(begin)) break;
      ++begin;
    }
    return at;
  }

  std::size_t listed(std::size_t i) {
    bool other = false;
    const std::size_t mark = past_mark(tokens_, i);
    past_text(i, mark, other);
    add(page_.with_labels({.kind = Event::kRestated, .first = i, .past = i + 1, .labels = {}, .slots = {}}, {{i}}));
    // "[x] B. zinc"
    static const Symbol kChecked = Lexicon::get().symbol("☑");
    if (const auto box = page_.matcher.before({i, i + 1, true}); box && tokens_[box->begin].symbol == kChecked) {
      add(page_.event(*box->pattern, {box->begin, i + 1}, {{i}}, other));
      return i + 1;
    }
    // "A: incorrect." judges the label; "A: the correct answer ..." is the option's text.
    const auto verdict = page_.matcher.after({i, mark, true});
    if (verdict && page_.shape.clause_ends(verdict->end) && verdict->pattern->act != Act::kSuppose)
      add(page_.event(*verdict->pattern, {i, verdict->end}, {{i}}, false));
    else
      add(verdict_at_line_end(page_, i));
    return i + 1;
  }

  // "A. copper or D. lead": further labels with their texts join the group. Returns what is behind the last text.
  std::size_t join_labelled(Group& group, std::size_t past) {
    while (group.labels.size() < static_cast<std::size_t>(page_.labels.n())) {
      const std::size_t next = page_.shape.past_join(past);
      if (next == past || next >= tokens_.size() || !page_.shape.is_label(next)) break;
      bool other = false;
      const std::size_t behind = past_text(next, next, other);
      if (behind == next || other) break;
      group.labels.push_back(next);
      group.past = next + 1;
      past = behind;
    }
    return past;
  }

  std::size_t label(std::size_t i) {
    Group group = page_.shape.group(i);
    bool other = false;
    std::size_t past = group.past;
    if (group.labels.size() == 1) past = past_text(i, past, other);
    if (past != group.past && !other) {  // "C. tin"
      group.labelled = true;
      past = join_labelled(group, past);
    }
    const bool in_passing = !group.labelled && group.begin > 0 && tokens_[group.begin - 1].sort == Sort::kWord &&
                            tokens_[group.begin - 1].symbol == 0;  // "vitamin C"
    auto before = in_passing ? std::nullopt : page_.matcher.before({i, group.past, group.labelled});
    if (before && !holds(*before->pattern, group, past != group.past)) before.reset();
    std::optional<Match> after;
    if (!in_passing && may_be_subject(group))
      after = page_.matcher.after({group.begin, past, (group.labelled || tokens_[i].delimited) && !before});
    if (!before && !after) {
      auto parallel = out_.empty() ? std::nullopt : parallel_label(page_, group, out_.back());
      if (parallel)
        add(std::move(parallel));
      else if (corrects(group))
        add(page_.event(kCorrection, {group.begin, group.past}, group.labels, other));
      else
        add(bare_label(page_, group, past, other));
      return group.past;
    }

    const std::span<const std::size_t> all = group.labels;
    if (before && after && all.size() > 1 && denies(*before) != denies(*after) &&
        !Lexicon::get().is(tokens_[before->begin].symbol, Act::kNone)) {  // "none of A, B and C is right"
      add(page_.event(*before->pattern, {before->begin, group.past}, all.first(all.size() - 1), false));
      add(page_.event(*after->pattern, {all.back(), after->end}, all.last(1), other));
      return group.past;
    }
    const bool by_after = !before || (after && priority(after->pattern->act) > priority(before->pattern->act));
    const Page::Range range{before ? before->begin : group.begin, after ? after->end : std::max(past, before->end)};
    add(page_.event(*(by_after ? after : before)->pattern, range, all, other));
    return group.past;
  }

  // "Oops, C.": a label that is all that a word of doubt leads to.
  bool corrects(const Group& group) const {
    const std::size_t i = group.begin;
    const bool marked = i > 0 && i - 1 == corrected_ && tokens_[i - 1].sort == Sort::kMark;
    return (i == corrected_ || marked) && tokens_[group.labels.front()].upper &&
           !page_.shape.pronoun(group.labels.front()) && page_.shape.clause_ends(group.past);
  }

  static bool denies(const Match& match) { return kind_of(match.pattern->act) == Event::kDenied; }

  // Whether what follows lets the label be one in this frame.
  bool holds(const Pattern& pattern, const Group& group, bool own_text) const {
    const std::size_t i = group.labels.back();
    const bool clean = own_text || page_.shape.clean(i, group.past);
    if (kind_of(pattern.act) != Event::kAsserted)
      return clean || group.labelled || (pattern.act == Act::kExcept && tokens_[i].upper) || !page_.shape.doubtful(i) ||
             page_.matcher.after({i, group.past, true});
    if (tokens_[i].bracketed) return true;
    if (page_.shape.doubtful(i)) {
      const bool subject = tokens_[i].upper && !page_.shape.pronoun(i);
      return clean || (subject && page_.matcher.after({group.begin, group.past, false}));
    }
    return clean || pattern.act == Act::kAnswer || group.labelled || !pattern.right.empty();  // "only C survives"
  }

  bool may_be_subject(const Group& group) const {
    const std::size_t i = group.labels.front();
    if (group.labelled) return true;
    return tokens_[i].letter != 0 && tokens_[i].upper && !tokens_[i].lookalike && !page_.shape.pronoun(i);
  }

  Page page_;
  std::span<const Token> tokens_;
  std::span<const TextMatch> texts_;
  std::vector<bool> listed_;
  Judged judged_;
  std::size_t corrected_ = static_cast<std::size_t>(-1);      // behind the last word of doubt
  std::size_t text_ = 0;                                      // the option's text that is next
  std::size_t text_of_label_ = static_cast<std::size_t>(-1);  // where the last label's own text begins
  std::vector<Event> out_;
};

}  // namespace

std::string_view to_string(Rule rule) {
  static constexpr std::array<std::string_view, 8> kWords{"",           "answer_frame",  "assertion",   "lean",
                                                          "bare_label", "leading_label", "option_text", "conclusion"};
  return kWords[static_cast<std::size_t>(rule)];
}

std::vector<Event> find_events(std::string_view text, std::span<const Token> tokens, const Labels& labels,
                               const OptionTexts& options, bool cut) {
  return Finder(text, tokens, labels, options, cut).find();
}

}  // namespace brink::robust
