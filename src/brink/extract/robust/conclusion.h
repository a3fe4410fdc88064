#pragma once

#include <optional>

#include "brink/extract/robust/page.h"

namespace brink::robust {

/// What the response answers by an option's text alone, in a whole sentence. It counts where nothing else does.
///
/// Of a short response the first sentence, when no other option's text occurs anywhere ("The fluid comes from the third
/// ventricle. It ..."); else the last one, when it draws a conclusion, names one option and the text was not cut
/// ("Therefore, they need 9 days."). The option's text ends the sentence, or is its subject; nothing in the sentence
/// denies, supposes or asks. A bare number stands behind "is", "=" or a colon.
std::optional<Event> conclusion(const Page& page);

}  // namespace brink::robust
