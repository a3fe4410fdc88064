#include "brink/pipeline/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_set>
#include <vector>

#include "brink/base/error.h"
#include "brink/store/store.h"

namespace brink {
namespace {

using Responses = std::map<Sha256, Response>;

// What is asked to see whether states can be read: one short prompt, and one of many tokens.
constexpr std::array<std::string_view, 2> kProbes{"The answer is",
                                                  "The river rises in the hills, turns north past two old towns and a "
                                                  "mill, and runs into the sea. Where does it end?"};
constexpr int kGenerated = 6, kReadBehind = 4;  // tokens of their answers, and how many of these a later state has
// The cosine of a state and itself: rounding leaves far more, a state that another sequence had a part in less.
constexpr double kSameState = .99;

std::vector<Request> probes(const Study& study, const Backend& backend) {
  std::vector<Request> out;
  for (const std::string_view text : kProbes) {
    Request& probe = out.emplace_back();
    probe.model = backend.model();
    probe.input = RawText{std::string(text)};
    probe.decoding.max_tokens = kGenerated;
    probe.captures = state_sites(study.states, backend.capabilities().n_layers);
    if (std::ranges::find(study.states.points, kMeanPrompt) == study.states.points.end()) continue;
    for (const std::size_t n = probe.captures.size(); probe.captures.size() < 2 * n;) {
      Site mean = probe.captures[probe.captures.size() - n];
      mean.pool = Site::Pool::kMeanInput;
      probe.captures.push_back(mean);
    }
  }
  return out;
}

// The states along an answer.
std::vector<Request> read_later(const Request& parent, const Response& response) {
  const auto* done = std::get_if<Completion>(&response);
  if (done == nullptr || std::ssize(done->tokens) < kReadBehind) return {};
  Request out = parent;
  out.prefix = Prefix{parent.id(), kReadBehind, "", std::nullopt};
  out.prefix_tokens.assign(done->tokens.begin(), done->tokens.begin() + kReadBehind);
  out.decoding.max_tokens = 0;
  std::erase_if(out.captures, [](const Site& site) { return site.pool != Site::Pool::kLast; });
  return {out};
}

void ask(Backend& backend, std::vector<Request> requests, Responses& out, const Backend::FollowUps& follow_ups = {}) {
  const Bundle bundle{std::move(requests)};
  backend.answer({&bundle, 1}, [&](const Request& q, const Response& r) { out.insert_or_assign(q.id(), r); },
                 follow_ups, {});
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double both = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    both += static_cast<double>(a[i]) * b[i];
    of_a += static_cast<double>(a[i]) * a[i];
    of_b += static_cast<double>(b[i]) * b[i];
  }
  return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : (of_a == of_b ? 1 : 0);
}

void require_same(const ModelSpec& model, const Response& one, const Response& other) {
  const auto* a = std::get_if<Completion>(&one);
  const auto* b = std::get_if<Completion>(&other);
  if (a == nullptr || b == nullptr) return;
  for (std::size_t i = 0; i < std::min(a->states.size(), b->states.size()); ++i) {
    const double c = cosine(a->states[i].x, b->states[i].x);
    if (c < kSameState)
      throw Error(ErrorKind::kModel,
                  fmt::format("model '{}': its hidden states cannot be relied on: {} of one prompt is another when it "
                              "is read again (cosine {:.3f})",
                              model.name, site_name(a->states[i].site), c),
                  "`brink selftest` says what they depend on; leave [states] out of the study, or ask another model");
  }
}

}  // namespace

void require_states(const Study& study, const ModelSpec& model, Backend& backend) {
  if (study.states.points.empty()) return;
  const std::vector<Request> prompts = probes(study, backend);
  std::vector<Request> later;
  Responses together;
  ask(backend, prompts, together, [&](const Request& request, const Response& response) {
    if (request.prefix) return std::vector<Request>{};
    std::vector<Request> next = read_later(request, response);
    later.insert(later.end(), next.begin(), next.end());
    return next;
  });
  for (const auto& [id, response] : together) {
    const auto* failure = std::get_if<Failure>(&response);
    if (failure && (failure->kind == Failure::Kind::kUnsupported || failure->kind == Failure::Kind::kBadLogits))
      throw Error(ErrorKind::kModel,
                  "model '" + model.name + "': its hidden states cannot be read: " + failure->message,
                  "leave [states] out of the study, or ask another model");
  }
  // Each by itself, those along an answer before its prompt: on caches that hold something else.
  Responses apart;
  for (const std::span<const Request> requests : {std::span<const Request>(later), std::span<const Request>(prompts)})
    for (auto request = requests.rbegin(); request != requests.rend(); ++request) ask(backend, {*request}, apart);
  for (const auto& [id, response] : apart)
    if (const auto first = together.find(id); first != together.end()) require_same(model, first->second, response);
}

double state_bytes(const PlannedConfiguration& planned, double n_to_send, double n_states, int d_model) {
  const double size = planned.states.type == StateType::kFloat16 ? 2 : 4;
  return (n_to_send * static_cast<double>(planned.common.captures.size()) + n_states) * d_model * size;
}

double missing_state_bytes(std::span<const PlannedConfiguration> planned, const std::filesystem::path& store,
                           const Backend& backend) {
  if (std::ranges::all_of(planned, [](const auto& c) { return c.states.points.empty(); })) return 0;
  std::unordered_set<Sha256> known;
  std::vector<Cell> cells;
  if (std::filesystem::exists(store)) {
    const Store existing = Store::open(store, Store::Mode::kRead);
    known = existing.record_ids();
    cells = existing.cells();
  }
  double bytes = 0;
  for (const PlannedConfiguration& configuration : planned) {
    if (configuration.states.points.empty() || configuration.items.empty()) continue;
    int n_to_send = 0;
    for (std::size_t first = 0; first < configuration.items.size();)
      for (const PlannedItem& item : plan_piece(configuration, first)) {
        ++first;
        for (const Cell& cell : item.cells) n_to_send += known.insert(cell.record).second ? 1 : 0;
      }
    const double n_states = follow_up_cost(configuration, cells, backend).n_states;
    bytes += state_bytes(configuration, n_to_send, n_states, backend.capabilities().d_model);
  }
  return bytes;
}

std::string bytes_text(double bytes) {
  static constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, kUnits[unit]);
}

}  // namespace brink
