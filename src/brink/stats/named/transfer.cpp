#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"
#include "brink/stats/named/probe_input.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field regimes_field = in.at("regimes"), split = in.at("split");
  if (!regimes_field.json().is_object()) regimes_field.refuse("must be an object");
  const std::vector<double> grid = read_grid(in);
  std::vector<std::pair<std::string, ProbeData>> regimes;
  for (const auto& [name, value] : regimes_field.json().items()) {
    const Field regime = regimes_field.at(name);
    regimes.emplace_back(name, read_data(regime.at("X"), regime.at("y"), split));
    if (regimes.back().second.states.cols() != regimes.front().second.states.cols()) {
      regime.at("X").refuse("must have as many columns as the first regime");
    }
  }
  Json own_scale = Json::object(), common = Json::object(), cs = Json::object(), reasons = Json::object();
  for (const auto& [from, data] : regimes) {
    const ProbeFit fit = fit_probe(data, grid);
    const bool defined = fit.why_undefined.empty();
    cs[from] = defined ? Json(fit.c) : Json(nullptr);
    if (!defined) reasons[from] = fit.why_undefined;
    common[from] = own_scale[from] = Json::object();
    for (const auto& [to, other] : regimes) {
      common[from][to] = own_scale[from][to] = nullptr;
      if (!defined) continue;
      const ProbeData test = other.of(Part::kTest);
      LinearProbe rescaled = fit.probe;
      rescaled.scaling = scaling_of(other.of(Part::kTrain).states);
      common[from][to] = to_json(auroc_on(fit.probe, test));
      own_scale[from][to] = to_json(auroc_on(rescaled, test));
    }
  }
  return {{"auroc", common}, {"auroc_own_scale", own_scale}, {"C", cs}, {"reasons", reasons}};
}

}  // namespace

extern constinit const NamedStatistic kNamedTransfer{
    .name = "transfer",
    .summary = "probes trained on one regime and tested on every other",
    .help =
        "in:\n"
        "  regimes  {name: {X, y}}, the same items in the same order\n"
        "  split    \"train\", \"val\" or \"test\" per item\n"
        "  grid     as probe\n"
        "out:\n"
        "  auroc            {train: {test: value}} on the test items, scaled as the training regime\n"
        "  auroc_own_scale  scaled as the test regime's training rows\n"
        "  C {train}, reasons {train}: \"train one class\", \"val one class\"\n",
    .source = "Intention Collapse, appendix B.3",
    .compute = compute,
};

}  // namespace brink::stats
