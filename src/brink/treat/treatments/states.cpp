#include <algorithm>
#include <cmath>

#include "brink/base/text.h"
#include "brink/treat/treatment.h"

namespace brink {
namespace {

// Tokens that end at or before a byte; nothing where that is none, or where the tokens do not spell the text so far.
std::optional<int> tokens_before(const Borders& borders, std::size_t byte) {
  const int n = borders.at_byte(byte);
  if (n == 0 || (n == borders.n_tokens() && borders.byte(n) < byte)) return std::nullopt;
  return n;
}

std::optional<std::size_t> end_of_thinking(const Completion& completion) {
  Channels channels = split_channels(completion.text, completion.rendered_prompt);
  auto& pieces = channels.pieces;
  if (channels.unfinished && !pieces.empty() && pieces.back().end == completion.text.size()) pieces.pop_back();
  const auto last = std::find_if(pieces.rbegin(), pieces.rend(), [](const auto& piece) { return piece.thinking; });
  if (last == pieces.rend()) return std::nullopt;
  if (trim(std::string_view(completion.text).substr(last->begin, last->end - last->begin)).empty()) return std::nullopt;
  return last->end;
}

std::size_t byte_of(std::string_view text, int n_code_points) {
  std::size_t byte = 0;
  for (int left = n_code_points; byte < text.size(); ++byte)
    if ((static_cast<unsigned char>(text[byte]) & 0xC0U) != 0x80U && left-- == 0) break;
  return byte;
}

// Where the letter of the stated answer begins, when a frame leads up to it.
std::optional<std::size_t> answer_letter(const Reading& reading, std::string_view text) {
  if (reading.status != Status::kOk || reading.pos < 0) return std::nullopt;
  const std::size_t letter = byte_of(text, reading.pos);
  const bool paper = reading.rule_name.empty() && reading.rule >= 1 && reading.rule <= 3;
  const bool robust =
      !reading.frame.empty() && reading.span.byte >= 0 && static_cast<std::size_t>(reading.span.byte) < letter;
  return paper || robust ? std::optional(letter) : std::nullopt;
}

// Tokens of the completion that are read up to a point of it; nothing where it has no such point.
std::optional<int> place(std::string_view point, const Parent& parent) {
  const int n = static_cast<int>(parent.completion.tokens.size());
  if (n == 0) return std::nullopt;
  if (point == "first_output") return 1;
  if (point == "last_output") return n;
  if (const auto share = fraction_of(point)) return static_cast<int>(std::lround(*share * n));
  const auto byte = point == "last_think"               ? end_of_thinking(parent.completion)
                    : point == "after_answer_delimiter" ? answer_letter(parent.reading, parent.completion.text)
                                                        : std::nullopt;
  return byte ? tokens_before(parent.borders, *byte) : std::nullopt;
}

bool has_all(const Completion& completion, const std::vector<Site>& sites) {
  return std::ranges::all_of(sites, [&](const Site& site) {
    return std::ranges::find(completion.states, site, &State::site) != completion.states.end();
  });
}

// A record without the states of its input, made before they were asked for, gets them all at last_prompt.
std::vector<FollowUp> states(const TreatmentSpec& spec, const Parent& parent) {
  std::vector<FollowUp> out;
  const PlannedStates& wanted = parent.configuration.states;
  const std::vector<Site>& of_input = parent.configuration.common.captures;
  if (!has_all(parent.completion, of_input)) {
    out.push_back(parent.read(spec.name, std::string(kLastPrompt), 0));
    out.back().request.captures = of_input;
  }
  for (const std::string& point : wanted.points)
    if (const auto n_tokens = place(point, parent)) {
      out.push_back(parent.read(spec.name, point, *n_tokens));
      out.back().request.captures = wanted.sites;
    }
  return out;
}

}  // namespace

extern const Treatment kStatesOfModel{
    .name = kStates,
    .summary = "Hidden states at points of the answer; asked for by the table [states], not in `treatments`.",
    .source = "Intention Collapse, sec. 7",
    .follow_ups = states,
    .most =
        [](const TreatmentSpec&, const PlannedConfiguration& of) {
          const auto later = std::ranges::count_if(
              of.states.points, [](const std::string& point) { return point != kLastPrompt && point != kMeanPrompt; });
          return MostFollowUps{static_cast<int>(later), false, 0};
        },
};

}  // namespace brink
