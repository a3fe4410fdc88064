// Any bytes as a model's text: the readings hold together.
#include "brink/extract/reading.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/text.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(std::string_view text, int n_options, std::string_view prompt_tail, std::optional<brink::Finish> finish) {
  const brink::ReadInput input{.text = text, .n_options = n_options, .prompt_tail = prompt_tail, .finish = finish};
  const brink::Reading reading = brink::read_paper(input);
  const std::string valid = brink::to_valid_utf8(text);

  int previous = -1;
  for (const brink::Mention& m : reading.mentions) {
    require(m.pos > previous && m.pos < reading.n_chars);
    require(m.byte >= m.pos && static_cast<std::size_t>(m.byte) < valid.size());
    require(brink::count_code_points(std::string_view(valid).substr(0, static_cast<std::size_t>(m.byte))) ==
            static_cast<std::size_t>(m.pos));
    require(m.letter >= 'A' && m.letter < 'A' + n_options && m.pattern >= 1 && m.pattern <= 9);
    previous = m.pos;
  }
  require(reading.slot.has_value() == (reading.status == brink::Status::kOk));
  require(!reading.slot || (*reading.slot >= 0 && *reading.slot < n_options));
  require(reading.pos < reading.n_chars);

  const brink::Reading again = brink::read_paper(input);
  require(again.status == reading.status && again.pos == reading.pos && again.mentions == reading.mentions);
  const brink::Channels channels = brink::split_channels(text, prompt_tail);
  require(channels.thinking.size() + channels.response.size() <= text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const int n_options = 2 + data[0] % 25;
  const bool cut = (data[1] & 1) != 0;
  const std::size_t tail = (data[1] & 2) != 0 ? text.size() / 2 : 0;
  check(text.substr(tail), n_options, text.substr(0, tail), cut ? std::optional(brink::Finish::kLength) : std::nullopt);
  return 0;
}
