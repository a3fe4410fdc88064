#include "brink/stats/samples.h"

#include <algorithm>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

/// Values told apart, numbered in order of first appearance.
struct Numbered {
  std::vector<Json> values;
  std::vector<std::optional<int>> numbers;  // nothing for null

  void add(const Json& value) {
    if (value.is_null()) {
      numbers.emplace_back();
      return;
    }
    const auto at = std::find(values.begin(), values.end(), value);
    numbers.emplace_back(static_cast<int>(at - values.begin()));
    if (at == values.end()) values.push_back(value);
  }
};

void require_scalar(const Field& field) {
  if (field.json().is_structured()) field.refuse("must be a string, a number or null");
}

Json compute_entropy(const Json& input) {
  const Field in = input_object(input);
  Numbered clusters;
  for (const Field& cluster : in.at("clusters").list()) {
    require_scalar(cluster);
    // 1 and "1" are one cluster.
    clusters.add(cluster.is_null() || cluster.json().is_string() ? cluster.json() : Json(cluster.json().dump()));
  }
  const SemanticEntropy entropy = semantic_entropy(clusters.numbers);
  return {{"n", entropy.n},
          {"n_invalid", entropy.n_invalid},
          {"n_clusters", entropy.n_clusters},
          {"H_nats", to_json(entropy.nats)},
          {"H_bits", to_json(entropy.bits)},
          {"H_norm", to_json(entropy.share_of_max)},
          {"p_top", to_json(entropy.p_top)},
          {"reason", reason(entropy.nats.why_undefined)}};
}

Json compute_consistency(const Json& input) {
  const Field in = input_object(input);
  Numbered answers;
  for (const Field& answer : in.at("answers").list()) {
    require_scalar(answer);
    answers.add(answer.json());
  }
  const auto gold = in.find("gold");
  const SelfConsistency vote = self_consistency(answers.numbers);
  const Json majority = vote.majority ? answers.values[static_cast<std::size_t>(*vote.majority)] : Json(nullptr);
  return {{"majority", majority},
          {"count", vote.count},
          {"n_valid", vote.n_valid},
          {"n_total", vote.n},
          {"agreement", to_json(vote.agreement)},
          {"agreement_total", to_json(vote.agreement_of_all)},
          {"tie", vote.majority ? Json(vote.tie) : Json(nullptr)},
          {"margin", to_json(vote.margin)},
          {"correct", gold ? Json(vote.majority && majority == gold->json()) : Json(nullptr)},
          {"reason", reason(vote.agreement.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedSemanticEntropy{
    .name = "semantic_entropy",
    .summary = "spread of several answers over meanings",
    .help =
        "in:\n"
        "  clusters  meaning of each answer, strings or numbers; null: no valid answer, left out\n"
        "out:\n"
        "  n, n_invalid, n_clusters, H_nats, H_bits, H_norm = H / ln n, p_top (share of the largest)\n"
        "  reason  \"no valid sample\"\n",
    .source = "Kuhn et al. 2023; Farquhar et al. 2024",
    .compute = compute_entropy,
};

extern constinit const NamedStatistic kNamedSelfConsistency{
    .name = "self_consistency",
    .summary = "majority vote over several answers",
    .help =
        "in:\n"
        "  answers  strings or numbers; null: not valid\n"
        "  gold     (optional) the right one\n"
        "out:\n"
        "  majority (of equally frequent ones the first seen), count, n_valid, n_total, agreement = count / n_valid,\n"
        "  agreement_total = count / n_total, margin (first less second, of n_valid), tie, correct\n"
        "  reason  \"no valid answer\"\n",
    .source = "Wang et al. 2023",
    .compute = compute_consistency,
};

}  // namespace brink::stats
