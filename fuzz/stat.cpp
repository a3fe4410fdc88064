// Any JSON to any statistic: a result without NaN, or Error(kUsage).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "brink/base/error.h"
#include "brink/stats/named/named.h"

namespace {

// In a text that people read; "nan" alone is the reason that a null among the numbers gives.
bool says_nan(const std::string& out) {
  for (std::size_t at = out.find("nan"); at != std::string::npos; at = out.find("nan", at + 1))
    if (out.compare(at - 1, 5, "\"nan\"") != 0) return true;
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const brink::Json input = brink::Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (input.is_discarded()) return 0;
  // Work grows with these by design; a fuzzer should not wait for it.
  if (input.is_object() && input.contains("n_boot") && input["n_boot"].is_number() && input["n_boot"] > 1000) return 0;
  for (const auto* statistic : brink::stats::named_statistics()) {
    try {
      if (says_nan(statistic->compute(input).dump()) && text.find("nan") == std::string::npos) std::abort();
    } catch (const brink::Error& e) {
      if (e.kind() != brink::ErrorKind::kUsage) std::abort();
    }
  }
  return 0;
}
