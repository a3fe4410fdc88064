#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "brink/extract/reading.h"

namespace brink {

/// What a text gives as the answer to a question without options.
struct OpenAnswer {
  std::string value;               // a number in Decimal's spelling, or words as normal_words() has them
  std::size_t begin = 0, end = 0;  // bytes of the text
  int rule = 0;                    // 1 "####", 2 \boxed, 3 answer frame, 4 without any
  std::string_view rule_name;
};

/// ASCII capitals as small letters; places stay.
std::string lower(std::string_view text);

/// A reading with what a text has whatever it answers.
Reading open_reading(std::string_view text, const Channels& channels);

/// Sets status, and the answer with its place. Of a text cut by a limit an answer without a frame counts as none, and
/// so does one at its very end, which may go on.
void judge_open(Reading& reading, const std::optional<OpenAnswer>& answer, std::string_view text,
                const ReadInput& input, const Channels& channels);

/// The words behind the last "####" or "answer is", else those of the last line that has any.
std::optional<OpenAnswer> read_words(std::string_view text);

/// Lower case, single spaces, no markup or punctuation at the ends, no article in front: how texts are compared.
std::string normal_words(std::string_view text);

}  // namespace brink
