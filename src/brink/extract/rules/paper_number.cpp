// Profile `paper` on questions whose answer is a number: the last one behind the last "####", else of the whole text.
#include "brink/base/text.h"
#include "brink/extract/numbers.h"
#include "brink/extract/open_reading.h"
#include "brink/extract/scan.h"

namespace brink {

Reading read_paper_open(const ReadInput& input) {
  const scan::ValidText valid(input.text);
  const std::string_view text = valid.view();
  const Channels channels = channels_of(text, input);
  Reading reading = open_reading(text, channels);
  if (input.ask == Ask::kText) {
    judge_open(reading, read_words(text), text, input, channels);
    return reading;
  }

  constexpr std::string_view kMark = "####";
  const std::size_t mark = text.rfind(kMark);
  const std::size_t from = mark == text.npos ? 0 : mark + kMark.size();
  const std::vector<NumberAt> numbers = paper_numbers(text.substr(from));
  std::optional<OpenAnswer> answer;
  if (!numbers.empty()) {
    const NumberAt& last = numbers.back();
    answer = {last.value.text, from + last.begin, from + last.end, mark == text.npos ? 4 : 1,
              mark == text.npos ? "last_number" : "hash_mark"};
  }
  judge_open(reading, answer, text, input, channels);
  return reading;
}

}  // namespace brink
