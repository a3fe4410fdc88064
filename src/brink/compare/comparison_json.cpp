#include "brink/compare/comparison_json.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "brink/base/maybe.h"
#include "brink/metrics/result_json.h"

namespace brink {
namespace {

Json to_json(const Configuration& c) {
  return {{"model", c.model}, {"dataset", c.dataset}, {"mode", c.mode}, {"treatment", c.treatment}};
}

Json to_json(const Divergence& d) {
  return {{"item", d.item},
          {"variant", d.variant},
          {"n_chars", d.n_chars},
          {"text_a", d.text_a},
          {"text_b", d.text_b},
          {"n_tokens", maybe(d.n_tokens)},
          {"n_tokens_reason", d.why_no_tokens},
          {"token_a", maybe(d.token_a)},
          {"token_b", maybe(d.token_b)},
          {"token_text_a", d.token_text_a},
          {"token_text_b", d.token_text_b},
          {"logprob_a_nats", maybe(d.logprob_a_nats)},
          {"logprob_b_nats", maybe(d.logprob_b_nats)},
          {"margin_nats", maybe(d.margin_nats.value)},
          {"margin_reason", d.margin_nats.why_undefined}};
}

}  // namespace

Json comparison_json(std::span<const Comparison> comparisons, std::span<const std::string> alone) {
  Json list = Json::array();
  for (const Comparison& c : comparisons) {
    Json results = Json::array(), examples = Json::array();
    for (const Result& r : c.results) results.push_back(result_json(r));
    for (const Divergence& d : c.examples) examples.push_back(to_json(d));
    list.push_back({{"a", to_json(c.a)},
                    {"b", to_json(c.b)},
                    {"n_items", c.n_items},
                    {"n_pairs", c.n_pairs},
                    {"unpaired", c.unpaired},
                    {"results", std::move(results)},
                    {"examples", std::move(examples)}});
  }
  Json names = Json::array();
  for (const std::string& line : alone) names.push_back(line);
  return {{"brink_comparison", kComparisonFormat}, {"comparisons", std::move(list)}, {"alone", std::move(names)}};
}

}  // namespace brink
