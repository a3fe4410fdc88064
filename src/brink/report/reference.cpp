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

}  // namespace brink
