#include <fmt/format.h>

#include <array>

#include "brink/report/section.h"

namespace brink {

extern const Section kLengthSection, kCommitmentSection, kCutSection, kRemedySection;

std::span<const Section* const> sections() {
  static constexpr std::array kAll{&kLengthSection, &kCommitmentSection, &kCutSection, &kRemedySection};
  return kAll;
}

std::string configuration_name(const Configuration& c) {
  return c.treatment == "none" ? fmt::format("{} {}", c.model, c.mode)
                               : fmt::format("{} {} {}", c.model, c.mode, c.treatment);
}

}  // namespace brink
