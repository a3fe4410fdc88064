#pragma once

#include <optional>
#include <span>

#include "brink/extract/robust/page.h"

namespace brink::robust {

/// What the response comes to where no frame commits to anything.
///
/// Of the last sentence that names a label, the label that a verb or a colon leads to or that is a subject ("I land on
/// B.", "The ball slows down: B.", "B stands."), when its clause denies, supposes and asks nothing and is said by no
/// one else; only few sentences without a label may follow, or the sentence opens the response. Else, where verdicts
/// rule out all options but one and that one is named, that one.
/// @param events  of the frames, in order
std::optional<Event> closing(const Page& page, std::span<const Event> events);

}  // namespace brink::robust
