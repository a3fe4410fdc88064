// Any bytes as an assertion: an Error of kind usage, or one whose metric there is, with a finite bound.
#include "brink/compare/assertion.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const brink::Assertion a = brink::parse_assertion(bytes);
    const bool is_metric =
        std::ranges::any_of(brink::metrics(), [&](const brink::Metric* m) { return m->name == a.metric; });
    if (!is_metric || !std::isfinite(a.bound)) std::abort();
  } catch (const brink::Error& e) {
    if (e.kind() != brink::ErrorKind::kUsage) std::abort();
  }
  return 0;
}
