#include <fmt/format.h>

#include <array>
#include <set>

#include "brink/report/section.h"

namespace brink {

extern const Section kCandidatesSection, kIntentionSection, kTwoSourcesSection, kLengthSection, kCommitmentSection,
    kCutSection, kRemedySection, kStatesSection;

std::span<const Section* const> sections() {
  static constexpr std::array kAll{&kCandidatesSection, &kIntentionSection, &kTwoSourcesSection, &kLengthSection,
                                   &kCommitmentSection, &kCutSection,       &kRemedySection,     &kStatesSection};
  return kAll;
}

std::vector<Configuration> all_configurations(std::span<const Result> results) {
  std::set<Configuration> out;
  for (const Result& r : results)
    if (r.group.contains("model")) out.insert({r.key("model"), r.key("dataset"), r.key("mode"), r.key("treatment")});
  return {out.begin(), out.end()};
}

std::string configuration_name(const Configuration& c) {
  return c.treatment == "none" ? fmt::format("{} {}", c.model, c.mode)
                               : fmt::format("{} {} {}", c.model, c.mode, c.treatment);
}

}  // namespace brink
