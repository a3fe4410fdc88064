#include "brink/stats/named/named.h"

#include <array>

namespace brink::stats {

extern const NamedStatistic kNamedPbs, kNamedPbsNull, kNamedFlip, kNamedRstd, kNamedPositionChi2, kNamedTrajectory,
    kNamedQuantileBins, kNamedMonotonic, kNamedBootstrap, kNamedTwoProp, kNamedPadjust, kNamedChi2Contingency,
    kNamedFisher, kNamedPartialCorr, kNamedWilcoxon, kNamedTruncation;

std::span<const NamedStatistic* const> named_statistics() {
  static constexpr std::array kAll{
      &kNamedPbs,          &kNamedPbsNull,     &kNamedFlip,         &kNamedRstd,
      &kNamedPositionChi2, &kNamedTrajectory,  &kNamedQuantileBins, &kNamedMonotonic,
      &kNamedBootstrap,    &kNamedTwoProp,     &kNamedPadjust,      &kNamedChi2Contingency,
      &kNamedFisher,       &kNamedPartialCorr, &kNamedWilcoxon,     &kNamedTruncation,
  };
  return kAll;
}

}  // namespace brink::stats
