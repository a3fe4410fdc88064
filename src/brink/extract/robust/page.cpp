#include "brink/extract/robust/page.h"

namespace brink::robust {
namespace {

constexpr int kMaxFillers = 6;
constexpr std::size_t kFar = 32;  // tokens that a condition reaches

Rule rule_of(Act act) {
  return act == Act::kAnswer ? Rule::kAnswerFrame : act == Act::kAssert ? Rule::kAssertion : Rule::kLean;
}

}  // namespace

Event::Kind kind_of(Act act) {
  if (act == Act::kDeny || act == Act::kAgainst) return Event::kDenied;
  return act == Act::kSuppose ? Event::kSupposed : Event::kAsserted;
}

int rank_of(Act act) { return act == Act::kAnswer ? 3 : act == Act::kAssert ? 2 : 1; }

Page::Page(std::string_view source, std::span<const Token> all, const Labels& item, const OptionTexts& option_texts,
           bool is_cut)
    : text(source),
      tokens(all),
      labels(item),
      options(option_texts),
      texts(options.find(tokens)),
      cut(is_cut),
      ends_(all.size() + 1) {
  std::size_t next = tokens.size();
  ends_[tokens.size()] = next;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    if (tokens[i].sort == Sort::kStop || tokens[i].sort == Sort::kBreak) next = i;
    ends_[i] = next;
  }
}

bool Page::asked(std::size_t at) const {
  const std::size_t end = end_of(at);
  return end < tokens.size() && tokens[end].symbol == Lexicon::get().question();
}

bool Page::closes(std::size_t at) const {
  while (at < tokens.size() && (tokens[at].sort == Sort::kStop || tokens[at].sort == Sort::kBreak)) ++at;
  return at == tokens.size();
}

std::size_t Page::line_begin(std::size_t at) const {
  for (int n = 0; at > 0 && n < kMaxFillers && !tokens[at].line_start && matcher.filler(at - 1); ++n) --at;
  // "1. B", "Q2: B", "Question 2: B"
  const auto ends_in_digit = [&](const Token& t) { return text[t.end - 1] >= '0' && text[t.end - 1] <= '9'; };
  const std::size_t number = at >= 2 && tokens[at - 1].sort != Sort::kWord ? at - 2 : at - 1;
  const bool enclosed = at > 0 && tokens[at - 1].sort == Sort::kOpen;  // "20 (B)"
  if (at == 0 || enclosed || tokens[at].line_start || tokens[number].sort != Sort::kWord ||
      !ends_in_digit(tokens[number]))
    return at;
  const bool headed = !tokens[number].line_start && Lexicon::get().is(tokens[number - 1].symbol, Act::kHeading);
  const std::size_t first = headed ? number - 1 : number;
  return tokens[first].line_start ? first : at;
}

bool Page::conditional(std::size_t at) const {
  constexpr std::size_t kLead = 2;  // "So if", "Now , if"
  std::size_t first = at;
  while (first > 0 && at - first < kFar && tokens[first - 1].sort != Sort::kStop &&
         tokens[first - 1].sort != Sort::kBreak)
    --first;
  for (std::size_t i = first; i < at && i <= first + kLead; ++i)
    if (Lexicon::get().is(tokens[i].symbol, Act::kIf) && tokens[i + 1].symbol != Lexicon::get().comma()) return true;
  return false;
}

bool Page::in_case_apart(std::size_t at) const {
  for (std::size_t i = at; i-- > 0 && at - i < kFar;) {
    const Token& token = tokens[i];
    const bool ends = token.sort == Sort::kBreak || (token.sort == Sort::kStop && text[token.begin] != ';');
    if (ends || Lexicon::get().is(token.symbol, Act::kConcludes)) return false;
    if (const auto past = matcher.case_apart(i); past && *past <= at) return true;
  }
  return false;
}

Event Page::event(const Pattern& pattern, Range range, std::span<const std::size_t> label_tokens,
                  bool other_text) const {
  Act act = pattern.act;
  if (const auto turn = matcher.turning(range.first)) {
    const bool denies = turn->pattern->act == Act::kDenies && kind_of(act) == Event::kAsserted;
    act = denies ? Act::kDeny : Act::kSuppose;
    range.first = turn->begin;
  }
  if (kind_of(act) == Event::kAsserted && asked(range.past)) act = Act::kSuppose;
  Event out{.kind = kind_of(act),
            .frame = &pattern,
            .first = range.first,
            .past = range.past,
            .labels = {},
            .slots = {},
            .other_text = other_text};
  if (out.kind == Event::kAsserted) {
    out.rank = rank_of(act);
    out.rule = rule_of(act);
    out.conditional = conditional(range.first) || in_case_apart(label_tokens.front());
  } else if (act == Act::kDeny) {
    out.rank = 3;
  }
  return with_labels(std::move(out), label_tokens);
}

Event Page::with_labels(Event event, std::span<const std::size_t> label_tokens) const {
  event.labels.assign(label_tokens.begin(), label_tokens.end());
  for (const std::size_t i : label_tokens) {
    event.slots.push_back(tokens[i].slot);
    event.pasts.push_back(i + 1);
  }
  return event;
}

}  // namespace brink::robust
