#include "brink/extract/robust/unframed.h"

#include <algorithm>

#include "brink/extract/robust/lines.h"

namespace brink::robust {
namespace {

const Pattern kClosing{.act = Act::kLean, .left = {}, .right = {}, .name = "label at the end"};
const Pattern kLineVerdict{.act = Act::kAssert, .left = {}, .right = {}, .name = "verdict at the end of the line"};
const Pattern kLineDenial{.act = Act::kDeny, .left = {}, .right = {}, .name = "verdict at the end of the line"};

constexpr std::size_t kMaxBullet = 4;  // tokens between the texts of two lines: "; 2."
constexpr std::size_t kMaxWords = 64;  // of a text that is compared with the options'

// The option's text that one word joins to this one, or the number of texts.
std::size_t joined_text(const Page& page, std::size_t index) {
  const Lexicon& lexicon = Lexicon::get();
  const std::size_t join = page.texts[index].last + 1, next = index + 1, none = page.texts.size();
  if (join >= page.tokens.size() || next == none || page.texts[next].slot == page.texts[index].slot) return none;
  if (!lexicon.is(page.tokens[join].symbol, Act::kJoin)) return none;
  if (page.tokens[join].symbol != lexicon.comma()) return page.texts[next].first <= join + 2 ? next : none;
  // "copper, zinc and tin", but "copper, zinc is not"
  const std::size_t behind = page.texts[next].last + 1;
  const bool list = page.shape.clause_ends(behind) || lexicon.is(page.tokens[behind].symbol, Act::kJoin);
  return list && page.texts[next].first == join + 1 ? next : none;
}

// Whether this option's text and the next one, of another option, stand on lines that follow each other.
bool listed_together(const Page& page, std::size_t index) {
  if (index + 1 >= page.texts.size() || page.texts[index].slot == page.texts[index + 1].slot) return false;
  const std::size_t end = page.texts[index].last + 1, next = page.texts[index + 1].first;
  if (!page.tokens[page.line_begin(page.texts[index].first)].line_start) return false;  // "D. lead"
  const auto between = page.tokens.subspan(end, next - end);
  return between.size() <= kMaxBullet && std::ranges::count(between, Sort::kBreak, &Token::sort) == 1;
}

// "A: 10 %, B: 20 %, C: 70 %": the next two labels follow in the line, each with the same mark.
bool begins_row(const Page& page, std::size_t label) {
  constexpr std::size_t kMaxApart = 16;  // tokens
  constexpr int kMore = 2;
  if (ends_line(page.tokens, label + 1) || page.tokens[label + 1].sort == Sort::kWord) return false;
  int n = 0;
  for (std::size_t i = label + 1, last = label; n < kMore && i <= last + kMaxApart; ++i) {
    if (ends_line(page.tokens, i) || ends_line(page.tokens, i + 1)) return false;
    if (page.tokens[i].slot != page.tokens[label].slot + n + 1) continue;
    if (page.tokens[i + 1].hash != page.tokens[label + 1].hash) continue;
    ++n;
    last = i;
  }
  return n == kMore;
}

// Whether the label's own option follows it and the next label that: "(A) copper (B) zinc", the options copied.
bool begins_list(const Page& page, std::size_t label, std::size_t text) {
  if (begins_row(page, label)) return true;
  const auto own = std::ranges::lower_bound(page.texts, text, {}, &TextMatch::first);
  if (own == page.texts.end() || own->first != text || own->slot != page.tokens[label].slot) return false;
  const auto between = [&](std::size_t i) {
    if (i >= page.tokens.size() || page.tokens[i].sort == Sort::kBreak) return false;
    return page.tokens[i].sort != Sort::kWord || Lexicon::get().is(page.tokens[i].symbol, Act::kNoun);
  };
  std::size_t next = own->last + 1;
  while (between(next)) ++next;
  return next < page.tokens.size() && page.tokens[next].slot == page.tokens[label].slot + 1 &&
         !ends_line(page.tokens, past_mark(page.tokens, next));
}

// Behind a remark in brackets that ends the line: "C (90% sure)".
std::size_t past_remark(const Page& page, std::size_t at) {
  if (at >= page.tokens.size() || page.tokens[at].sort != Sort::kOpen) return at;
  std::size_t close = at + 1;
  while (!ends_line(page.tokens, close) && page.tokens[close].sort != Sort::kClose) ++close;
  return !ends_line(page.tokens, close) && ends_line(page.tokens, close + 1) ? close + 1 : at;
}

// Whether the label is all of the last sentence: "... I trust the data. C." Not the last of "A. B. C."
bool is_last_sentence(const Page& page, const Group& group) {
  const std::size_t i = group.begin;
  return i > 1 && page.tokens[i - 1].sort == Sort::kStop && page.tokens[i - 2].slot == -1 &&
         page.tokens[group.labels.front()].upper && !page.shape.pronoun(group.labels.front()) &&
         page.closes(group.past);
}

// Whether the clause denies before this token: "I do not find that it is option B".
bool denied_before(const Page& page, std::size_t at) {
  for (; at > 0 && page.tokens[at - 1].sort == Sort::kWord; --at)
    if (Lexicon::get().is(page.tokens[at - 1].symbol, Act::kNegates)) return true;
  return false;
}

// Whether the line is a letter's signature: behind "Best," on a line of its own.
bool signs(const Page& page, std::size_t begin) {
  constexpr std::size_t kWords = 3;  // "Kind regards"
  if (begin < 3 || page.tokens[begin - 1].sort != Sort::kBreak) return false;
  std::size_t word = begin - 2;
  if (page.tokens[word].symbol != Lexicon::get().comma()) return false;
  bool signs_off = false;
  std::size_t n = 0;
  for (; word > 0 && page.tokens[word - 1].sort == Sort::kWord && n <= kWords; --word, ++n)
    signs_off = signs_off || Lexicon::get().is(page.tokens[word - 1].symbol, Act::kSignsOff);
  return signs_off && n <= kWords && (word == 0 || page.tokens[word - 1].sort == Sort::kBreak);
}

std::size_t past_stop(const Page& page, std::size_t at) {
  const bool stop = at < page.tokens.size() && page.tokens[at].sort == Sort::kStop && !page.asked(at);
  return stop ? at + 1 : at;
}

}  // namespace

std::optional<Event> bare_label(const Page& page, const Group& group, std::size_t past, bool other_text) {
  const std::size_t i = group.labels.front(), begin = page.line_begin(i);
  if (!page.tokens[begin].line_start) {
    const bool enclosed = group.begin > 0 && page.tokens[group.begin - 1].sort == Sort::kOpen &&
                          group.past < page.tokens.size() && page.tokens[group.past].sort == Sort::kClose;
    const bool closes = group.labelled && page.closes(group.past + (enclosed ? 1 : 0));
    if ((!closes || (!page.tokens[i].bracketed && denied_before(page, group.begin))) && !is_last_sentence(page, group))
      return std::nullopt;
    return page.event(kClosing, {group.begin, group.past}, group.labels, other_text);
  }
  static const Symbol because = Lexicon::get().symbol("because"), since = Lexicon::get().symbol("since");
  const std::size_t end = past_remark(page, past_stop(page, past)), text = past_mark(page.tokens, i);
  const bool alone = ends_line(page.tokens, end);
  if (alone && signs(page, begin)) return std::nullopt;
  const bool notation = text < page.tokens.size() && page.shape.is_label(text) && ends_line(page.tokens, text + 1);
  const Symbol next = i + 1 < page.tokens.size() ? page.tokens[i + 1].symbol : Symbol{};
  const bool reasoned = page.tokens[i].upper && (next == because || next == since);  // "A because ..."
  // "A, C and D each need ..."
  const bool listed = group.labels.size() > 1 || (text < page.tokens.size() && page.shape.is_label(text) &&
                                                  page.tokens[text].upper && next == Lexicon::get().comma());
  const bool questioned = next == Lexicon::get().question();  // "B? But then ..."
  const bool heads = !questioned && (begin == i || begin == group.begin) && (text > i || reasoned) && !notation &&
                     !listed && !page.shape.pronoun(i) && page.tokens[i].letter != 0 && page.tokens[i].slot >= 0 &&
                     !begins_list(page, i, text);
  if (!alone && !heads) return std::nullopt;
  Event event{.kind = Event::kAsserted,
              .rank = alone ? 3 : 2,
              .rule = alone ? Rule::kBareLabel : Rule::kLeadingLabel,
              .first = begin,
              .past = end,
              .labels = {},
              .slots = {},
              .other_text = other_text};
  return page.with_labels(std::move(event), group.labels);
}

std::optional<Event> parallel_label(const Page& page, const Group& group, const Event& previous) {
  const std::size_t i = group.begin;
  if (i == 0 || !group.labelled || !Lexicon::get().is(page.tokens[i - 1].symbol, Act::kJoin)) return std::nullopt;
  if (previous.kind != Event::kAsserted || previous.rank < 3 || page.end_of(previous.label_past()) != page.end_of(i))
    return std::nullopt;
  if (group.past >= page.tokens.size() || page.tokens[group.past].symbol == 0 ||
      page.tokens[group.past].symbol != page.tokens[previous.label_past()].symbol)
    return std::nullopt;
  Event event{.kind = Event::kAsserted,
              .rank = previous.rank,
              .rule = previous.rule,
              .frame = previous.frame,
              .first = i,
              .past = group.past,
              .labels = {},
              .slots = {},
              .conditional = previous.conditional};
  return page.with_labels(std::move(event), group.labels);
}

std::optional<Event> verdict_at_line_end(const Page& page, std::size_t label) {
  static const Symbol kCorrect = Lexicon::get().symbol("correct"), kWrong = Lexicon::get().symbol("wrong"),
                      kYes = Lexicon::get().symbol("✅"), kNo = Lexicon::get().symbol("❌"),
                      kDash = Lexicon::get().symbol("-");
  std::size_t end = label + 1;
  while (!ends_line(page.tokens, end)) ++end;
  while (end > label + 1 && (page.tokens[end - 1].sort == Sort::kStop || page.tokens[end - 1].sort == Sort::kClose))
    --end;
  if (end < label + 2) return std::nullopt;
  const Symbol last = page.tokens[end - 1].symbol;
  std::size_t begin = end - 1;  // of the sentence
  while (begin > label && page.tokens[begin - 1].sort != Sort::kStop) --begin;
  const bool denied = std::ranges::any_of(page.tokens.subspan(begin, end - begin), [](const Token& token) {
    return Lexicon::get().is(token.symbol, Act::kNegates);
  });
  // "A) copper - no"
  const bool marked = page.tokens[end - 2].symbol == kDash;
  const bool yes = last == kYes || (marked && Lexicon::get().is(last, Act::kYes));
  const bool no = last == kNo || last == kWrong || (marked && Lexicon::get().is(last, Act::kNo));
  const bool right = yes || (last == kCorrect && !denied);
  if (!right && !no && last != kCorrect) return std::nullopt;
  return page.event(right ? kLineVerdict : kLineDenial, {label, label + 1}, {{label}}, false);
}

std::optional<Event> judgement(const Page& page, const Judged& judged, const Judged::Verdict& verdict) {
  if (!verdict.yes) return page.event(kLineDenial, {verdict.label, verdict.label + 1}, {{verdict.label}}, false);
  if (judged.accepted.back() != verdict.label) return std::nullopt;
  return page.with_labels({.kind = Event::kAsserted,
                           .rank = rank_of(Act::kAssert),
                           .rule = Rule::kAssertion,
                           .frame = &kLineVerdict,
                           .first = verdict.label,
                           .past = verdict.label + 1,
                           .labels = {},
                           .slots = {}},
                          judged.accepted);
}

std::optional<Event> several_in_a_word(const Page& page, std::size_t at) {
  const Token& token = page.tokens[at];
  if (token.sort != Sort::kWord) return std::nullopt;
  const auto slots = page.labels.several(page.text.substr(token.begin, token.end - token.begin));
  if (slots.empty()) return std::nullopt;
  const auto before = page.matcher.before({at, at + 1, false});
  if (!before || before->pattern->act != Act::kAnswer || !page.shape.clause_ends(at + 1)) return std::nullopt;
  return Event{.kind = Event::kAsserted,
               .rank = 3,
               .rule = Rule::kAnswerFrame,
               .frame = before->pattern,
               .first = before->begin,
               .past = at + 1,
               .labels = std::vector<std::size_t>(slots.size(), at),
               .slots = slots,
               .pasts = std::vector<std::size_t>(slots.size(), at + 1)};
}

std::optional<Event> nearly_option_text(const Page& page, std::size_t at) {
  if (at < 2 || page.tokens[at].sort != Sort::kWord || page.tokens[at - 1].sort == Sort::kWord) return std::nullopt;
  static const Symbol kColon = Lexicon::get().symbol(":");
  const std::size_t colon = page.tokens[at - 1].sort == Sort::kBreak ? at - 2 : at - 1;
  if (page.tokens[colon].symbol != kColon || page.asked(at)) return std::nullopt;
  const std::size_t end = std::min(page.end_of(at), at + kMaxWords);
  const auto slot = page.options.nearest(page.tokens.subspan(at, end - at));
  if (!slot) return std::nullopt;
  const auto before = page.matcher.before({at, at, false});
  if (!before || before->pattern->act != Act::kAnswer || page.matcher.turning(before->begin)) return std::nullopt;
  return Event{.kind = Event::kAsserted,
               .rank = 2,
               .rule = Rule::kOptionText,
               .frame = before->pattern,
               .first = before->begin,
               .past = end,
               .labels = {at},
               .slots = {*slot},
               .pasts = {end},
               .conditional = page.conditional(before->begin)};
}

std::optional<Event> option_text(const Page& page, std::size_t index) {
  const TextMatch& text = page.texts[index];
  const std::size_t behind = text.last + 1;
  // "is (@)" is said of much that is no answer: see conclusion().
  const auto before = page.matcher.before({text.first, behind, false});
  const auto after = page.matcher.after({text.first, behind, text.has_words});
  const std::size_t begin = page.line_begin(text.first);
  const bool unfinished = page.cut && begin > 0 && page.closes(behind);  // "10." may be an item's number
  const bool alone = !unfinished && page.tokens[begin].line_start && ends_line(page.tokens, past_stop(page, behind)) &&
                     (index == 0 || !listed_together(page, index - 1)) && !listed_together(page, index);
  const Pattern* pattern = before ? before->pattern : after ? after->pattern : nullptr;
  if (before && after && priority(after->pattern->act) > priority(before->pattern->act)) pattern = after->pattern;
  if (!alone && (!pattern || kind_of(pattern->act) != Event::kAsserted)) return std::nullopt;
  const std::size_t first = before ? before->begin : text.first, past = after ? after->end : behind;
  const bool cut_short = !before && after && !page.shape.clause_ends(after->end) &&
                         !Lexicon::get().is(page.tokens[after->end].symbol, Act::kFollows);
  if (cut_short && !alone) return std::nullopt;  // "zinc is the correct metal for"
  if (page.matcher.turning(first) || page.asked(past)) return std::nullopt;
  const bool answered = pattern && pattern->act == Act::kAnswer;
  if (text.number_alone && (!answered || !page.shape.clause_ends(behind))) return std::nullopt;
  // A bare number needs to be called the answer.
  if (!alone && !answered && (!text.has_words || (!after && !page.shape.clause_ends(behind)))) return std::nullopt;
  Event event{.kind = Event::kAsserted,
              .rank = alone ? 2 : rank_of(pattern->act) - 1,
              .rule = Rule::kOptionText,
              .frame = pattern,
              .first = first,
              .past = past,
              .labels = {text.first},
              .slots = {text.slot},
              .pasts = {behind},
              .conditional = page.conditional(first)};
  if (const std::size_t next = joined_text(page, index); next < page.texts.size()) {  // "copper or zinc"
    event.labels.push_back(page.texts[next].first);
    event.slots.push_back(page.texts[next].slot);
    event.pasts.push_back(page.texts[next].last + 1);
  }
  return event;
}

}  // namespace brink::robust
