#include "brink/report/reference.h"

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

const Result* added_value(std::span<const Result> results, const Configuration& c) {
  for (const Result& r : results) {
    if (r.metric != "state_added_value") continue;
    std::map<std::string, std::string> keys = leading_probe();
    keys["baseline"] = r.key("baseline");
    if (find_result(results, c, "state_added_value", keys) == &r) return &r;
  }
  return nullptr;
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
