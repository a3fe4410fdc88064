#include "brink/extract/robust/mentions.h"

#include <algorithm>

#include "brink/extract/scan.h"

namespace brink::robust {
namespace {

const char* kind_of(const Event& event, std::int16_t slot, std::int16_t standing, const Event* final) {
  switch (event.kind) {
    case Event::kAsserted:
      return &event == final ? "final" : event.conditional ? "hypothetical" : "asserted";
    case Event::kDenied:
      return slot == standing ? "retracted" : "eliminated";
    case Event::kRestated:
      return "restated";
    default:
      return "hypothetical";
  }
}

bool is_mention(const Event& event, const Event* final) {
  const bool unsaid = event.rule == Rule::kBareLabel || event.rule == Rule::kLeadingLabel ||
                      event.rule == Rule::kConclusion || event.last_resort;
  return !event.labels.empty() && (!unsaid || &event == final);
}

}  // namespace

CodePoints::CodePoints(std::string_view text) : text_(text) {
  before_.reserve(text.size() / kStep + 1);
  int n = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % kStep == 0) before_.push_back(n);
    n += scan::begins_code_point(text, i) ? 1 : 0;
  }
  if (text.size() % kStep == 0) before_.push_back(n);
}

int CodePoints::between(std::size_t byte, std::size_t byte_end) const {
  int n = 0;
  for (std::size_t i = byte; i < byte_end; ++i) n += scan::begins_code_point(text_, i) ? 1 : 0;
  return n;
}

int CodePoints::at(std::size_t byte) const { return before_[byte / kStep] + between(byte / kStep * kStep, byte); }

Span CodePoints::span(std::size_t byte, std::size_t byte_end) const {
  const int pos = at(byte);
  const int pos_end = byte_end - byte < kStep ? pos + between(byte, byte_end) : at(byte_end);
  return {pos, pos_end, static_cast<int>(byte), static_cast<int>(byte_end)};
}

std::vector<Mention> mentions_of(std::span<const Event> events, std::span<const Token> tokens, const Event* final,
                                 const CodePoints& points) {
  std::vector<Mention> out;
  out.reserve(events.size());
  std::int16_t standing = -1;
  for (const Event& event : events) {
    if (!is_mention(event, final)) continue;
    for (std::size_t i = 0; i < event.labels.size(); ++i) {
      const std::int16_t slot = event.slots[i];
      if (slot < 0) continue;
      const bool text = is_text(event.rule);
      const Token& label = tokens[event.labels[i]];
      const Span span = points.span(label.begin, text ? tokens[event.pasts[i] - 1].end : label.end);
      Mention mention{.letter = static_cast<char>('A' + slot),
                      .pos = span.pos,
                      .byte = span.byte,
                      .pattern = static_cast<int>(event.rule),
                      .kind = kind_of(event, slot, standing, final)};
      mention.pos_end = span.pos_end;
      mention.byte_end = span.byte_end;
      out.push_back(std::move(mention));
    }
    if (event.kind == Event::kAsserted && !event.conditional) standing = event.slots.back();
  }
  if (!std::ranges::is_sorted(out, {}, &Mention::pos)) std::ranges::stable_sort(out, {}, &Mention::pos);
  const auto same_place = [](const Mention& a, const Mention& b) { return a.pos == b.pos; };
  out.erase(std::unique(out.begin(), out.end(), same_place), out.end());
  return out;
}

void assign_tokens(std::vector<Mention>& mentions, std::span<const std::string> token_texts) {
  std::size_t token = 0, end = 0;
  for (Mention& mention : mentions) {
    while (token < token_texts.size() && end + token_texts[token].size() <= static_cast<std::size_t>(mention.byte))
      end += token_texts[token++].size();
    if (token < token_texts.size()) mention.token = static_cast<int>(token);
  }
}

}  // namespace brink::robust
