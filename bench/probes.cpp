// Processor seconds of what a study of hidden states computes, on random states, as JSON: probes_baseline.py and
// geometry_baseline.py compare.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <ctime>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/base/rng.h"
#include "brink/stats/cross_validation.h"
#include "brink/stats/effective_dimension.h"
#include "brink/stats/intrinsic_dimension.h"
#include "brink/stats/product.h"
#include "brink/stats/recoverability.h"

namespace brink::stats {
namespace {

using Eigen::MatrixXd;

MatrixXd random_states(SplitMix64& rng, int n, int d) {
  MatrixXd out(n, d);
  for (double& value : out.reshaped()) value = rng.uniform() + rng.uniform() - 1;
  return out;
}

template <class Work>
void time(Json& out, const char* what, const Work& work) {
  const std::clock_t start = std::clock();
  work();
  out[what] = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The protocol of one target: a probe for each layer and one for all, label shuffles, repeated folds.
Json probes(int n, int d, int n_layers, int n_shuffles, int n_repeats) {
  SplitMix64 rng(1);
  std::vector<MatrixXd> layers;
  for (int l = 0; l < n_layers; ++l) layers.push_back(random_states(rng, n, d));
  ProbeQuestion question;
  std::vector<Part> parts;
  for (int i = 0; i < n; ++i) {
    question.classes.push_back(rng.uniform() < 0.5 + 0.4 * layers[0](i, 0));
    question.items.push_back(i);
    parts.push_back(i % 5 < 3 ? Part::kTrain : i % 5 == 3 ? Part::kVal : Part::kTest);
  }
  Json out{{"rows", n}, {"d", d}, {"layers", n_layers}, {"shuffles", n_shuffles}, {"repeats", n_repeats}};
  Json& seconds = out["seconds"] = Json::object();
  ScaledProducts together;
  time(seconds, "layers", [&] {
    for (const MatrixXd& layer : layers) {
      const ScaledProducts products = scaled_products(layer, parts);
      recover(ProbeSpace(products, parts), question, 1000, 1);
      together += products;
    }
  });
  Recoverability found;
  time(seconds, "together", [&] { found = recover(ProbeSpace(together, parts), question, 1000, 1); });
  time(seconds, "shuffles", [&] { recover_in_shuffled(ProbeSpace(together, parts), question, found, n_shuffles, 1); });
  time(seconds, "folds", [&] {
    MatrixXd side_by_side(n, static_cast<Eigen::Index>(d) * n_layers);
    for (int l = 0; l < n_layers; ++l)
      side_by_side.middleCols(static_cast<Eigen::Index>(l) * d, d) = layers[static_cast<std::size_t>(l)];
    cross_validated_auroc(side_by_side, labels_against_rest(question, 1), question.items, 1, 5, n_repeats);
  });
  return out;
}

Json geometry(int n, int d) {
  SplitMix64 rng(1);
  const MatrixXd states = random_states(rng, n, d);
  Json out{{"rows", n}, {"d", d}};
  Json seconds = Json::object();
  const Eigen::MatrixXf x = states.cast<float>();
  time(seconds, "float product", [&] { out["checked"] = product(x, x)(0, 0); });
  time(seconds, "effective dimension", [&] { out["d_eff"] = *effective_dimension(states).plain.value; });
  time(seconds, "TwoNN", [&] { out["twonn"] = *two_nn_of_rows(states).dimension.value; });
  time(seconds, "Levina-Bickel", [&] { out["lb_mle"] = *levina_bickel(states).of_inverses.value; });
  time(seconds, "a layer, one by one", [&] {
    effective_dimension(states);
    centred_gram(states);
    two_nn_of_rows(states);
    levina_bickel(states);
  });
  time(seconds, "a layer of a report", [&] {
    dimension_and_gram(states);
    intrinsic_dimension(states);
  });
  out["seconds"] = std::move(seconds);
  return out;
}

}  // namespace
}  // namespace brink::stats

int main(int argc, char** argv) {
  CLI::App app{"seconds of probes, or with --geometry of dimensions"};
  int n = 200, d = 4096, n_layers = 4, n_shuffles = 1000, n_repeats = 5;
  bool of_geometry = false;
  app.add_option("--rows", n)->capture_default_str();
  app.add_option("--d", d)->capture_default_str();
  app.add_option("--layers", n_layers)->capture_default_str();
  app.add_option("--shuffles", n_shuffles)->capture_default_str();
  app.add_option("--repeats", n_repeats)->capture_default_str();
  app.add_flag("--geometry", of_geometry);
  CLI11_PARSE(app, argc, argv);
  const brink::Json out =
      of_geometry ? brink::stats::geometry(n, d) : brink::stats::probes(n, d, n_layers, n_shuffles, n_repeats);
  fmt::print("{}\n", out.dump(2));
}
