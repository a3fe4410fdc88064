#include "brink/pipeline/check.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <stop_token>
#include <unordered_set>
#include <variant>

#include "brink/pipeline/open.h"
#include "brink/pipeline/states.h"
#include "brink/pipeline/steps.h"
#include "brink/plan/plan.h"
#include "brink/store/store.h"

namespace brink {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSampledItems = 32;
constexpr int kProbed = 8;  // requests, or as many as the back end decodes together

/// Requests of a configuration that are new to `known`, and how many of its requests have a record.
void count_requests(const PlannedConfiguration& configuration, const std::unordered_set<Sha256>& recorded,
                    std::unordered_set<Sha256>& known, CostCheck& out) {
  for (std::size_t first = 0; first < configuration.items.size();)
    for (const PlannedItem& item : plan_piece(configuration, first)) {
      ++first;
      out.n_cells += static_cast<int>(item.cells.size());
      for (const Cell& cell : item.cells) {
        if (!known.insert(cell.record).second) continue;
        ++out.n_requests;
        out.n_recorded += recorded.contains(cell.record) ? 1 : 0;
      }
    }
}

/// Mean length of the prompts of some items, spread evenly, times what is to send.
Estimate prompt_tokens(const PlannedConfiguration& configuration, const Backend& backend, int n_to_send) {
  const std::size_t n = configuration.items.size(), n_sampled = std::min(n, kSampledItems);
  double sum = 0;
  int n_known = 0;
  for (std::size_t i = 0; i < n_sampled; ++i) {
    const PlannedItem item = plan_piece(configuration, i * n / n_sampled, 1).front();
    const auto ids = backend.prompt_tokens(item.requests.front());
    if (!ids) continue;
    sum += static_cast<double>(ids->size());
    ++n_known;
  }
  if (n_known == 0) return Estimate::undefined("the back end cannot count tokens without asking");
  return Estimate::of(sum / n_known * n_to_send);
}

int decoded_together(const Backend& backend) {
  const Provenance made = backend.provenance();
  const auto at = made.find("n_parallel");
  int n = 1;
  if (at != made.end()) std::from_chars(at->second.data(), at->second.data() + at->second.size(), n);
  return n;
}

/// Bundles of the first items that are not recorded yet.
std::vector<Bundle> some_requests(const PlannedConfiguration& configuration, std::unordered_set<Sha256> recorded,
                                  int n_wanted) {
  std::vector<Bundle> out;
  int n = 0;
  for (std::size_t i = 0; i < configuration.items.size() && n < n_wanted; ++i)
    for (Bundle& bundle : to_send(plan_piece(configuration, i, 1), recorded)) {
      n += static_cast<int>(bundle.requests.size());
      out.push_back(std::move(bundle));
    }
  return out;
}

void probe(const PlannedConfiguration& configuration, const std::unordered_set<Sha256>& recorded, Backend& backend,
           const CheckOptions& options, CostCheck& out) {
  const auto bundles = some_requests(configuration, recorded, std::max(kProbed, decoded_together(backend)));
  std::stop_source stop;
  int n_completions = 0;
  double generated = 0;
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  backend.answer(
      bundles,
      [&](const Request&, const Response& response) {
        ++out.n_probed;
        if (const auto* done = std::get_if<Completion>(&response)) {
          ++n_completions;
          generated += done->usage.n_generated;
        }
        if (elapsed() > options.probe_s) stop.request_stop();
      },
      [](const Request&, const Response&) { return std::vector<Request>{}; }, stop.get_token());
  out.probe_s = elapsed();
  if (n_completions == 0) {
    out.generated_tokens = out.seconds = Estimate::undefined("every probed request failed");
    return;
  }
  out.generated_tokens = Estimate::of(generated / n_completions * out.n_to_send());
  out.seconds = Estimate::of(out.probe_s / out.n_probed * out.n_to_send());
}

void check_cost(const PlannedConfiguration& configuration, const std::unordered_set<Sha256>& recorded,
                std::unordered_set<Sha256>& known, Backend& backend, const CheckOptions& options, CostCheck& out) {
  count_requests(configuration, recorded, known, out);
  const Request& common = configuration.common;
  const double n = out.n_to_send();
  out.most_generated = n * common.decoding.max_tokens;
  out.prompt_tokens = prompt_tokens(configuration, backend, out.n_to_send());
  if (out.n_to_send() == 0)
    out.generated_tokens = out.seconds = Estimate::of(0);
  else if (options.probe)
    probe(configuration, recorded, backend, options, out);
  else
    out.generated_tokens = out.seconds = Estimate::undefined("not probed");
}

}  // namespace

StudyCheck check_study(const Study& study, const CheckOptions& options) {
  StudyCheck out;
  std::vector<Dataset> selected;
  for (const DataSpec& spec : study.data) {
    Dataset dataset = read_whole(study, spec);
    out.data.push_back(check_data(study, spec, dataset));
    selected.push_back(select_items(study, spec, std::move(dataset)));
  }

  out.notes = not_asked(study, selected);
  out.store = study.store;
  out.has_store = std::filesystem::exists(study.store);
  std::unordered_set<Sha256> recorded;
  std::vector<Cell> treated;
  if (out.has_store) {
    const Store store = Store::open(study.store, Store::Mode::kRead);
    recorded = store.record_ids();
    treated = store.cells();
    std::erase_if(treated, [](const Cell& cell) { return cell.key.treatment == "none"; });
  }
  std::unordered_set<Sha256> known;
  for (const ModelSpec& model : study.models) {
    const std::unique_ptr<Backend> backend = open_for(study, model, selected);
    require_states(study, model, *backend);
    out.models.push_back({model.name, backend->capabilities()});
    for (const PlannedConfiguration& planned :
         plan(study, model, backend->model(), selected, backend->capabilities().n_layers)) {
      ConfigurationCheck& check = out.configurations.emplace_back();
      check.configuration = {planned.model, planned.dataset, planned.mode, "none"};
      if (planned.items.empty()) {
        check.prompt.failure = "the study takes no item";
        continue;
      }
      check.prompt = check_prompt(*backend, planned.items.front(), plan_piece(planned, 0, 1).front().requests.front());
      check_cost(planned, recorded, known, *backend, options, check.cost);
      check.cost.follow_ups = follow_up_cost(planned, treated, *backend);
      check.cost.state_bytes =
          state_bytes(planned, check.cost.n_to_send(), check.cost.follow_ups.n_states, backend->capabilities().d_model);
    }
  }
  return out;
}

}  // namespace brink
