#include "brink/compare/agreement.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <variant>

#include "brink/dataset/decimal.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/support.h"
#include "brink/stats/bootstrap.h"
#include "brink/stats/quantile.h"

namespace brink {
namespace {

constexpr int kNBootstrap = 2000;

/// Hash of each recorded completion's text, by record id.
std::unordered_map<Sha256, Sha256> text_hashes(const Store& store, const Configuration& c) {
  std::unordered_map<Sha256, Sha256> out;
  store.each_text(
      [&](const Record& record) {
        if (const auto* done = std::get_if<Completion>(&record.response)) out.emplace(record.id, sha256(done->text));
      },
      {.model = c.model, .dataset = c.dataset, .mode = c.mode, .item = {}});
  return out;
}

/// The same content, or the same reason why there is none.
bool same_answer(const CellPair& pair) {
  const Reading &a = pair.a->reading, &b = pair.b->reading;
  if (a.option && b.option) return content_of(*pair.a->item, *a.option) == content_of(*pair.b->item, *b.option);
  if (a.status == Status::kOk && b.status == Status::kOk && a.answer && b.answer) {
    const auto number_a = parse_decimal(*a.answer), number_b = parse_decimal(*b.answer);
    return number_a && number_b ? same_number(*number_a, *number_b) : *a.answer == *b.answer;
  }
  return a.status == b.status;
}

bool begun_alike(const Request& a, const Request& b) {
  const auto suffix = [](const Request& r) { return r.prefix ? r.prefix->suffix : std::string(); };
  return a.prefix_tokens == b.prefix_tokens && suffix(a) == suffix(b);
}

Result share(std::string metric, std::vector<stats::ClusterSum> items, std::uint64_t seed) {
  MetricInput input;
  input.seed = seed;
  input.n_bootstrap = kNBootstrap;
  Result r = item_mean(input, std::move(items), MeanOf::kShares);
  r.metric = std::move(metric);
  r.unit = "share";
  return r;
}

Result quartile(std::string name, double q, const std::vector<double>& sorted, int n_items) {
  Result r;
  r.metric = "first_divergence";
  r.group["quantile"] = std::move(name);
  r.unit = "tokens";
  r.n = static_cast<int>(sorted.size());
  r.n_clusters = n_items;
  if (sorted.empty())
    r.reason = "no pair of texts that part at a known token";
  else
    r.value = stats::quantile_sorted(sorted, q);
  if (r.value) r.reason = "no interval: a quantile";
  return r;
}

}  // namespace

Agreement agreement(const Pairing& pairing, const Store& store_a, const Store& store_b, std::uint64_t seed,
                    int n_examples) {
  const auto hashes_a = text_hashes(store_a, pairing.a), hashes_b = text_hashes(store_b, pairing.b);
  Agreement out;
  std::vector<stats::ClusterSum> answers, texts;
  std::vector<double> positions;
  std::map<std::string, int> unknown;
  int n_errors = 0, n_parted_items = 0;
  for (const ItemPair& item : pairing.items) {
    stats::ClusterSum &answer = answers.emplace_back(), &text = texts.emplace_back();
    const std::size_t before = positions.size();
    for (const CellPair& cell : item.cells) {
      const auto a = hashes_a.find(cell.a->record), b = hashes_b.find(cell.b->record);
      if (a == hashes_a.end() || b == hashes_b.end()) {
        ++n_errors;
        continue;
      }
      answer.sum += same_answer(cell);
      text.sum += a->second == b->second;
      ++answer.n;
      ++text.n;
      if (a->second == b->second) continue;
      const auto record_a = store_a.record(cell.a->record), record_b = store_b.record(cell.b->record);
      Divergence d = divergence(std::get<Completion>(record_a->response), std::get<Completion>(record_b->response),
                                begun_alike(record_a->request, record_b->request));
      d.item = item.item->id;
      d.variant = cell.a->key.variant;
      if (d.n_tokens)
        positions.push_back(*d.n_tokens);
      else
        ++unknown[d.why_no_tokens];
      if (static_cast<int>(out.examples.size()) < n_examples) out.examples.push_back(std::move(d));
    }
    n_parted_items += positions.size() > before;
  }
  std::ranges::sort(positions);
  for (auto& [name, items] : {std::pair{"equal_answers", &answers}, std::pair{"equal_texts", &texts}}) {
    Result& r = out.results.emplace_back(share(name, std::move(*items), seed));
    if (n_errors > 0) r.left_out["error"] = n_errors;
  }
  for (const auto& [name, q] : {std::pair{"min", 0.0}, {"25%", 0.25}, {"median", 0.5}, {"75%", 0.75}, {"max", 1.0}})
    out.results.push_back(quartile(name, q, positions, n_parted_items));
  for (Result& r : out.results)
    if (r.metric == "first_divergence") r.left_out = unknown;
  return out;
}

}  // namespace brink
