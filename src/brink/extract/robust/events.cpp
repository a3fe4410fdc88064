#include "brink/extract/robust/events.h"

#include <algorithm>
#include <array>
#include <optional>

#include "brink/extract/robust/groups.h"
#include "brink/extract/robust/lines.h"

namespace brink::robust {
namespace {

constexpr int kMaxFillers = 6;

// A label that ends the text, with nothing said of it.
const Pattern kClosing{.act = Act::kLean, .left = {}, .right = {}, .name = "closing label"};

// What the end of an option's line says of it.
const Pattern kLineVerdict{.act = Act::kAssert, .left = {}, .right = {}, .name = "verdict at the end of the line"};
const Pattern kLineDenial{.act = Act::kDeny, .left = {}, .right = {}, .name = "verdict at the end of the line"};

Event::Kind kind_of(Act act) {
  return act == Act::kDeny || act == Act::kAgainst ? Event::kDenied : act == Act::kSuppose ? Event::kSupposed : Event::kAsserted;
}

int rank_of(Act act) { return act == Act::kAnswer ? 3 : act == Act::kAssert ? 2 : 1; }

Rule rule_of(Act act) {
  return act == Act::kAnswer ? Rule::kAnswerFrame : act == Act::kAssert ? Rule::kAssertion : Rule::kLean;
}

class Finder {
 public:
  Finder(std::string_view text, std::span<const Token> tokens, const Labels& labels, std::span<const TextMatch> texts)
      : source_(text), tokens_(tokens), labels_(labels), texts_(texts), listed_(find_listed(tokens)), ends_(tokens.size() + 1) {
    std::size_t next = tokens.size();
    ends_[tokens.size()] = next;
    for (std::size_t i = tokens.size(); i-- > 0;) {
      if (tokens[i].sort == Sort::kStop || tokens[i].sort == Sort::kBreak) next = i;
      ends_[i] = next;
    }
  }

  std::vector<Event> find() {
    for (std::size_t i = 0; i < tokens_.size();) i = std::max(i + 1, step(i));
    return std::move(out_);
  }

 private:
  // Reads what begins at a token; returns the next token to look at.
  std::size_t step(std::size_t i) {
    while (text_ < texts_.size() && texts_[text_].last < i) ++text_;
    const bool in_text = text_ < texts_.size() && texts_[text_].first <= i;
    if (in_text && i == texts_[text_].first && !belongs_to_label(i)) return option_text(texts_[text_]);
    if (in_text) return texts_[text_].last + 1;  // what an option says commits to nothing
    if (tokens_[i].symbol != 0)
      if (const auto cue = matcher_.cue(i)) {
        add({.kind = cue->pattern->act == Act::kDoubt ? Event::kDoubt : Event::kTakenBack,
             .frame = cue->pattern,
             .first = i,
             .past = cue->end,
             .labels = {},
             .slots = {}});
        if (tokens_[i].slot == -1) return cue->end;
      }
    if (tokens_[i].slot == -1) return several_in_a_word(i);
    return listed_[i] ? listed(i) : label(i);
  }

  void add(Event event) { out_.push_back(std::move(event)); }

  void add_labels(Event event, std::span<const std::size_t> labels) {
    event.labels.assign(labels.begin(), labels.end());
    for (const std::size_t i : labels) event.slots.push_back(tokens_[i].slot);
    event.label_past = labels.back() + 1;
    add(std::move(event));
  }

  // "(A) zinc": the text is the label's own, whatever it says.
  bool belongs_to_label(std::size_t i) const { return i == text_of_label_; }

  // Behind the option's text that follows a label, or `at`. Sets event.other_text when it is another option's.
  std::size_t past_text(std::size_t label, std::size_t at, bool& other) {
    std::size_t begin = std::max(at, past_mark(tokens_, label));
    for (int n = 0; n < 2; ++n) {  // an article may come first
      for (std::size_t t = text_; t < texts_.size() && texts_[t].first <= begin; ++t) {
        if (texts_[t].first != begin) continue;
        other = texts_[t].slot != tokens_[label].slot;
        text_of_label_ = begin;
        return texts_[t].last + 1;
      }
      if (begin >= tokens_.size() || !matcher_.filler(begin)) break;
      ++begin;
    }
    return at;
  }

  std::size_t listed(std::size_t i) {
    bool other = false;
    const std::size_t mark = past_mark(tokens_, i);
    past_text(i, mark, other);
    add_labels({.kind = Event::kRestated, .first = i, .past = i + 1, .labels = {}, .slots = {}}, {{i}});
    // "A: incorrect." judges the label; "A: the correct answer ..." is the option's text.
    const auto verdict = matcher_.after({i, mark, true});
    if (verdict && shape_.clause_ends(verdict->end) && verdict->pattern->act != Act::kSuppose)
      commit(verdict->pattern, {i, verdict->end}, {{i}}, false);
    else if (const Pattern* last = verdict_at_line_end(i))
      commit(last, {i, i + 1}, {{i}}, false);
    return i + 1;
  }

  // "B) zinc - correct", "B. zinc ✅"
  const Pattern* verdict_at_line_end(std::size_t i) const {
    static const Symbol kCorrect = Lexicon::get().symbol("correct"), kWrong = Lexicon::get().symbol("wrong"),
                        kNot = Lexicon::get().symbol("not"), kYes = Lexicon::get().symbol("✅"),
                        kNo = Lexicon::get().symbol("❌");
    std::size_t end = i + 1;
    while (!ends_line(tokens_, end)) ++end;
    while (end > i + 1 && (tokens_[end - 1].sort == Sort::kStop || tokens_[end - 1].sort == Sort::kClose)) --end;
    const Symbol last = tokens_[end - 1].symbol;
    const bool denied = tokens_[end - 2].symbol == kNot;
    if (last == kYes || (last == kCorrect && !denied)) return &kLineVerdict;
    return last == kNo || last == kWrong || last == kCorrect ? &kLineDenial : nullptr;
  }

  std::size_t label(std::size_t i) {
    const Group group = shape_.group(i);
    bool other = false;
    std::size_t past = group.past;
    if (group.labels.size() == 1) past = past_text(i, past, other);
    const bool in_passing = !group.labelled && group.begin > 0 && tokens_[group.begin - 1].sort == Sort::kWord &&
                            tokens_[group.begin - 1].symbol == 0;  // "vitamin C"
    auto before = in_passing ? std::nullopt : matcher_.before({i, group.past, group.labelled});
    if (before && !holds(*before->pattern, group, past != group.past)) before.reset();
    auto after = in_passing || !may_be_subject(group) ? std::nullopt
                                                      : matcher_.after({group.begin, past, group.labelled && !before});
    if (!before && !after) return parallel(group) ? group.past : bare(group, past, other);

    const std::span<const std::size_t> all = group.labels;
    const bool split = before && after && all.size() > 1 &&
                       (kind_of(before->pattern->act) == Event::kDenied) !=
                           (kind_of(after->pattern->act) == Event::kDenied);
    if (split) {
      commit(before->pattern, {before->begin, group.past}, all.first(all.size() - 1), false);
      commit(after->pattern, {all.back(), after->end}, all.last(1), other);
    } else {
      const bool by_after = !before || (after && priority(after->pattern->act) > priority(before->pattern->act));
      const std::size_t begin = before ? before->begin : group.begin;
      commit((by_after ? after : before)->pattern, {begin, after ? after->end : std::max(past, before->end)}, all, other);
    }
    return group.past;
  }

  // Whether what follows lets the label be one in this frame.
  bool holds(const Pattern& pattern, const Group& group, bool own_text) const {
    const std::size_t i = group.labels.back();
    const bool clean = own_text || shape_.clean(i, group.past);
    if (kind_of(pattern.act) != Event::kAsserted)
      return clean || group.labelled || !shape_.doubtful(i) || matcher_.after({i, group.past, true});
    if (tokens_[i].bracketed) return true;
    if (shape_.doubtful(i)) return clean || (tokens_[i].upper && !shape_.pronoun(i) && subject_verb(group));
    return clean || pattern.act == Act::kAnswer || group.labelled;
  }

  bool subject_verb(const Group& group) const { return matcher_.after({group.begin, group.past, false}).has_value(); }

  bool may_be_subject(const Group& group) const {
    const std::size_t i = group.labels.front();
    if (group.labelled) return true;
    return tokens_[i].letter != 0 && tokens_[i].upper && !tokens_[i].lookalike && !shape_.pronoun(i);
  }

  struct Range {
    std::size_t first, past;
  };

  void commit(const Pattern* pattern, Range range, std::span<const std::size_t> labels, bool other) {
    Act act = pattern->act;
    if (const auto turn = matcher_.turning(range.first)) {
      const bool denies = turn->pattern->act == Act::kDenies;
      act = denies && kind_of(act) == Event::kAsserted ? Act::kDeny : Act::kSuppose;
      range.first = turn->begin;
    }
    if (kind_of(act) == Event::kAsserted && (asked(range.past) || conditional(range.past))) act = Act::kSuppose;
    Event event{.kind = kind_of(act),
                .frame = pattern,
                .first = range.first,
                .past = range.past,
                .labels = {},
                .slots = {},
                .other_text = other};
    if (event.kind == Event::kAsserted) {
      event.rank = rank_of(act);
      event.rule = rule_of(act);
    } else if (act == Act::kDeny) {
      event.rank = 3;
    }
    add_labels(std::move(event), labels);
  }

  bool asked(std::size_t at) const {
    const std::size_t end = ends_[std::min(at, tokens_.size())];
    return end < tokens_.size() && tokens_[end].symbol == Lexicon::get().question();
  }

  // "... if the river flows west"
  bool conditional(std::size_t at) const {
    static const Symbol kIf = Lexicon::get().symbol("if");
    return at < tokens_.size() && tokens_[at].symbol == kIf;
  }

  // "(G) for the ratio and (C) for the mass": what was said of the first label is said of the second.
  bool parallel(const Group& group) {
    const std::size_t i = group.begin;
    if (out_.empty() || i == 0 || !group.labelled || !Lexicon::get().is(tokens_[i - 1].symbol, Act::kJoin)) return false;
    const Event& first = out_.back();
    if (first.kind != Event::kAsserted || first.rank < 3 || ends_[first.label_past] != ends_[i]) return false;
    if (group.past >= tokens_.size() || tokens_[group.past].symbol == 0 ||
        tokens_[group.past].symbol != tokens_[first.label_past].symbol)
      return false;
    Event second{.kind = Event::kAsserted, .rank = first.rank, .rule = first.rule, .frame = first.frame,
                 .first = i, .past = group.past, .labels = {}, .slots = {}};
    add_labels(std::move(second), group.labels);
    return true;
  }

  // A label without a frame: alone on its line, or at the head of the first or last line.
  std::size_t bare(const Group& group, std::size_t past, bool other) {
    const std::size_t i = group.labels.front(), begin = line_begin(i);
    if (!tokens_[begin].line_start) {
      if (group.labelled && closes(group.past)) commit(&kClosing, {group.begin, group.past}, group.labels, other);
      return group.past;
    }
    std::size_t end = past;
    if (end < tokens_.size() && tokens_[end].sort == Sort::kStop && !asked(end)) ++end;
    const bool alone = ends_line(tokens_, end);
    const bool heads = begin == i && past_mark(tokens_, i) > i && !shape_.pronoun(i) && tokens_[i].letter != 0;
    const std::size_t text = past_mark(tokens_, i);
    const bool notation = text < tokens_.size() && shape_.is_label(text) && ends_line(tokens_, text + 1);  // "A: B"
    if (!alone && (!heads || notation || tokens_[i].slot < 0)) return group.past;
    Event event{.kind = Event::kAsserted, .first = begin, .past = end, .labels = {}, .slots = {}, .other_text = other};
    event.rule = alone ? Rule::kBareLabel : Rule::kLeadingLabel;
    event.rank = alone ? 3 : 2;
    add_labels(std::move(event), group.labels);
    return group.past;
  }

  // "... so we remove the ants (I)."
  bool closes(std::size_t at) const {
    while (at < tokens_.size() && (tokens_[at].sort == Sort::kStop || tokens_[at].sort == Sort::kBreak)) ++at;
    return at == tokens_.size();
  }

  // "Answer: ABD"
  std::size_t several_in_a_word(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.sort != Sort::kWord) return i + 1;
    const auto slots = labels_.several(source_.substr(token.begin, token.end - token.begin));
    if (slots.empty()) return i + 1;
    const auto before = matcher_.before({i, i + 1, false});
    if (!before || before->pattern->act != Act::kAnswer || !shape_.clause_ends(i + 1)) return i + 1;
    Event event{.kind = Event::kAsserted, .rank = 3, .rule = Rule::kAnswerFrame, .frame = before->pattern,
                .first = before->begin, .past = i + 1, .labels = {}, .slots = slots, .label_past = i + 1};
    event.labels.assign(slots.size(), i);
    add(std::move(event));
    return i + 1;
  }

  std::size_t option_text(const TextMatch& text) {
    const Place place{text.first, text.last + 1, text.has_words};
    const auto before = matcher_.before(place), after = matcher_.after(place);
    const bool alone = is_whole_line(text);
    const Pattern* pattern = before ? before->pattern : after ? after->pattern : nullptr;
    if (before && after && priority(after->pattern->act) > priority(before->pattern->act)) pattern = after->pattern;
    if (!alone && (!pattern || kind_of(pattern->act) != Event::kAsserted)) return text.last + 1;
    const std::size_t first = before ? before->begin : text.first, past = after ? after->end : text.last + 1;
    if (matcher_.turning(first) || asked(past) || conditional(past)) return text.last + 1;
    // A bare number needs to be called the answer.
    if (!alone && !text.has_words && pattern->act != Act::kAnswer) return text.last + 1;
    if (!alone && !shape_.clause_ends(text.last + 1) && !after && pattern->act != Act::kAnswer) return text.last + 1;
    Event event{.kind = Event::kAsserted,
                .rank = alone ? 2 : rank_of(pattern->act) - 1,
                .rule = Rule::kOptionText,
                .frame = pattern,
                .first = first,
                .past = past,
                .labels = {text.first},
                .slots = {text.slot},
                .label_past = text.last + 1};
    if (const std::size_t next = past_joined(text); next < texts_.size()) {  // "copper or zinc"
      event.labels.push_back(texts_[next].first);
      event.slots.push_back(texts_[next].slot);
    }
    add(std::move(event));
    return text.last + 1;
  }

  // The option's text that is joined to this one by one word, or the number of texts.
  std::size_t past_joined(const TextMatch& text) const {
    const std::size_t join = text.last + 1, next = text_ + 1;
    const bool joined = join < tokens_.size() && Lexicon::get().is(tokens_[join].symbol, Act::kJoin) &&
                        tokens_[join].symbol != Lexicon::get().comma() && next < texts_.size() &&
                        texts_[next].first <= join + 2 && texts_[next].slot != text.slot;
    return joined ? next : texts_.size();
  }

  bool is_whole_line(const TextMatch& text) const {
    std::size_t end = text.last + 1;
    if (end < tokens_.size() && tokens_[end].sort == Sort::kStop) ++end;
    return tokens_[line_begin(text.first)].line_start && ends_line(tokens_, end);
  }

  // Back over fillers ("option B"), to the beginning of the line if there is nothing else before.
  std::size_t line_begin(std::size_t at) const {
    for (int n = 0; at > 0 && n < kMaxFillers && !tokens_[at].line_start && matcher_.filler(at - 1); ++n) --at;
    return at;
  }

  std::string_view source_;
  std::span<const Token> tokens_;
  const Labels& labels_;
  std::span<const TextMatch> texts_;
  std::vector<bool> listed_;
  std::vector<std::size_t> ends_;  // [token] the next end of a sentence or line
  Matcher matcher_{tokens_};
  Shape shape_{tokens_};
  std::size_t text_ = 0;                                  // the option's text that is next
  std::size_t text_of_label_ = static_cast<std::size_t>(-1);  // the token where the last label's own text begins
  std::vector<Event> out_;
};

}  // namespace

std::string_view to_string(Rule rule) {
  static constexpr std::array<std::string_view, 7> kWords{"",           "answer_frame",  "assertion",  "lean",
                                                          "bare_label", "leading_label", "option_text"};
  return kWords[static_cast<std::size_t>(rule)];
}

std::vector<Event> find_events(std::string_view text, std::span<const Token> tokens, const Labels& labels,
                               std::span<const TextMatch> texts) {
  return Finder(text, tokens, labels, texts).find();
}

}  // namespace brink::robust
