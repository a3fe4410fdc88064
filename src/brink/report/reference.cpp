#include "brink/report/reference.h"

#include <algorithm>

namespace brink {

const Configuration* reference_of(std::span<const Configuration> configurations, std::span<const Result> results,
                                  const Configuration& c) {
  for (const Configuration& other : configurations)
    if (other.model == c.model && other.dataset == c.dataset && other.treatment == "none" &&
        find_result(results, other, "h_int_change"))
      return &other;
  return nullptr;
}

const std::map<std::string, std::string>& leading_probe() {
  static const std::map<std::string, std::string> keys{
      {"point", "last_prompt"}, {"layer", "all"}, {"target", "correct"}};
  return keys;
}

const Result* of_leading_probe(std::span<const Result> results, const Configuration& c, std::string_view metric) {
  const auto is = [](const Result& r, const auto& key) { return r.key(key.first) == key.second; };
  const std::map<std::string, std::string> of_c{
      {"model", c.model}, {"dataset", c.dataset}, {"mode", c.mode}, {"treatment", c.treatment}};
  for (const Result& r : results)
    if (r.metric == metric && std::ranges::all_of(of_c, [&](const auto& key) { return is(r, key); }) &&
        std::ranges::all_of(leading_probe(), [&](const auto& key) { return is(r, key); }))
      return &r;
  return nullptr;
}

const Result* added_value(std::span<const Result> results, const Configuration& c) {
  return of_leading_probe(results, c, "state_added_value");
}

const Result* best_baseline(std::span<const Result> results, const Configuration& c) {
  const Result* added = added_value(results, c);
  if (!added) return nullptr;
  return find_result(results, c, "baseline_auroc",
                     {{"point", leading_probe().at("point")},
                      {"target", leading_probe().at("target")},
                      {"baseline", added->key("baseline")}});
}

}  // namespace brink
