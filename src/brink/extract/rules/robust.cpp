// Profile robust: tokens -> events -> decision -> reading. Each step has its file in robust/.
#include <algorithm>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/refusal.h"
#include "brink/extract/robust/decision.h"
#include "brink/extract/robust/groups.h"
#include "brink/extract/robust/mentions.h"
#include "brink/extract/robust/turns.h"
#include "brink/extract/scan.h"

namespace brink::robust {
namespace {

std::vector<Token> tokens_of(std::string_view text, const Channels& channels) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 4);
  for (const Channels::Piece& piece : channels.pieces) {
    if (!tokens.empty()) tokens.push_back(line_end_at(piece.begin));
    const std::size_t first = tokens.size();
    lex(text, piece.begin, piece.end, tokens);
    for (std::size_t i = first; i < tokens.size(); ++i) tokens[i].response = !piece.thinking;
  }
  const Lexicon& lexicon = Lexicon::get();
  for (Token& token : tokens) token.symbol = lexicon.symbol_of(token.hash);
  return tokens;
}

// At the very end of a cut text "A" may be the article, a lower-case letter the beginning of a word, "**Option B" a
// heading.
void drop_unfinished(std::vector<Event>& events, std::span<const Token> tokens) {
  std::erase_if(events, [&](const Event& event) {
    if (event.labels.empty() || event.label_past() != tokens.size()) return false;
    if (event.rule == Rule::kLean) return true;
    return Shape(tokens).doubtful(tokens.size() - 1) && !tokens.back().delimited;
  });
}

// What follows an answer under a heading of its own is another question, and its answer none to this one.
bool drop_next_question(std::vector<Token>& tokens, std::string_view text, const Labels& labels,
                        const OptionTexts& options) {
  const std::size_t end = next_question(tokens);
  if (end == tokens.size() || !tokens[end].response) return false;
  const std::span<const Token> before = std::span(tokens).first(end);
  const auto events = find_events(text, before, labels, options, false);
  const Decision decision = decide(events, before, true, false);
  if (!decision.held || is_text(decision.held->rule) || decision.held->rule == Rule::kLean) return false;
  tokens.resize(end);
  return true;
}

Decision decide_channels(Reading& reading, std::span<const Event> events, std::span<const Token> tokens, bool cut,
                         bool refused) {
  Decision response = decide(events, tokens, true, cut);
  if (response.withdrawn) reading.flags.emplace_back("withdrawn");
  if (response.held || response.withdrawn || refused || (cut && !reading.unfinished)) return response;
  Decision thinking = decide(events, tokens, false, cut);
  if (thinking.held) reading.flags.emplace_back("from_thinking");
  return thinking;
}

Status status_of(const Decision& decision, bool cut_in_thinking, bool cut, bool refused) {
  if (cut_in_thinking) return Status::kTruncatedInReasoning;
  if (decision.held && decision.slots.size() > 1) return Status::kMultiple;
  if (decision.held) return decision.slots.front() >= 0 ? Status::kOk : Status::kOutOfRange;
  return cut ? Status::kTruncated : refused ? Status::kRefused : Status::kNoAnswer;
}

void describe(Reading& reading, const Decision& decision, std::span<const Token> tokens, std::string_view text,
              CodePoints& points) {
  const Event& held = *decision.held;
  reading.rule = static_cast<int>(held.rule);
  reading.rule_name = to_string(held.rule);
  if (held.frame) reading.frame = held.frame->name;
  reading.span = points.span(tokens[held.first].begin, tokens[std::max(held.past, held.label_past()) - 1].end);
  const bool named = !held.labels.empty();  // else what is left when all others are ruled out
  const Token& label = tokens[named ? held.labels.back() : held.first];
  const std::uint32_t raw_end = is_text(held.rule) ? tokens[held.label_past() - 1].end : label.end;
  if (named)
    reading.raw = text.substr(label.begin, raw_end - label.begin);
  else
    reading.flags.emplace_back("inferred");
  if (reading.status == Status::kMultiple) return;
  const std::int16_t slot = decision.slots.front();
  if (slot >= 0)
    reading.letter = static_cast<char>('A' + slot);
  else if (label.letter != 0)
    reading.letter = label.letter;
  reading.pos = points.at(label.begin);
  if (reading.status == Status::kOk) reading.slot = slot;
  if (named && label.lookalike && !is_text(held.rule)) reading.flags.emplace_back("homoglyph");
  if (held.other_text) reading.flags.emplace_back("text_of_other_option");
}

// As brink::read_robust.
Reading read(const ReadInput& input) {
  const scan::ValidText valid(input.text);
  const std::string_view text = valid.view();
  const Channels channels = channels_of(text, input);
  const std::vector<std::string> none;
  const Labels labels(input.labels.has_value(), input.labels.value_or(none), input.n_options);
  std::vector<Token> tokens = tokens_of(text, channels);
  labels.mark(tokens, text);
  mark_answer_turns(tokens);
  mark_ordinals(tokens, text, labels.n());
  bool cut = is_cut(input.finish);
  const OptionTexts options(input.options);
  Reading reading;
  if (drop_next_question(tokens, text, labels, options)) {
    reading.flags.emplace_back("went_on");
    cut = false;
  }
  auto events = find_events(text, tokens, labels, options, cut);

  reading.unfinished = channels.unfinished;
  reading.has_thinking = channels.has_thinking;
  reading.n_chars = static_cast<int>(count_code_points(text));
  const bool refused = opens_with_refusal(channels.response);
  if (cut) {
    drop_unfinished(events, tokens);
    reading.flags.emplace_back("cut");
  }
  const Decision decision = decide_channels(reading, events, tokens, cut, refused);
  reading.status = status_of(decision, cut && channels.unfinished, cut, refused);
  CodePoints points(text);
  if (decision.held) describe(reading, decision, tokens, text, points);

  const Event* final = reading.status == Status::kOk ? decision.held : nullptr;
  reading.mentions = mentions_of(events, tokens, final, points);
  assign_tokens(reading.mentions, input.token_texts);
  std::vector<Mention> counted;
  for (const Mention& mention : reading.mentions)
    if (mention.kind == "asserted" || mention.kind == "final") counted.push_back(mention);
  if (!counted.empty()) reading.last_commitment = counted.back().letter;
  reading.trajectory = trajectory_of(counted, final ? reading.letter : std::nullopt, reading.n_chars);
  return reading;
}

}  // namespace
}  // namespace brink::robust

namespace brink {

Reading read_robust(const ReadInput& input) { return robust::read(input); }

}  // namespace brink
