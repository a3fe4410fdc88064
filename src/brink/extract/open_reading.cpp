#include "brink/extract/open_reading.h"

#include <algorithm>

#include "brink/base/text.h"
#include "brink/extract/refusal.h"

namespace brink {
namespace {

constexpr int kUnframed = 4;
constexpr std::string_view kAround = " \t\r\n*_`$\"'.,:;!?()[]{}";

std::string_view last_line(std::string_view text) {
  text = trim(text);
  const std::size_t at = text.find_last_of('\n');
  return at == text.npos ? text : text.substr(at + 1);
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

Reading open_reading(std::string_view text, const Channels& channels) {
  Reading reading;
  reading.unfinished = channels.unfinished;
  reading.has_thinking = channels.has_thinking;
  reading.n_chars = static_cast<int>(count_code_points(text));
  reading.trajectory = trajectory_of({}, std::nullopt, reading.n_chars);
  return reading;
}

void judge_open(Reading& reading, const std::optional<OpenAnswer>& answer, std::string_view text,
                const ReadInput& input, const Channels& channels) {
  const bool cut = is_cut(input.finish);
  if (answer) {
    const auto points = [&](std::size_t byte) { return static_cast<int>(count_code_points(text.substr(0, byte))); };
    reading.answer = answer->value;
    reading.rule = answer->rule;
    reading.rule_name = answer->rule_name;
    reading.raw = text.substr(answer->begin, answer->end - answer->begin);
    reading.span = {points(answer->begin), points(answer->end), static_cast<int>(answer->begin),
                    static_cast<int>(answer->end)};
    reading.pos = reading.span.pos;
  }
  const bool counts = answer && !(cut && (answer->rule == kUnframed || answer->end == text.size()));
  if (cut && channels.unfinished)
    reading.status = Status::kTruncatedInReasoning;
  else if (counts)
    reading.status = Status::kOk;
  else if (cut)
    reading.status = Status::kTruncated;
  else
    reading.status = opens_with_refusal(channels.response) ? Status::kRefused : Status::kNoAnswer;
}

std::string normal_words(std::string_view text) {
  std::string out;
  for (const char c : lower(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (c == '*' || c == '`') continue;
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  const std::size_t from = std::min(out.find_first_not_of(kAround), out.size());
  out = out.substr(from, out.find_last_not_of(kAround) + 1 - from);
  for (const std::string_view article : {"the ", "a ", "an "})
    if (out.starts_with(article)) return out.substr(article.size());
  return out;
}

std::optional<OpenAnswer> read_words(std::string_view text) {
  const std::string low = lower(text);
  std::size_t begin = std::string::npos;
  int rule = 0;
  std::string_view name;
  const auto behind = [&](std::string_view mark, int number, std::string_view rule_name) {
    const std::size_t at = low.rfind(mark);
    if (rule > 0 || at == std::string::npos) return;
    begin = at + mark.size();
    rule = number;
    name = rule_name;
  };
  behind("####", 1, "hash_mark");
  behind("answer is", 3, "answer_frame");
  behind("answer:", 3, "answer_frame");
  std::string_view span;
  if (rule > 0) {
    span = trim(text.substr(begin));
    span = span.substr(0, span.find('\n'));
  } else {
    span = last_line(text);
    rule = kUnframed;
    name = "last_line";
  }
  std::string value = normal_words(span);
  if (value.empty()) return std::nullopt;
  begin = static_cast<std::size_t>(span.data() - text.data());
  return OpenAnswer{std::move(value), begin, begin + span.size(), rule, name};
}

}  // namespace brink
