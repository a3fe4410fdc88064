#include "brink/extract/robust/page.h"

#include <algorithm>

namespace brink::robust {
namespace {

constexpr int kMaxFillers = 6;
constexpr std::size_t kFar = 32;  // tokens that a condition reaches

Rule rule_of(Act act) {
  return act == Act::kAnswer ? Rule::kAnswerFrame : act == Act::kAssert ? Rule::kAssertion : Rule::kLean;
}

}  // namespace

Event::Kind kind_of(Act act) {
  if (act == Act::kDeny || act == Act::kExcept || act == Act::kAgainst) return Event::kDenied;
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

bool Page::replied(std::size_t at, Act word_class) const {
  if (!asked(at)) return false;
  std::size_t reply = end_of(at) + 1;
  while (reply < tokens.size() && tokens[reply].sort == Sort::kBreak) ++reply;
  static const std::uint64_t kWell = hash_of("well");
  if (reply + 1 < tokens.size() && tokens[reply].hash == kWell)
    reply += tokens[reply + 1].symbol == Lexicon::get().comma() ? 2 : 1;  // "Well, yes."
  return reply < tokens.size() && Lexicon::get().is(tokens[reply].symbol, word_class) && shape.clause_ends(reply + 1);
}

bool Page::doubts(const Match& cue) const {
  // "All but B are wrong." takes nothing back.
  return cue.pattern->act == Act::kDoubt ? !conditional(cue.begin) : !calls_all_wrong(cue.begin);
}

std::size_t Page::sentence_begin(std::size_t at) const {
  std::size_t first = at;
  while (first > 0 && at - first < kFar && tokens[first - 1].sort != Sort::kStop &&
         tokens[first - 1].sort != Sort::kBreak)
    --first;
  return first;
}

// Whether the sentence begins so, or what stands behind a heading: "So if", "Now, if", "Note: if".
bool Page::begins_with(std::size_t at, Act act) const {
  constexpr int kLead = 2;
  const Lexicon& lexicon = Lexicon::get();
  static const Symbol kColon = lexicon.symbol(":");
  int lead = 0;
  for (std::size_t i = sentence_begin(at); i < at; ++i, ++lead) {
    const bool begins = act == Act::kIf ? lexicon.is(tokens[i].symbol, act) &&
                                              (i + 1 == tokens.size() || tokens[i + 1].symbol != lexicon.comma())
                                        : matcher.case_begins(i, act).has_value();
    if (lead <= kLead && begins) return !turned(i + 1, at);
    if (tokens[i].sort == Sort::kClose || tokens[i].symbol == kColon) lead = -1;
  }
  return false;
}

// Whether a word of contrast or of conclusion stands between, behind a label: what it begins is no longer said of the
// case before it ("if it rains, B, but it is dry, so").
bool Page::turned(std::size_t first, std::size_t at) const {
  bool named = false;
  for (std::size_t i = first; i < at; ++i) {
    named = named || (shape.is_label(i) && tokens[i].upper && !shape.pronoun(i));
    if (!named || tokens[i].symbol == 0) continue;
    if (Lexicon::get().is(tokens[i].symbol, Act::kConcludes)) return true;
    if (const auto cue = matcher.cue(i); cue && cue->pattern->act == Act::kDoubt) return true;
  }
  return false;
}

bool Page::conditional(std::size_t at) const { return begins_with(at, Act::kIf); }

bool Page::in_case_apart(std::size_t at) const {
  for (std::size_t i = at; i-- > 0 && at - i < kFar;) {
    const Token& token = tokens[i];
    const bool ends = token.sort == Sort::kBreak || (token.sort == Sort::kStop && text[token.begin] != ';');
    if (ends || Lexicon::get().is(token.symbol, Act::kConcludes)) return false;
    if (const auto past = matcher.case_begins(i, Act::kElse); past && *past <= at) return !turned(*past, at);
  }
  return false;
}

bool Page::would(std::size_t first, std::size_t past) const {
  const auto is = [&](Act word_class) {
    return [this, word_class](const Token& token) { return Lexicon::get().is(token.symbol, word_class); };
  };
  const std::size_t begin = sentence_begin(first);
  constexpr int kBefore = 2;  // tokens between the verb and its frame: "would have picked"
  for (int n = 0; n < kBefore && first > begin && tokens[first - 1].sort == Sort::kWord && tokens[first - 1].slot == -1;
       ++n)
    --first;
  bool unreal = false;
  for (std::size_t i = first; i < past && !unreal; ++i)
    unreal = Lexicon::get().unreal(tokens[i], i + 1 < tokens.size() ? &tokens[i + 1] : nullptr);
  return unreal && std::ranges::none_of(tokens.subspan(begin, past - begin), is(Act::kConcludes));
}

bool Page::in_other_case(std::size_t first, std::size_t past) const {
  constexpr std::size_t kBehind = 3;  // tokens: "would be B only if", "would be B there with"
  const Lexicon& lexicon = Lexicon::get();
  const std::size_t begin = sentence_begin(first);
  if (std::ranges::any_of(tokens.subspan(begin, first - begin),
                          [&](const Token& token) { return lexicon.is(token.symbol, Act::kForced); }))
    return false;
  if (begins_with(first, Act::kCase) || begins_with(first, Act::kIf)) return true;
  for (std::size_t i = past; i < tokens.size() && i < past + kBehind && !shape.clause_ends(i); ++i)
    if (lexicon.is(tokens[i].symbol, Act::kIf) || matcher.case_begins(i, Act::kCase)) return true;
  return false;
}

// Whether the sentence calls all wrong, or all others: "everything except C fails".
bool Page::calls_all_wrong(std::size_t at) const {
  const std::size_t first = sentence_begin(at), past = std::min(end_of(at), at + kFar);
  const auto has = [&](Act word_class) {
    for (std::size_t i = first; i < past; ++i)
      if (Lexicon::get().is(tokens[i].symbol, word_class)) return true;
    return false;
  };
  return has(Act::kNone) || (has(Act::kEvery) && has(Act::kWrong));
}

// "Therefore B.": nothing but the label, and the sentence ends.
bool Page::concludes(Range range) const {
  return Lexicon::get().is(tokens[range.first].symbol, Act::kConcludes) &&
         (range.past >= tokens.size() || tokens[range.past].sort == Sort::kStop ||
          tokens[range.past].sort == Sort::kBreak);
}

// Whether another's opinion is told: "my colleague insists on B". A first person, a comma or a conclusion ends it.
bool Page::told(std::size_t first, std::size_t label) const {
  constexpr std::size_t kSubject = 2;  // tokens between "I" and what it says
  std::size_t reports = 0;             // where the last such verb stands
  const std::size_t begin = sentence_begin(first);
  for (std::size_t i = label; i-- > begin;) {
    const Lexicon& lexicon = Lexicon::get();
    const Symbol symbol = tokens[i].symbol;
    if (reports > 0 && lexicon.is(symbol, Act::kOthers)) return true;
    const bool ends = tokens[i].sort != Sort::kWord && i < first;
    const bool mine = lexicon.is(symbol, Act::kSelf) && (reports == 0 || reports - i <= kSubject);
    if (ends || mine || lexicon.is(symbol, Act::kConcludes)) return false;
    if (lexicon.is(symbol, Act::kReports)) reports = i;
  }
  return false;
}

Event Page::event(const Pattern& pattern, Range range, std::span<const std::size_t> label_tokens,
                  bool other_text) const {
  Act act = pattern.act;
  if (act == Act::kExcept) act = calls_all_wrong(label_tokens.front()) ? Act::kAssert : Act::kDeny;
  // "a mistake is to answer B": the frame's own first word may end what turns it.
  auto turn = pattern.act == Act::kExcept && act == Act::kAssert ? std::nullopt : matcher.turning(range.first);
  if (!turn && kind_of(act) == Event::kAsserted && pattern.left.size() > 0) {
    turn = matcher.turning(range.first + 1);
    if (turn && (turn->pattern->act != Act::kSupposes || turn->pattern->left.size() < 2)) turn.reset();
  }
  // "there is no doubt that B is correct"
  if (turn && turn->pattern->act == Act::kDenies && turn->begin > 0 &&
      Lexicon::get().is(tokens[turn->begin - 1].symbol, Act::kNone))
    turn.reset();
  if (turn && Lexicon::get().is(tokens[turn->begin].symbol, Act::kIf) &&
      Lexicon::get().is(tokens[range.first].symbol, Act::kForced))
    turn.reset();  // "if pushed, D"
  if (!turn && kind_of(act) == Event::kAsserted && told(range.first, label_tokens.front())) act = Act::kSuppose;
  if (turn) {
    const bool denies = turn->pattern->act == Act::kDenies && kind_of(act) == Event::kAsserted;
    act = denies ? Act::kDeny : Act::kSuppose;
    range.first = turn->begin;
  }
  if (kind_of(act) != Event::kDenied && asked(range.past))
    act = replied(range.past, Act::kYes) ? Act::kAssert : replied(range.past, Act::kNo) ? Act::kDeny : Act::kSuppose;
  const std::size_t past = std::max(range.past, label_tokens.back() + 1);
  const bool unreal = kind_of(act) == Event::kAsserted && would(range.first, past);
  if (unreal && in_other_case(range.first, past)) act = Act::kSuppose;
  Event out{.kind = kind_of(act),
            .frame = &pattern,
            .first = range.first,
            .past = range.past,
            .labels = {},
            .slots = {},
            .other_text = other_text};
  if (out.kind == Event::kAsserted) {
    out.rank = rank_of(act);
    if (act == Act::kLean && concludes(range)) out.rank = rank_of(Act::kAssert);
    out.rule = rule_of(act);
    out.would = unreal;
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
