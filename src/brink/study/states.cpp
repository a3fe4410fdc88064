#include "brink/study/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

constexpr std::string_view kFraction = "fraction:";

std::vector<Site> layers(const std::vector<int>& numbers) {
  std::vector<Site> out;
  for (const int layer : numbers)
    if (out.empty() || out.back().layer != layer) out.push_back({Site::Point::kResidPost, layer});
  return out;
}

}  // namespace

std::optional<double> fraction_of(std::string_view point) {
  if (!point.starts_with(kFraction)) return std::nullopt;
  point.remove_prefix(kFraction.size());
  double value = 0;
  const auto [end, failure] = std::from_chars(point.data(), point.data() + point.size(), value);
  if (failure != std::errc{} || end != point.data() + point.size() || !(value > 0 && value < 1)) return std::nullopt;
  return value;
}

std::optional<std::string> state_point(std::string_view text) {
  if (const auto f = fraction_of(text)) return std::string(kFraction) + decimal_text(*f);
  if (text.starts_with(kFraction)) return std::nullopt;
  const auto& known = state_points();
  return std::ranges::find(known, text) == known.end() ? std::nullopt : std::optional(std::string(text));
}

const std::vector<std::string>& state_points() {
  static const std::vector<std::string> points{std::string(kLastPrompt),
                                               std::string(kMeanPrompt),
                                               "first_output",
                                               "last_think",
                                               "after_answer_delimiter",
                                               "last_output",
                                               "fraction:f"};
  return points;
}

std::string_view to_string(StateType type) { return type == StateType::kFloat16 ? "float16" : "float32"; }

std::vector<Site> state_sites(const StatesSpec& spec, int n_layers) {
  if (spec.layers == StatesSpec::Layers::kListed) {
    for (const Site& site : spec.listed)
      if (site.what == Site::Point::kResidPost && n_layers > 0 && site.layer > n_layers)
        throw Error(ErrorKind::kUsage,
                    fmt::format("{}: [states] names layer {}, the model has layers 0 (embeddings) to {}",
                                spec.at.text(), site.layer, n_layers));
    return spec.listed;
  }
  if (n_layers <= 0)
    throw Error(ErrorKind::kUsage, spec.at.text() + ": the back end does not know how many layers the model has",
                "list them in [states], as layers = [6, 12, 18, 24]");
  std::vector<int> numbers;
  if (spec.layers == StatesSpec::Layers::kAll)
    for (int l = 0; l <= n_layers; ++l) numbers.push_back(l);
  else
    for (int quarter = 1; quarter <= 4; ++quarter) numbers.push_back(std::max(1, quarter * n_layers / 4));
  return layers(numbers);
}

}  // namespace brink
