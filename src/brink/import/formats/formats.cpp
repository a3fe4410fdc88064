#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/import/format.h"

namespace brink {

extern const ImportFormat kImportJsonl, kImportCsv, kImportLmEval, kImportInspect, kImportMmluPro, kImportMtBench,
    kImportOpenAi, kImportStates;

std::span<const ImportFormat* const> import_formats() {
  static constexpr std::array kAll{&kImportLmEval, &kImportInspect, &kImportMmluPro, &kImportMtBench,
                                   &kImportOpenAi, &kImportJsonl,   &kImportCsv,     &kImportStates};
  return kAll;
}

const ImportFormat& import_format(std::string_view name) {
  std::vector<std::string> known;
  for (const ImportFormat* format : import_formats()) {
    if (format->name == name) return *format;
    known.emplace_back(format->name);
  }
  const std::string near = closest(name, known);
  throw Error(ErrorKind::kUsage, fmt::format("unknown import format '{}'", name),
              near.empty() ? fmt::format("known formats: {}", fmt::join(known, ", "))
                           : fmt::format("did you mean '{}'?", near));
}

}  // namespace brink
