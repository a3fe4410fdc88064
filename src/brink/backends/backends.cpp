#include "brink/backends/backends.h"

#include <array>
#include <string>
#include <vector>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {

#ifdef BRINK_HAVE_LLAMA
extern const BackendKind kLlama;
#endif
extern const BackendKind kReplay;
extern const BackendKind kScripted;

std::span<const BackendKind* const> backend_kinds() {
  static constexpr std::array kAll{
#ifdef BRINK_HAVE_LLAMA
      &kLlama,
#endif
      &kReplay, &kScripted};
  return kAll;
}

std::unique_ptr<Backend> open_backend(const EndpointSpec& spec) {
  std::vector<std::string> names;
  std::string known;
  for (const BackendKind* kind : backend_kinds()) {
    if (kind->name == spec.backend) return kind->open(spec);
    names.emplace_back(kind->name);
    known += (known.empty() ? "" : ", ") + names.back();
  }
  const std::string close = closest(spec.backend, names);
  throw Error(ErrorKind::kUsage, "unknown back end '" + spec.backend + "'",
              (close.empty() ? "" : "did you mean '" + close + "'? ") + "known back ends: " + known);
}

}  // namespace brink
