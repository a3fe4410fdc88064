#include "brink/stats/named/named.h"

#include <array>

namespace brink::stats {

extern const NamedStatistic kNamedPbs, kNamedPbsNull, kNamedFlip, kNamedRstd, kNamedPositionChi2, kNamedTrajectory,
    kNamedQuantileBins, kNamedMonotonic, kNamedBootstrap, kNamedTwoProp, kNamedPadjust, kNamedChi2Contingency,
    kNamedFisher, kNamedPartialCorr, kNamedWilcoxon, kNamedTruncation, kNamedMcNemar, kNamedEntropy, kNamedDeff,
    kNamedTwoNn, kNamedLevinaBickel, kNamedAuroc, kNamedAurocBootstrap, kNamedLogreg, kNamedSplit, kNamedProbe,
    kNamedTransfer, kNamedSemanticEntropy, kNamedSelfConsistency, kNamedCcs, kNamedCcsTrain, kNamedSimilarity,
    kNamedNestedCv;

std::span<const NamedStatistic* const> named_statistics() {
  static constexpr std::array kAll{
      &kNamedPbs,
      &kNamedPbsNull,
      &kNamedFlip,
      &kNamedRstd,
      &kNamedPositionChi2,
      &kNamedTrajectory,
      &kNamedQuantileBins,
      &kNamedMonotonic,
      &kNamedBootstrap,
      &kNamedTwoProp,
      &kNamedPadjust,
      &kNamedChi2Contingency,
      &kNamedFisher,
      &kNamedPartialCorr,
      &kNamedWilcoxon,
      &kNamedTruncation,
      &kNamedMcNemar,
      &kNamedEntropy,
      &kNamedDeff,
      &kNamedTwoNn,
      &kNamedLevinaBickel,
      &kNamedAuroc,
      &kNamedAurocBootstrap,
      &kNamedLogreg,
      &kNamedSplit,
      &kNamedProbe,
      &kNamedTransfer,
      &kNamedSemanticEntropy,
      &kNamedSelfConsistency,
      &kNamedCcs,
      &kNamedCcsTrain,
      &kNamedSimilarity,
      &kNamedNestedCv,
  };
  return kAll;
}

}  // namespace brink::stats
