#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/problem.h"

namespace brink {

/// What is done to a recorded completion: requests that follow it, most of them from a prefix of it. One of
/// `treatments` in a study file, with what [treatment.KIND] sets.
struct TreatmentSpec {
  std::string name;                // as in tables: "curve", "budget:64"
  std::string kind;                // a row of the table in treat/treatments/treatments.cpp
  int n = 0;                       // of "budget:n": tokens of the completion that are kept; else 0
  std::vector<std::string> modes;  // only completions of these modes; empty = all

  int checkpoints = 20;      // curve, free: the trajectory is cut at k / checkpoints, k from 0; of eat, the curve's
  int draws = 3;             // truncate, placebo, resample, free: continuations at a cut
  double temperature = 0.7;  // of these
  double top_p = 0.95;       // of these
  std::vector<double> offsets{-.15, -.05, .05,
                              .15};  // truncate, placebo: cut at CCP + offset, shares of the trajectory
  std::string ccp = "eq2";           // truncate, placebo: which CCP; "a3", "eq2" or "forced", that of the curve
  int max_tokens = 64;               // free: tokens of a continuation
  SourceLine at;
};

/// The kinds a study can name, in the table's order; "budget" is written with its number.
const std::vector<std::string>& treatment_kinds();

/// What [treatment.KIND] can set, beside `modes`: members of TreatmentSpec.
const std::vector<std::string>& treatment_settings(std::string_view kind);

/// "curve", "budget:64", ... with the kind's defaults; nothing for another text. n of budget:n is 1 to 1,000,000.
std::optional<TreatmentSpec> treatment_from_text(std::string_view text);

}  // namespace brink
