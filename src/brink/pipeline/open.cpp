#include "brink/pipeline/open.h"

#include <algorithm>
#include <cstdint>

#include "brink/backends/backends.h"
#include "brink/treat/treatment.h"

namespace brink {
namespace {

constexpr int kReadOuts = 24;            // places of a curve that are read in one call
constexpr int kClosingTag = 32;          // tokens of the tag that closes thinking, at most
constexpr std::int64_t kMany = 1 << 30;  // more than any context
constexpr int kMostCounted = 20'000;     // prompts: some ten seconds

// What follow-ups may hold beyond an answer of full length. A suffix has no more tokens than bytes.
std::int64_t most_behind(const PlannedConfiguration& planned) {
  const auto suffix = static_cast<std::int64_t>(planned.how.commit_suffix.size()) + kClosingTag;
  std::int64_t out = 0;
  for (const TreatmentSpec& spec : planned.treatments) {
    const auto row = std::ranges::find(treatments(), spec.kind, [](const Treatment* t) { return t->name; });
    const MostFollowUps most = (*row)->most(spec, planned);
    out = std::max(out, (most.with_suffix ? suffix : 0) + most.n_behind);
  }
  return out;
}

// Of those of a curve: more have nothing to read.
int read_outs(const Study& study) {
  int out = 0;
  for (const TreatmentSpec& spec : study.treatments)
    if (spec.kind == "curve" || spec.kind == "eat") out = std::max(out, std::min(kReadOuts, spec.checkpoints + 1));
  return out;
}

}  // namespace

int most_tokens(std::span<const PlannedConfiguration> plan, const Backend& backend) {
  std::int64_t most = 0;
  int n_counted = 0;
  for (const PlannedConfiguration& planned : plan) {
    const std::int64_t behind = planned.common.decoding.max_tokens + most_behind(planned);
    for (std::size_t first = 0; first < planned.items.size();)
      for (const PlannedItem& item : plan_piece(planned, first)) {
        ++first;
        n_counted += static_cast<int>(item.requests.size());
        if (n_counted > kMostCounted) return 0;
        for (const Request& request : item.requests)
          if (const auto prompt = backend.prompt_tokens(request))
            most = std::max(most, static_cast<std::int64_t>(prompt->size()) + behind);
      }
  }
  return static_cast<int>(std::min(most, kMany));
}

std::unique_ptr<Backend> open_for(const Study& study, const ModelSpec& model, std::span<const Dataset> selected) {
  EndpointSpec endpoint = model.endpoint;
  endpoint.n_read_outs = read_outs(study);
  endpoint.most_tokens = [&](const Backend& backend) {
    return most_tokens(plan(study, model, backend.model(), selected, backend.capabilities().n_layers), backend);
  };
  return open_backend(endpoint);
}

}  // namespace brink
