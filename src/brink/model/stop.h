#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "brink/model/request.h"
#include "brink/model/response.h"

namespace brink {

/// Watches a growing text for the stop conditions of a Decoding. One implementation for every back end, so that the
/// same tokens end at the same place everywhere.
///
/// stop_at_answer: the text holds "answer is (X)" ("The"/"the" before it not required; X one of A..Z; asterisks
/// around the bracket allowed), outside an open <think> block. The text is kept up to and including the bracket's end.
class StopMatcher {
 public:
  explicit StopMatcher(const Decoding& decoding) : decoding_(decoding) {}

  struct Hit {
    Finish finish;          // kStopString or kAnswer
    std::size_t text_size;  // bytes of the text to keep
  };
  /// @param text  everything generated so far; grows by appending between calls.
  std::optional<Hit> check(std::string_view text);

 private:
  Decoding decoding_;
  std::size_t seen_ = 0;  // bytes already searched
};

}  // namespace brink
