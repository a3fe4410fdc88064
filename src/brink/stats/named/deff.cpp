#include <map>

#include "brink/stats/effective_dimension.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

std::vector<MatrixXd> read_layers(const Field& field) {
  std::vector<MatrixXd> layers;
  for (const Field& layer : field.list()) {
    layers.push_back(read_matrix(layer));
    if (layers.back().rows() != layers.front().rows()) layer.refuse("must have as many rows as the first layer");
  }
  if (layers.empty()) field.refuse("must hold at least one layer");
  return layers;
}

std::vector<std::vector<Index>> read_subsets(const Field& field, Index n) {
  std::vector<std::vector<Index>> subsets;
  for (const Field& subset : field.list()) {
    std::vector<Index>& rows = subsets.emplace_back();
    for (const Field& row : subset.list()) rows.push_back(row.integer(0, n - 1));
    if (rows.empty()) subset.refuse("must name at least one row");
  }
  return subsets;
}

std::vector<EffectiveDimension> dimensions(const std::vector<MatrixXd>& layers) {
  std::vector<EffectiveDimension> out;
  for (const MatrixXd& layer : layers) out.push_back(effective_dimension(layer));
  return out;
}

Json mean_and_sd(const std::vector<double>& values) {
  const Eigen::Map<const Eigen::ArrayXd> v(values.data(), std::ssize(values));
  const double mean = v.mean();
  return {{"mean", mean},
          {"sd", v.size() > 1 ? Json(std::sqrt((v - mean).square().sum() / static_cast<double>(v.size() - 1)))
                              : Json(nullptr)},
          {"n", v.size()}};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const std::vector<MatrixXd> layers = read_layers(in.at("layers"));
  const Index n = layers.front().rows();
  const auto subsets_field = in.find("subsets");
  const std::vector<std::vector<Index>> subsets =
      subsets_field ? read_subsets(*subsets_field, n) : std::vector<std::vector<Index>>();
  const std::vector<EffectiveDimension> of_layers = dimensions(layers);
  const Estimate aggregate = plain_over_layers(of_layers);
  double total = 0;
  for (const EffectiveDimension& layer : of_layers) total += layer.trace;
  Json per_layer = Json::array(), weights = Json::array();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const EffectiveDimension& layer = of_layers[i];
    const int d = static_cast<int>(layers[i].cols());
    per_layer.push_back({{"pr", to_json(layer.plain)},
                         {"corrected", to_json(layer.corrected)},
                         {"corrected_reason", reason(layer.corrected.why_undefined)},
                         {"trace", n < 2 ? Json(nullptr) : Json(layer.trace)},
                         {"ceiling", layer.ceiling},
                         {"white_noise", n < 2 ? Json(nullptr) : Json(white_noise_dimension(static_cast<int>(n), d))}});
    weights.push_back(total > 0 ? Json(layer.trace / total) : Json(nullptr));
  }
  const Estimate corrected = corrected_over_layers(of_layers);
  Json out{{"per_layer", per_layer},
           {"weights", weights},
           {"agg", to_json(aggregate)},
           {"agg_corrected", to_json(corrected)},
           {"agg_corrected_reason", reason(corrected.why_undefined)},
           {"reason", reason(aggregate.why_undefined)}};
  if (subsets.empty()) return out;
  Json values = Json::array();
  std::map<std::size_t, std::vector<double>> by_size;
  for (const std::vector<Index>& subset : subsets) {
    std::vector<MatrixXd> own;
    for (const MatrixXd& layer : layers) own.push_back(layer(subset, Eigen::all));
    const Estimate value = plain_over_layers(dimensions(own));
    values.push_back(to_json(value));
    if (value.value) by_size[subset.size()].push_back(*value.value);
  }
  out["subsets"] = values;
  out["by_size"] = Json::object();
  for (const auto& [size, of_size] : by_size) out["by_size"][std::to_string(size)] = mean_and_sd(of_size);
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedDeff{
    .name = "deff",
    .summary = "effective dimension of states (participation ratio), per layer and over layers",
    .help =
        "in:\n"
        "  layers   [L][N][d], a row per item\n"
        "  subsets  (optional) lists of row numbers\n"
        "out:\n"
        "  per_layer  pr = (tr S)^2 / tr S^2, corrected (unbiased, not capped by N - 1), trace,\n"
        "             ceiling = min(N - 1, d), white_noise: what independent coordinates would give\n"
        "  weights    shares of the trace; agg, agg_corrected: means over layers, so weighted\n"
        "  subsets    agg of each; by_size: mean, sd (ddof 1), n\n"
        "  reason     \"n < 2\", \"no variance\"; corrected also \"n < 4\", \"too few rows\"\n",
    .source = "Intention Collapse, equations 3-6; Himeno & Yamada 2014",
    .compute = compute,
};

}  // namespace brink::stats
