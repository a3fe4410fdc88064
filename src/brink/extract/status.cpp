#include <array>

#include "brink/extract/reading.h"

namespace brink {

std::string_view to_string(Status status) {
  static constexpr std::array<std::string_view, kNStatuses> kWords{
      "ok", "truncated_in_reasoning", "truncated", "no_answer", "multiple", "out_of_range", "refused", "error"};
  return kWords[static_cast<std::size_t>(status)];
}

bool is_cut(const std::optional<Finish>& finish) { return finish == Finish::kLength || finish == Finish::kContext; }

}  // namespace brink
