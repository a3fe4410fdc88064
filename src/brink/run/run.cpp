#include "brink/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "brink/run/following.h"

namespace brink {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Different requests of a configuration, those that have a record when it begins or are an earlier configuration's
/// too, and those that the store had before this run, each counted in one configuration alone, and failures among them.
struct Count {
  int n_total = 0, n_done = 0, n_found = 0, n_failed = 0;
};

// Marks the cells of a configuration in the store.
// @param known   ids with a record, or asked by an earlier configuration; this one's join it.
// @param before  ids with a record, true = a failure; those that are counted leave it
Count mark_cells(const PlannedConfiguration& configuration, Store& store, std::unordered_map<Sha256, bool>& before,
                 std::unordered_set<Sha256>& known) {
  Count out;
  std::unordered_set<Sha256> own;
  for (std::size_t first = 0; first < configuration.items.size();) {
    std::vector<Cell> cells;
    for (PlannedItem& item : plan_piece(configuration, first)) {
      ++first;
      for (Cell& cell : item.cells) {
        if (own.insert(cell.record).second) {
          out.n_done += known.insert(cell.record).second ? 0 : 1;
          if (const auto was = before.find(cell.record); was != before.end()) {
            ++out.n_found;
            out.n_failed += was->second ? 1 : 0;
            before.erase(was);
          }
        }
        cells.push_back(std::move(cell));
      }
    }
    store.put_cells(cells);
  }
  out.n_total = static_cast<int>(own.size());
  return out;
}

// What each request shows, by request id.
ShownById what_is_shown(std::span<const PlannedItem> piece, std::span<const Item> items) {
  ShownById out;
  for (std::size_t i = 0; i < piece.size(); ++i)
    for (const Cell& cell : piece[i].cells) {
      Shown& shown = out[cell.record];
      shown.item = &items[i];
      shown.cells.push_back(cell);
    }
  return out;
}

void ask_labels(std::span<PlannedItem> piece, LabelTokens& labels, Store& store, const Backend& backend) {
  const std::size_t n_texts = labels.texts().size();
  for (PlannedItem& item : piece)
    for (std::size_t i = 0; i < item.requests.size(); ++i) item.requests[i].asked = labels.of(item.cells[i].variant);
  if (labels.texts().size() > n_texts) store.put_token_texts(backend.model().weights, labels.texts());
}

// Texts of tokens that answers are made of, each put into the store once: what places in a text are counted in.
class AnswerTokens {
 public:
  AnswerTokens(Store& store, const Backend& backend) : store_(store), backend_(backend) {
    for (const auto& [token, text] : store.token_texts(backend.model().weights)) known_.insert(token);
  }

  void put(const Completion& completion) {
    std::map<Token, std::string> added;
    for (const Token token : completion.tokens)
      if (known_.insert(token).second)
        if (auto text = backend_.token_text(token)) added.emplace(token, *std::move(text));
    if (!added.empty()) store_.put_token_texts(backend_.model().weights, added);
  }

 private:
  Store& store_;
  const Backend& backend_;
  std::unordered_set<Token> known_;
};

constexpr int kCompared = 32;  // prompts of a configuration; each costs a rendering and a read

// Tokenises recorded prompts again, `n_left` at most.
void compare_prompts(std::span<const PlannedItem> piece, const std::unordered_set<Sha256>& recorded,
                     const Backend& backend, const Store& store, int& n_left, RunSummary& summary) {
  for (const PlannedItem& item : piece)
    for (std::size_t i = 0; i < item.requests.size() && n_left > 0; ++i) {
      if (!recorded.contains(item.cells[i].record)) continue;
      const std::optional<std::vector<Token>> now = backend.prompt_tokens(item.requests[i]);
      if (!now) return;
      --n_left;
      const std::optional<Record> record = store.record(item.cells[i].record);
      const auto* then = record ? std::get_if<Completion>(&record->response) : nullptr;
      if (!then || then->prompt_tokens.empty()) continue;
      ++summary.n_compared;
      summary.n_other_tokens += then->prompt_tokens != *now ? 1 : 0;
    }
}

Origin origin_of(const Request& request) {
  if (request.prefix) return Fork{request.prefix->record};
  return Sampled{};
}

}  // namespace

RunSummary& RunSummary::operator+=(const RunSummary& other) {
  n_made += other.n_made;
  n_follow_ups += other.n_follow_ups;
  n_failed_follow_ups += other.n_failed_follow_ups;
  n_follow_ups_found += other.n_follow_ups_found;
  n_failed_follow_ups_found += other.n_failed_follow_ups_found;
  n_found += other.n_found;
  n_failed += other.n_failed;
  n_failed_found += other.n_failed_found;
  n_compared += other.n_compared;
  n_other_tokens += other.n_other_tokens;
  n_prefilled += other.n_prefilled;
  n_shared += other.n_shared;
  n_generated += other.n_generated;
  stopped |= other.stopped;
  wall_s += other.wall_s;
  plan_s += other.plan_s;
  store_s += other.store_s;
  read_s += other.read_s;
  return *this;
}

Response with_states_as(Response response, StateType type, const Sha256& record) {
  constexpr float kFirstInfinite = 65520;  // of float16, rounded to nearest
  auto* done = std::get_if<Completion>(&response);
  if (!done) return response;
  for (State& state : done->states) {
    state.type = type;
    const auto bad = std::ranges::find_if(state.x, [&](float v) {
      return !std::isfinite(v) || (type == StateType::kFloat16 && std::abs(v) >= kFirstInfinite);
    });
    if (bad == state.x.end()) continue;
    return Failure{
        Failure::Kind::kBadStates,
        fmt::format("record {}: the state at {} has {} in dimension {}{}", record.hex(), site_name(state.site), *bad,
                    bad - state.x.begin(),
                    std::isfinite(*bad) ? ", too large for float16: set dtype = \"float32\" in [states]" : "")};
  }
  return response;
}

RunSummary run(std::span<const PlannedConfiguration> plan, Backend& backend, LabelTokens& labels, Store& store,
               const HasAnswer& has_answer, const FollowUps& follow, const std::stop_token& stop, const Watch& watch) {
  RunSummary summary;
  const auto planning = Clock::now();
  const Provenance made = backend.provenance();
  AnswerTokens answer_tokens(store, backend);
  std::unordered_set<Sha256> recorded = store.record_ids();
  std::vector<Count> counts;
  std::unordered_map<Sha256, bool> before;
  for (const Sha256& id : recorded) before.emplace(id, false);
  for (const Sha256& id : store.failed_ids()) before[id] = true;
  {
    std::unordered_set<Sha256> known = recorded;
    for (const PlannedConfiguration& c : plan) counts.push_back(mark_cells(c, store, before, known));
  }
  summary.plan_s = seconds_since(planning);

  for (std::size_t i = 0; i < plan.size() && !summary.stopped; ++i) {
    const PlannedConfiguration& configuration = plan[i];
    const auto start = Clock::now();
    Progress progress{.model = configuration.model, .dataset = configuration.dataset, .mode = configuration.mode};
    progress.n_total = counts[i].n_total;
    progress.n_done = counts[i].n_done;
    summary.n_found += counts[i].n_found;
    summary.n_failed_found += counts[i].n_failed;
    watch(progress);

    ShownById shown;
    Record latest;
    const auto sink = [&](const Request& request, const Response& given) {
      const Sha256 id = request.id();
      latest = {id, request, with_states_as(given, configuration.states.type, id), made, origin_of(request), {}};
      const Response& response = latest.response;
      const auto storing = Clock::now();
      store.append(latest);
      if (const auto* completion = std::get_if<Completion>(&response)) answer_tokens.put(*completion);
      summary.store_s += seconds_since(storing);

      const auto question = shown.find(latest.id);
      if (question == shown.end()) {
        ++progress.n_follow_ups;
      } else {
        ++progress.n_done;
        ++progress.n_made;
      }
      if (const auto* completion = std::get_if<Completion>(&response)) {
        const auto reading = Clock::now();
        if (question != shown.end()) {
          ++progress.n_answered;
          const Variant& variant = question->second.cells.front().variant;
          progress.n_read += has_answer(*completion, configuration.how, *question->second.item, variant) ? 1 : 0;
        }
        summary.read_s += seconds_since(reading);
        progress.n_prefilled += completion->usage.n_prefilled;
        progress.n_shared += completion->usage.n_shared;
        progress.n_generated += completion->usage.n_generated;
      } else {
        ++(question == shown.end() ? progress.n_failed_follow_ups : progress.n_failed);
      }
      progress.elapsed_s = seconds_since(start);
      watch(progress);
    };
    int n_to_compare = progress.n_done > 0 ? kCompared : 0;
    Following following(configuration, follow, store, recorded, before);
    const auto follow_ups = [&](const Request&, const Response&) {
      const auto question = shown.find(latest.id);
      return question == shown.end() ? following.after(latest, shown) : following.start(question->second, latest);
    };

    for (std::size_t first = 0; first < configuration.items.size() && !stop.stop_requested();) {
      const auto piecing = Clock::now();
      std::vector<PlannedItem> piece = plan_piece(configuration, first);
      ask_labels(piece, labels, store, backend);
      shown = what_is_shown(piece, configuration.items.subspan(first));
      first += piece.size();
      compare_prompts(piece, recorded, backend, store, n_to_compare, summary);
      std::vector<Bundle> bundles = following.found(shown);
      std::ranges::move(to_send(std::move(piece), recorded), std::back_inserter(bundles));
      summary.plan_s += seconds_since(piecing);
      if (!bundles.empty()) backend.answer(bundles, sink, follow_ups, stop);
    }

    progress.elapsed_s = seconds_since(start);
    progress.ended = true;
    watch(progress);
    summary.n_made += progress.n_made;
    summary.n_follow_ups += progress.n_follow_ups;
    summary.n_failed += progress.n_failed;
    summary.n_failed_follow_ups += progress.n_failed_follow_ups;
    summary.n_follow_ups_found += following.n_found();
    summary.n_failed_follow_ups_found += following.n_failed_found();
    summary.n_prefilled += progress.n_prefilled;
    summary.n_shared += progress.n_shared;
    summary.n_generated += progress.n_generated;
    summary.wall_s += progress.elapsed_s;
    summary.stopped = stop.stop_requested();
  }
  return summary;
}

}  // namespace brink
