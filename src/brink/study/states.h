#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/problem.h"
#include "brink/model/site.h"

namespace brink {

/// Points of the input; all others lie in the completion.
inline constexpr std::string_view kLastPrompt = "last_prompt", kMeanPrompt = "mean_prompt";

/// Which hidden states a study keeps: [states] of a study file.
struct StatesSpec {
  enum class Layers { kQuarters, kAll, kListed };

  std::vector<std::string> points;  // as state_point() writes them; empty = no states are kept
  Layers layers = Layers::kQuarters;
  std::vector<Site> listed;  // of kListed
  StateType type = StateType::kFloat16;
  std::vector<std::string> modes;  // only completions of these modes; empty = all
  SourceLine at;
};

/// A point as tables write it ("fraction:0.50" is "fraction:0.5"); nothing for an unknown one. f of fraction:f is above
/// 0 and below 1.
std::optional<std::string> state_point(std::string_view text);
/// Words a study may write, "fraction:f" last.
const std::vector<std::string>& state_points();
/// f of "fraction:f"; nothing for another point.
std::optional<double> fraction_of(std::string_view point);

std::string_view to_string(StateType type);  // "float16", "float32"

/// The sites of the spec's layers. Quarters are layers L/4, L/2, 3L/4 (rounded down, 1 at least) and L, each once; all
/// are 0 to L, without the final norm.
/// @param n_layers  L; 0 = the back end does not know it.
/// Throws Error(kUsage) for a layer that the model has not, and where L is needed and unknown.
std::vector<Site> state_sites(const StatesSpec& spec, int n_layers);

}  // namespace brink
