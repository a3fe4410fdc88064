#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace brink::robust {

/// An HTML tag that dresses text ("<b>", "</strong>") or parts its lines ("<br>", "<p>").
struct Markup {
  std::size_t n_bytes;
  bool parts_lines;
};

/// The tag that begins at this byte. "<B>" is a label in brackets unless a "</B>" follows soon; "<answer>" and whatever
/// else is no formatting are left to the reader.
std::optional<Markup> markup_at(std::string_view text, std::size_t at);

}  // namespace brink::robust
