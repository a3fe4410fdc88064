#pragma once

#include <string_view>

namespace brink {

/// Whether a response opens by declining to answer ("I'm sorry, but I can't help with that"). English phrases only: a
/// refusal in other words reads as no_answer, which is never graded either.
bool opens_with_refusal(std::string_view response);

}  // namespace brink
