#include <utility>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/refusal.h"
#include "brink/extract/scan.h"

namespace brink {
namespace {

constexpr int kNLetters = 26;
constexpr int kEndOfText = 4;  // the pattern that reads a letter where the text ends

bool is_cut(const std::optional<Finish>& finish) { return finish == Finish::kLength || finish == Finish::kContext; }

// Sets status, and the letter and its place where something was read.
void judge(Reading& reading, std::string_view text, const ReadInput& input, const Channels& channels) {
  const bool cut = is_cut(input.finish);
  const auto counts = [&](const std::optional<Final>& found) {
    return found && !(cut && found->pattern == kEndOfText);
  };
  const auto take = [&](const Final& found) {
    reading.letter = found.letter;
    reading.pos = found.letter_pos;
  };

  const auto found = paper_final(text, input.n_options);
  if (found) {
    take(*found);
    reading.rule = found->pattern;
  }
  if (cut && channels.unfinished) {
    reading.status = Status::kTruncatedInReasoning;
  } else if (counts(found)) {
    reading.status = Status::kOk;
    reading.slot = found->letter - 'A';
  } else if (const auto beyond = found ? std::nullopt : paper_final(text, kNLetters); counts(beyond)) {
    take(*beyond);
    reading.status = Status::kOutOfRange;
  } else if (cut) {
    reading.status = Status::kTruncated;
  } else {
    reading.status = opens_with_refusal(channels.response) ? Status::kRefused : Status::kNoAnswer;
  }
}

}  // namespace

Trajectory trajectory_of(const std::vector<Mention>& mentions, std::optional<char> final, int length) {
  std::vector<stats::MentionAt> at;
  at.reserve(mentions.size());
  for (const Mention& m : mentions) at.push_back({m.letter, static_cast<double>(m.pos)});
  return stats::trajectory(at, length, final);
}

Reading read_paper(const ReadInput& input) {
  const scan::ValidText valid(input.text);
  const std::string_view text = valid.view();
  const Channels channels = channels_of(text, input);
  Reading reading;
  reading.unfinished = channels.unfinished;
  reading.has_thinking = channels.has_thinking;
  reading.n_chars = static_cast<int>(count_code_points(text));
  judge(reading, text, input, channels);
  reading.mentions = paper_mentions(text, input.n_options);
  const auto graded = reading.status == Status::kOk ? reading.letter : std::nullopt;
  reading.trajectory = trajectory_of(reading.mentions, graded, reading.n_chars);
  return reading;
}

Reading failed_reading(std::string message) {
  Reading reading;
  reading.status = Status::kError;
  reading.trajectory = trajectory_of({}, std::nullopt, 0);
  reading.note = std::move(message);
  return reading;
}

ThinkSplit paper_think_split(std::string_view text) {
  constexpr std::string_view kOpen = "<think>", kClose = "</think>";
  const std::size_t open = text.find(kOpen);
  const std::size_t close = open == text.npos ? open : text.find(kClose, open + kOpen.size());
  if (close == text.npos) return {{}, text, false};
  const std::size_t begin = open + kOpen.size();
  return {text.substr(begin, close - begin), text.substr(close + kClose.size()), true};
}

}  // namespace brink
