#include <array>

#include "brink/treat/treatment.h"

namespace brink {

extern const Treatment kCurve, kEat, kFree, kTruncate, kPlacebo, kResample, kBudget, kStatesOfModel;

void sample(Decoding& decoding, const TreatmentSpec& spec) {
  decoding.temperature = spec.temperature;
  decoding.top_p = spec.top_p;
}

std::span<const Treatment* const> treatments() {
  static constexpr std::array kAll{&kCurve,   &kEat,      &kFree,   &kTruncate,
                                   &kPlacebo, &kResample, &kBudget, &kStatesOfModel};
  return kAll;
}

}  // namespace brink
