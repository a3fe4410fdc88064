// Profile `verdict`: a label in double square brackets, the form in which judges are asked to answer.
#include <algorithm>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/refusal.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

constexpr std::size_t kLongestLabel = 32;

struct Verdict {
  std::string_view label;
  std::size_t at;  // byte of the label
};

// Every "[[label]]", in order.
std::vector<Verdict> verdicts(std::string_view text) {
  constexpr std::string_view kOpen = "[[", kClose = "]]";
  std::vector<Verdict> out;
  for (std::size_t open = text.find(kOpen); open != text.npos; open = text.find(kOpen, open + 1)) {
    const std::size_t begin = open + kOpen.size();
    const std::size_t close = text.substr(begin, kLongestLabel + kClose.size()).find(kClose);
    if (close == text.npos) continue;
    const std::string_view label = trim(text.substr(begin, close));
    if (!label.empty()) out.push_back({label, static_cast<std::size_t>(label.data() - text.data())});
  }
  return out;
}

// Place of a label, or the number of labels when it is none of the item's.
int place_of(std::string_view label, const ReadInput& input) {
  if (input.labels)
    return static_cast<int>(std::find(input.labels->begin(), input.labels->end(), label) - input.labels->begin());
  const bool letter = label.size() == 1 && label[0] >= 'A' && label[0] < 'A' + input.n_options;
  return letter ? label[0] - 'A' : input.n_options;
}

int n_places(const ReadInput& input) { return input.labels ? static_cast<int>(input.labels->size()) : input.n_options; }

}  // namespace

Reading read_verdict(const ReadInput& input) {
  const scan::ValidText valid(input.text);
  const std::string_view text = valid.view();
  const Channels channels = split_channels(text, input.prompt_tail);
  Reading reading;
  reading.unfinished = channels.unfinished;
  reading.has_thinking = channels.has_thinking;
  reading.n_chars = static_cast<int>(count_code_points(text));

  const bool cut = input.finish == Finish::kLength || input.finish == Finish::kContext;
  std::size_t counted = 0;
  int pos = 0;
  for (const Verdict& verdict : verdicts(text)) {
    pos += static_cast<int>(count_code_points(text.substr(counted, verdict.at - counted)));
    counted = verdict.at;
    const int place = place_of(verdict.label, input);
    if (place == n_places(input)) continue;
    reading.mentions.push_back({static_cast<char>('A' + place), pos, static_cast<int>(verdict.at), 1, "mention"});
  }
  const std::vector<Verdict> said = verdicts(channels.response);
  if (cut && channels.unfinished) {
    reading.status = Status::kTruncatedInReasoning;
  } else if (!said.empty()) {
    const int place = place_of(said.back().label, input);
    const bool known = place < n_places(input);
    reading.status = known ? Status::kOk : Status::kOutOfRange;
    reading.rule = known ? 1 : 0;
    if (known) {
      reading.slot = place;
      reading.letter = static_cast<char>('A' + place);
      reading.pos = reading.mentions.back().pos;
    }
  } else if (cut) {
    reading.status = Status::kTruncated;
  } else {
    reading.status = opens_with_refusal(channels.response) ? Status::kRefused : Status::kNoAnswer;
  }
  reading.trajectory = trajectory_of(reading.mentions, reading.slot ? reading.letter : std::nullopt, reading.n_chars);
  return reading;
}

}  // namespace brink
