#include "brink/model/stop.h"

#include <algorithm>

namespace brink {
namespace {

constexpr std::string_view kFrame = "answer is ";
constexpr std::size_t kLongestAnswer = kFrame.size() + 8;  // "**(X)**" after the frame, with room

// End of "(X)" when `tail` begins with it, asterisks allowed around; 0 otherwise.
std::size_t bracketed_letter(std::string_view tail) {
  std::size_t i = 0;
  while (i < 2 && i < tail.size() && tail[i] == '*') ++i;
  if (i + 2 >= tail.size() || tail[i] != '(' || tail[i + 1] < 'A' || tail[i + 1] > 'Z' || tail[i + 2] != ')') return 0;
  return i + 3;
}

bool inside_open_thinking(std::string_view text) {
  const std::size_t open = text.rfind("<think>");
  const std::size_t close = text.rfind("</think>");
  return open != std::string_view::npos && (close == std::string_view::npos || close < open);
}

}  // namespace

std::optional<StopMatcher::Hit> StopMatcher::check(std::string_view text) {
  std::size_t longest = decoding_.stop_at_answer ? kLongestAnswer : 1;
  for (const std::string& s : decoding_.stop) longest = std::max(longest, s.size());
  const std::size_t from = seen_ < longest ? 0 : seen_ - longest + 1;
  seen_ = text.size();

  std::optional<Hit> best;
  const auto offer = [&](Finish finish, std::size_t size) {
    if (!best || size < best->text_size) best = Hit{finish, size};
  };
  for (const std::string& s : decoding_.stop)
    if (const std::size_t at = s.empty() ? std::string_view::npos : text.find(s, from); at != std::string_view::npos)
      offer(Finish::kStopString, at);
  if (decoding_.stop_at_answer) {
    for (std::size_t at = text.find(kFrame, from); at != std::string_view::npos; at = text.find(kFrame, at + 1)) {
      const std::size_t after = at + kFrame.size();
      const std::size_t end = bracketed_letter(text.substr(after));
      if (end > 0 && !inside_open_thinking(text.substr(0, at))) offer(Finish::kAnswer, after + end);
    }
  }
  return best;
}

}  // namespace brink
