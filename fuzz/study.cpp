// Any bytes as a study file: an Error of kind usage, or a study that has a canonical form.
#include "brink/study/study.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const brink::Study study = brink::read_study(bytes, "fuzz/study.toml", {"llama", "replay", "scripted"});
    if (study.canonical().empty() || study.models.empty() || study.modes.empty()) std::abort();
  } catch (const brink::Error& e) {
    if (e.kind() != brink::ErrorKind::kUsage) std::abort();
  }
  return 0;
}
