// Any bytes as a model's text, through every profile: the readings hold together.
#include "brink/extract/reading.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "brink/base/text.h"
#include "brink/extract/rules.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Code points before each byte of a text.
class Points {
 public:
  explicit Points(std::string_view text) : before_(text.size() + 1) {
    for (std::size_t i = 0; i < text.size(); ++i)
      before_[i + 1] = before_[i] + ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U ? 1 : 0);
  }
  int before(int byte) const { return before_.at(static_cast<std::size_t>(byte)); }
  int n_bytes() const { return static_cast<int>(before_.size()) - 1; }

 private:
  std::vector<int> before_;
};

void check_span(const brink::Span& span, const Points& points) {
  if (span.pos < 0) return;
  require(span.byte >= 0 && span.byte < span.byte_end && span.byte_end <= points.n_bytes());
  require(points.before(span.byte) == span.pos && points.before(span.byte_end) == span.pos_end);
}

void check_mentions(const brink::Reading& reading, const Points& points, int n_options) {
  int previous = -1;
  for (const brink::Mention& m : reading.mentions) {
    require(m.pos > previous && m.pos < reading.n_chars);
    require(m.byte >= m.pos && m.byte < points.n_bytes());
    require(points.before(m.byte) == m.pos);
    require(m.letter >= 'A' && m.letter < 'A' + n_options);
    if (m.pos_end >= 0) check_span({m.pos, m.pos_end, m.byte, m.byte_end}, points);
    previous = m.pos;
  }
}

void check(const brink::Profile& profile, const brink::ReadInput& input) {
  const brink::Reading reading = profile.read(input);
  const Points points(brink::to_valid_utf8(input.text));
  check_mentions(reading, points, input.n_options);
  check_span(reading.span, points);
  require(reading.slot.has_value() == (reading.status == brink::Status::kOk));
  require(!reading.slot || (*reading.slot >= 0 && *reading.slot < input.n_options));
  require(!reading.slot || reading.letter == 'A' + *reading.slot);
  require(reading.pos < reading.n_chars);
  require(reading.status != brink::Status::kError);

  if (input.text.size() % 16 != 0) return;  // reading twice costs as much as the rest
  const brink::Reading again = profile.read(input);
  require(again.status == reading.status && again.pos == reading.pos && again.mentions == reading.mentions);
}

}  // namespace

// Two bytes say how the rest is read: how many options; cut, prompt, labels, options, channels apart.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const int n_options = 2 + data[0] % 25;
  const auto bit = [&](int i) { return (data[1] >> i & 1) != 0; };
  const std::size_t tail = bit(1) ? text.size() / 2 : 0;
  brink::ReadInput input{.text = text.substr(tail), .n_options = n_options, .prompt_tail = text.substr(0, tail)};
  if (bit(0)) input.finish = brink::Finish::kLength;
  std::vector<std::string> labels, options;
  for (int i = 0; i < n_options; ++i) {
    labels.push_back(bit(3) ? std::to_string(i + 1) : std::string(1, static_cast<char>('a' + i)));
    // Options that are pieces of the text itself.
    const std::size_t piece = input.text.size() / static_cast<std::size_t>(n_options + 1);
    options.emplace_back(input.text.substr(piece * static_cast<std::size_t>(i), piece));
  }
  if (bit(2)) input.labels = labels;
  if (bit(4)) input.options = options;
  if (bit(5)) input.n_thinking_bytes = input.text.size() / 3;
  for (const brink::Profile* profile : brink::profiles()) check(*profile, input);

  const brink::Channels channels = brink::channels_of(brink::to_valid_utf8(input.text), input);
  if (!input.n_thinking_bytes) require(channels.thinking.size() + channels.response.size() <= 3 * text.size());
  return 0;
}
