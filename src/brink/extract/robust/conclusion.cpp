#include "brink/extract/robust/conclusion.h"

#include <algorithm>
#include <array>

namespace brink::robust {
namespace {

constexpr std::size_t kMaxShort = 160;  // tokens of a short response
constexpr std::size_t kMaxCue = 6;      // tokens before the word that says that a conclusion is drawn
constexpr std::size_t kVerb = 2;        // tokens before "is" that may deny it ("can't be", "不是")

struct Range {
  std::size_t begin, end;
};

class Sentences {
 public:
  explicit Sentences(const Page& page) : page_(page) {
    response_.end = page.tokens.size();
    response_.begin = response_.end;
    while (response_.begin > 0 && page.tokens[response_.begin - 1].response) --response_.begin;
  }

  std::optional<Event> first() const {
    const auto texts = texts_in(response_);
    if (texts.empty() || response_.end - response_.begin > kMaxShort || !same_option(texts)) return std::nullopt;
    const Range sentence{response_.begin, end_from(texts.front().last + 1)};
    const std::size_t begin = begin_before(texts.front().first);
    if (begin != sentence.begin || (page_.cut && page_.closes(sentence.end))) return std::nullopt;
    return asserted(texts.front(), sentence);
  }

  std::optional<Event> last() const {
    const auto texts = texts_in(response_);
    if (texts.empty() || page_.cut || !page_.closes(end_from(texts.back().last + 1))) return std::nullopt;
    Range sentence{begin_before(texts.back().first), end_from(texts.back().last + 1)};
    // "Some say lead, but it is copper."
    bool turned = false;
    for (std::size_t i = texts.back().first; i-- > sentence.begin && !turned;)
      if (const auto cue = page_.matcher.cue(i);
          cue && cue->pattern->act == Act::kDoubt && !lexicon_.is(page_.tokens[i].symbol, Act::kNo)) {
        sentence.begin = cue->end;
        turned = true;
      }
    if (!same_option(texts_in(sentence)) || !(turned || concludes(sentence))) return std::nullopt;
    return asserted(texts.back(), sentence);
  }

 private:
  // A stop inside "0.5" leaves no token; one inside "D.C." is followed by a letter.
  bool ends_sentence(std::size_t i) const {
    const Token& token = page_.tokens[i];
    if (token.sort == Sort::kBreak) return true;
    if (token.sort != Sort::kStop) return false;
    const bool ascii = token.end - token.begin == 1;
    return !ascii || i + 1 >= page_.tokens.size() || page_.tokens[i + 1].begin > token.end;
  }

  std::size_t end_from(std::size_t at) const {
    while (at < response_.end && !ends_sentence(at)) ++at;
    return at;
  }

  std::size_t begin_before(std::size_t at) const {
    while (at > response_.begin && !ends_sentence(at - 1)) --at;
    return at;
  }

  std::span<const TextMatch> texts_in(Range range) const {
    const auto first = std::ranges::lower_bound(page_.texts, range.begin, {}, &TextMatch::first);
    const auto past = std::ranges::lower_bound(page_.texts, range.end, {}, &TextMatch::first);
    return {first, past};
  }

  static bool same_option(std::span<const TextMatch> texts) {
    return std::ranges::all_of(texts, [&](const TextMatch& t) { return t.slot == texts.front().slot; });
  }

  bool has(Range range, Act word_class, const TextMatch& but) const {
    for (std::size_t i = range.begin; i < range.end; ++i)
      if ((i < but.first || i > but.last) && lexicon_.is(page_.tokens[i].symbol, word_class)) return true;
    return false;
  }

  bool concludes(Range sentence) const {
    const std::size_t end = std::min(sentence.end, sentence.begin + kMaxCue);
    for (std::size_t i = sentence.begin; i < end; ++i)
      if (lexicon_.is(page_.tokens[i].symbol, Act::kConcludes)) return true;
    return false;
  }

  // The "is" or the like before, with "the", "about" and so on between; `at` where there is none.
  std::size_t predicate(std::size_t at) const {
    std::size_t is = at;
    while (is > response_.begin && page_.matcher.filler(is - 1) && !leads_on(is - 1)) --is;
    return is > response_.begin && leads_on(is - 1) ? is - 1 : at;
  }

  bool leads_on(std::size_t i) const { return lexicon_.is(page_.tokens[i].symbol, Act::kLeadsOn); }

  // ", because ...", ", which ...", " - ..."
  bool gives_reason(std::size_t at) const {
    static const std::array kWords{lexicon_.symbol("because"), lexicon_.symbol("since"), lexicon_.symbol("as"),
                                   lexicon_.symbol("which"),   lexicon_.symbol("where"), lexicon_.symbol("-")};
    if (page_.tokens[at].symbol == lexicon_.comma()) ++at;
    return at < page_.tokens.size() && std::ranges::find(kWords, page_.tokens[at].symbol) != kWords.end();
  }

  std::optional<Event> asserted(const TextMatch& text, Range sentence) const {
    static const Pattern kSentence{.act = Act::kLean, .left = {}, .right = {}, .name = "sentence"};
    if (lexicon_.is(page_.tokens[sentence.begin].symbol, Act::kProposes)) return std::nullopt;
    const std::size_t behind = text.last + 1;
    const bool ends =
        behind == sentence.end || page_.tokens[behind].sort == Sort::kClose || (text.has_words && gives_reason(behind));
    std::size_t begin = text.first;
    while (begin > sentence.begin && page_.matcher.filler(begin - 1)) --begin;
    const bool subject = text.has_words && begin == sentence.begin && behind < sentence.end &&
                         (leads_on(behind) || lexicon_.is(page_.tokens[behind].symbol, Act::kStands));
    const std::size_t is = predicate(text.first);
    const bool predicated = is < text.first;
    if (!subject && !(ends && (predicated || text.has_words))) return std::nullopt;
    const std::size_t subject_end = predicated ? is - std::min(is, kVerb) : sentence.begin;
    const Range claim{std::max(sentence.begin, subject_end), sentence.end};
    const Range asked{sentence.begin, std::min(sentence.end + 1, page_.tokens.size())};
    if (has(claim, Act::kNegates, text) || has(asked, Act::kHedges, text) || has(claim, Act::kWrong, text))
      return std::nullopt;
    return Event{.kind = Event::kAsserted,
                 .rank = 1,
                 .rule = Rule::kConclusion,
                 .frame = &kSentence,
                 .first = sentence.begin,
                 .past = sentence.end,
                 .labels = {text.first},
                 .slots = {text.slot},
                 .pasts = {behind}};
  }

  const Page& page_;
  const Lexicon& lexicon_ = Lexicon::get();
  Range response_;
};

}  // namespace

std::optional<Event> conclusion(const Page& page) {
  const Sentences sentences(page);
  auto first = sentences.first();
  return first ? std::move(first) : sentences.last();
}

}  // namespace brink::robust
