// Profile `robust` on questions without options: the answer where it is said to be one, else the conclusion's number.
#include <algorithm>
#include <array>
#include <utility>

#include "brink/extract/numbers.h"
#include "brink/extract/open_reading.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

using Place = std::size_t;
constexpr std::string_view kMarkup = " \t*_`~>([{";  // what may stand between a frame and its number

/// "not 5", "it isn't 5", "rather than 5": what stands before a number that is none.
bool is_denied(std::string_view text, Place at) {
  constexpr Place kLongest = 24;
  std::string before = lower(text.substr(at - std::min(at, kLongest), std::min(at, kLongest)));
  while (!before.empty() && (kMarkup.find(before.back()) != kMarkup.npos || before.back() == '$')) before.pop_back();
  if (before.ends_with("\u2260")) return true;
  if (before.ends_with(" be")) before.resize(before.size() - 3);
  static constexpr std::array<std::string_view, 6> kDenials{"n't",   "n\u2019t",    "cannot",
                                                            "never", "rather than", "instead of"};
  return before == "not" || before.ends_with(" not") || before.ends_with("(not") ||
         std::ranges::any_of(kDenials, [&](std::string_view word) { return before.ends_with(word); });
}

/// Those that are not denied.
std::vector<NumberAt> stated_numbers(std::string_view whole, Place begin, Place end) {
  std::vector<NumberAt> out = numbers_in(whole.substr(begin, end - begin));
  for (NumberAt& n : out) {
    n.begin += begin;
    n.end += begin;
  }
  std::erase_if(out, [&](const NumberAt& n) { return is_denied(whole, n.begin); });
  return out;
}

/// A part of the text with its numbers; places are of the whole text.
struct Span {
  std::string_view whole;
  Place begin, end;

  std::string_view text() const { return whole.substr(begin, end - begin); }
  Span from(Place at) const { return {whole, at, end}; }
  std::vector<NumberAt> numbers() const { return stated_numbers(whole, begin, end); }
};

/// Models that go on write themselves another problem: what stands before its heading is the answer to ours.
Place before_next_problem(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kHeadings{
      "\nproblem:", "\nquestion:", "\nq:", "\nhuman:", "\nuser:"};
  const std::string low = lower(text);
  Place out = text.size();
  for (const std::string_view heading : kHeadings)
    if (const Place at = low.find(heading); at != std::string::npos && !numbers_in(text.substr(0, at)).empty())
      out = std::min(out, at);
  return out;
}

Place line_end(std::string_view text, Place at) { return std::min(text.find('\n', at), text.size()); }

/// Behind the sentence that begins at `at`: ". " and the like, and the end of the line.
Place sentence_end(std::string_view text, Place at) {
  const Place end = line_end(text, at);
  for (; at < end; ++at) {
    const bool stop = text[at] == '.' || text[at] == '!' || text[at] == '?';
    if (stop && (at + 1 >= end || text[at + 1] == ' ')) return at + 1;
  }
  return end;
}

/// Whether one number follows the other behind an operator: "5+3", "10 - 3", "2**10".
bool are_operands(std::string_view text, const NumberAt& first, const NumberAt& second) {
  std::string_view between = text.substr(first.end, second.begin - first.end);
  while (between.starts_with(' ')) between.remove_prefix(1);
  while (between.ends_with(' ')) between.remove_suffix(1);
  static constexpr std::array<std::string_view, 10> kOperators{"+", "-",  "*",      "/",      "x",
                                                               "^", "**", "\u2212", "\u00D7", "\u00B7"};
  const bool raised = static_cast<unsigned char>(text[second.begin]) >= 0x80;  // "5²"
  return std::ranges::find(kOperators, between) != kOperators.end() ||
         (between.empty() && (raised || text[second.begin] == '-'));
}

/// "5+3+3": a sum that was never worked out.
bool is_expression(const Span& span) {
  const std::vector<NumberAt> numbers = span.numbers();
  return numbers.size() > 1 && span.text().find('=') == std::string_view::npos &&
         are_operands(span.whole, numbers[0], numbers[1]);
}

/// "2 + 3 = 5": what stands behind the last "=" of a span, where a number does.
std::optional<NumberAt> behind_equals(const Span& span) {
  const Place at = span.text().rfind('=');
  if (at == std::string_view::npos) return std::nullopt;
  const std::vector<NumberAt> numbers = span.from(span.begin + at + 1).numbers();
  return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

/// "the 3 friends", "each of 4": a number that is given, not found.
bool is_given(std::string_view text, Place at) {
  constexpr Place kLongest = 8;
  const std::string before = lower(text.substr(at - std::min(at, kLongest), std::min(at, kLongest)));
  for (const std::string_view word : {" the ", " these ", " those ", " all ", " each ", " every ", " of the ", " per "})
    if (before.ends_with(word)) return true;
  return false;
}

/// The number of a sentence that says the result in words: bold, behind "=", or the last that is no given one, of what
/// follows the last "so", "therefore", ...
std::optional<NumberAt> concluded(Span span) {
  const std::string low = " " + lower(span.text());
  Place from = 0;
  for (const std::string_view word : {" so ", " so, ", " therefore", " thus", " hence", " in total"}) {
    const Place at = low.rfind(word);
    if (at == std::string::npos || span.from(span.begin + at).numbers().empty()) continue;
    from = std::max(from, at);
  }
  span.begin += from;
  const std::vector<NumberAt> numbers = span.numbers();
  if (numbers.empty()) return std::nullopt;
  const auto bold = std::find_if(numbers.rbegin(), numbers.rend(), [&](const NumberAt& n) {
    return n.begin >= 2 && span.whole.substr(n.begin - 2, 2) == "**";
  });
  if (bold != numbers.rend()) return *bold;
  if (const auto result = behind_equals(span)) return result;
  const auto found =
      std::find_if(numbers.rbegin(), numbers.rend(), [&](const NumberAt& n) { return !is_given(span.whole, n.begin); });
  const NumberAt& last = found == numbers.rend() ? numbers.back() : *found;
  for (const NumberAt& n : numbers)
    if (n.end <= last.begin && are_operands(span.whole, n, last)) return std::nullopt;  // "we get 5+3+3"
  return last;
}

/// Whether "1. Add the rest" or "2) ..." stands there: the number of a step.
bool is_list_number(std::string_view text, const NumberAt& number) {
  const std::string_view rest = text.substr(number.end);
  return rest.size() > 2 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' ' && rest[2] != '\n';
}

/// "- 5" and "\u20135": a sign that does not touch its number, or is a dash.
bool is_minus(std::string_view lead) {
  while (lead.ends_with(' ')) lead.remove_suffix(1);
  return lead == "-" || lead == "\u2013" || lead == "\u2212";
}

/// The number that a frame leads to.
std::optional<NumberAt> framed(const Span& span) {
  const std::vector<NumberAt> numbers = span.numbers();
  if (numbers.empty()) return std::nullopt;
  const std::string_view lead = span.whole.substr(span.begin, numbers.front().begin - span.begin);
  if (lead.find("\\frac") != std::string_view::npos) return std::nullopt;  // of something that is no number
  if (const Place sign = lead.find_first_not_of(kMarkup); sign != std::string_view::npos) {
    if (!is_minus(lead.substr(sign))) return concluded(span);
    NumberAt number = numbers.front();
    negate(number.value);
    return number;
  }
  // An equation gives its result; words behind the number are its unit.
  const std::string_view behind = span.whole.substr(numbers.front().end, span.end - numbers.front().end);
  const Place operation = behind.find_first_not_of(" )]}*");
  const bool computes = operation != std::string_view::npos &&
                        std::string_view("+-*/x=%").find(behind[operation]) != std::string_view::npos;
  if (computes)
    if (const auto result = behind_equals(span)) return result;
  return numbers.front();
}

std::optional<OpenAnswer> as_answer(const std::optional<NumberAt>& number, int rule, std::string_view name) {
  if (!number) return std::nullopt;
  return OpenAnswer{number->value.text, number->begin, number->end, rule, name};
}

std::optional<OpenAnswer> hash_mark(std::string_view text) {
  constexpr std::string_view kMark = "####";
  const Place last_line = text.rfind('\n');
  Place next = text.size();  // where a later mark begins: none looks beyond it
  for (Place at = text.rfind(kMark); at != text.npos; at = at > 0 ? text.rfind(kMark, at - 1) : text.npos) {
    if (at + kMark.size() > next) continue;  // "#####"
    const Span span{text, at + kMark.size(), line_end(text.substr(0, next), at)};
    next = at;
    if (is_expression(span)) return OpenAnswer{};
    const auto number = framed(span);
    // "#### 2. Add up" and "#### Step 2" are headings.
    const bool at_once = number && text.substr(span.begin, number->begin - span.begin).find_first_not_of(kMarkup) ==
                                       std::string_view::npos;
    const bool of_answer = lower(span.text()).find("answer") != std::string::npos;
    if (number && (at_once || of_answer || last_line == text.npos || last_line < at) && !is_list_number(text, *number))
      return as_answer(number, 1, "hash_mark");
  }
  return std::nullopt;
}

std::optional<OpenAnswer> boxed(std::string_view text) {
  constexpr std::string_view kBox = "\\boxed{";
  const Place at = text.rfind(kBox);
  if (at == text.npos) return std::nullopt;
  Place end = at + kBox.size();
  for (int depth = 1; end < text.size(); ++end) {
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
    if (depth == 0) break;
  }
  return as_answer(framed({text, at + kBox.size(), end}), 2, "boxed");
}

/// Behind "answer" and, with nothing but a few words in brackets between, "is", ":" or "=".
std::optional<Place> behind_frame(std::string_view low, Place answer) {
  Place at = answer + std::string_view("answer").size();
  const auto skip = [&] {
    while (at < low.size() && (low[at] == ' ' || low[at] == '*' || low[at] == '_')) ++at;
  };
  skip();
  constexpr Place kRemark = 64;
  if (at < low.size() && low[at] == '(') {
    const Place close = low.substr(at, kRemark).find(')');
    if (close != low.npos) at += close + 1;
  }
  skip();
  for (const std::string_view verb : {"is", "would be", "will be", "must be", "was", "="})
    if (low.substr(std::min(at, low.size())).starts_with(verb)) {
      at += verb.size();
      skip();
      if (at < low.size() && low[at] == ':') ++at;
      return at;
    }
  if (at < low.size() && low[at] == ':') return at + 1;
  return std::nullopt;
}

/// The last line that has a number, and of it the last such sentence.
std::optional<OpenAnswer> unframed(std::string_view text) {
  const std::vector<NumberAt> numbers = stated_numbers(text, 0, text.size());
  if (numbers.empty()) return std::nullopt;
  Place begin = text.rfind('\n', numbers.back().begin);
  begin = begin == text.npos ? 0 : begin + 1;
  for (Place next = sentence_end(text, begin); next <= numbers.back().begin; next = sentence_end(text, begin))
    begin = std::max(next, begin + 1);
  return as_answer(concluded({text, begin, line_end(text, begin)}), 4, "last_number");
}

/// Empty where what stands there is no number yet.
std::optional<OpenAnswer> answer_frame(std::string_view text) {
  const std::string low = lower(text);
  Place next = low.size();  // where a later frame begins: none looks beyond it
  for (Place at = low.rfind("answer"); at != std::string::npos; at = at > 0 ? low.rfind("answer", at - 1) : low.npos) {
    const auto begin = behind_frame(low, at);
    if (!begin) continue;
    const std::string_view own = text.substr(0, std::exchange(next, at));
    // Where the line ends behind the frame, the answer is worked out below it.
    const Place first = std::min(own.find_first_not_of(" \t\r\n*_", *begin), own.size());
    const bool below = line_end(own, *begin) < first;
    if (below && own.find('\n', first) != own.npos) {
      auto answer = unframed(own.substr(first));
      if (!answer) continue;
      return OpenAnswer{std::move(answer->value), answer->begin + first, answer->end + first, 3, "answer_frame"};
    }
    const Span span{text, first, sentence_end(own, first)};
    if (is_expression(span)) return OpenAnswer{};
    if (low.substr(first, 4) == "not ") continue;
    if (const auto number = framed(span)) return as_answer(number, 3, "answer_frame");
  }
  return std::nullopt;
}

std::optional<OpenAnswer> answer_of(std::string_view part, Ask ask) {
  if (ask == Ask::kText) return read_words(part);
  part = part.substr(0, before_next_problem(part));
  for (const auto read : {hash_mark, boxed, answer_frame, unframed})
    if (const auto answer = read(part)) return answer->value.empty() ? std::nullopt : answer;
  return std::nullopt;
}

}  // namespace

Reading read_robust_open(const ReadInput& input) {
  const scan::ValidText valid(input.text);
  const std::string_view text = valid.view();
  const Channels channels = channels_of(text, input);
  Reading reading = open_reading(text, channels);
  // Channels are made of pieces of the text; what is read stands in the last piece of its kind that has an answer.
  std::optional<OpenAnswer> answer;
  for (const bool thinking : {false, true}) {
    for (auto piece = channels.pieces.rbegin(); piece != channels.pieces.rend() && !answer; ++piece) {
      if (piece->thinking != thinking) continue;
      answer = answer_of(text.substr(piece->begin, piece->end - piece->begin), input.ask);
      if (!answer) continue;
      answer->begin += piece->begin;
      answer->end += piece->begin;
      if (thinking) reading.flags.emplace_back("from_thinking");
    }
    const bool says_no_more = is_cut(input.finish) && !channels.unfinished;
    if (answer || says_no_more) break;
  }
  judge_open(reading, answer, text, input, channels);
  return reading;
}

}  // namespace brink
