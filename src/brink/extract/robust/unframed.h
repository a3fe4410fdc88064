#pragma once

#include <optional>

#include "brink/extract/robust/lines.h"
#include "brink/extract/robust/page.h"

namespace brink::robust {

/// Commitments that no pattern of the table around a label makes.

/// A label alone on its line, at the head of one ("B) zinc"), or in brackets at the very end of the text.
std::optional<Event> bare_label(const Page& page, const Group& group, std::size_t past, bool other_text);

/// "(G) for the ratio and (C) for the mass": what was said of the first label is said of the second.
std::optional<Event> parallel_label(const Page& page, const Group& group, const Event& previous);

/// What the end of an option's line says of it: "B) zinc - correct", "B. zinc ✅".
std::optional<Event> verdict_at_line_end(const Page& page, std::size_t label);

/// "A: no. B: yes. C: no.": the denial of one label, or where the last "yes" stands all labels that have one.
std::optional<Event> judgement(const Page& page, const Judged& judged, const Judged::Verdict& verdict);

/// "Answer: ABD".
std::optional<Event> several_in_a_word(const Page& page, std::size_t at);

/// What is called the answer, in words that are nearly an option's: "The answer is: <text>". @param at  its first word.
std::optional<Event> nearly_option_text(const Page& page, std::size_t at);

/// An option's own text, called the answer or alone on its line. @param index  in page.texts.
std::optional<Event> option_text(const Page& page, std::size_t index);

}  // namespace brink::robust
