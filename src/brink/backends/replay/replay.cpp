#include <algorithm>
#include <filesystem>

#include "brink/backends/backends.h"
#include "brink/backends/one_by_one.h"
#include "brink/base/error.h"
#include "brink/store/store.h"

namespace brink {
namespace {

/// "study.brink", or "study.brink#NAME" where a store has records of several models.
struct Source {
  std::string path, model;
};

Source parse_source(const std::string& text) {
  const std::size_t mark = text.rfind('#');
  if (mark == std::string::npos || std::filesystem::exists(text)) return {text, {}};
  return {text.substr(0, mark), text.substr(mark + 1)};
}

ModelKey recorded_model(const Store& store, const Source& source) {
  std::vector<Store::ModelRow> models = store.models();
  if (!source.model.empty()) std::erase_if(models, [&](const auto& m) { return m.name != source.model; });
  if (models.empty())
    throw Error(
        ErrorKind::kModel,
        source.path + ": it has no records of a model" + (source.model.empty() ? "" : " '" + source.model + "'"),
        "replay needs a store that `brink run` has written to");
  for (const auto& m : models)
    if (m.key != models.front().key)
      throw Error(ErrorKind::kModel,
                  source.path + ": it has records of several models: '" + models.front().name + "', '" + m.name + "'",
                  "name one, as in path = \"" + source.path + "#" + models.front().name + "\"");
  return models.front().key;
}

Failure unsupported(std::string why) { return {Failure::Kind::kUnsupported, std::move(why)}; }

/// The states asked for must have been recorded with the answer.
std::optional<Failure> pick_states(const std::vector<Site>& captures, Completion& out) {
  std::vector<State> picked;
  for (const Site& site : captures) {
    const auto found =
        std::find_if(out.states.begin(), out.states.end(), [&](const State& s) { return s.site == site; });
    if (found == out.states.end()) return unsupported("the state at " + site_name(site) + " was not recorded");
    picked.push_back(*found);
  }
  out.states = std::move(picked);
  return std::nullopt;
}

/// So must the log-probabilities that a read request is all about; an answer is one without them, too.
std::optional<Failure> pick_asked(const Request& q, Completion& out) {
  const bool needed = q.decoding.max_tokens == 0;
  if (!out.read_out) {
    if (q.asked.empty() || !needed) return std::nullopt;
    return unsupported("the read-out was not recorded");
  }
  std::vector<TokenLogprob> picked;
  for (const Token id : q.asked) {
    const auto is_it = [&](const TokenLogprob& t) { return t.id == id; };
    auto found = std::find_if(out.read_out->asked.begin(), out.read_out->asked.end(), is_it);
    if (found == out.read_out->asked.end()) {
      found = std::find_if(out.read_out->top.begin(), out.read_out->top.end(), is_it);
      if (found == out.read_out->top.end()) {
        if (!needed) continue;
        return unsupported("the log-probability of token " + std::to_string(id) + " was not recorded");
      }
    }
    picked.push_back(*found);
  }
  out.read_out->asked = std::move(picked);
  return std::nullopt;
}

class ReplayBackend final : public Backend {
 public:
  explicit ReplayBackend(const Source& source)
      : path_(source.path), store_(Store::open(path_, Store::Mode::kRead)), key_(recorded_model(store_, source)) {}

  const ModelKey& model() const override { return key_; }
  Capabilities capabilities() const override {
    return {.token_ids = true, .logprobs = true, .prefixes = true, .states = true, .deterministic = true};
  }
  Provenance provenance() const override { return {{"backend", "replay"}, {"store", path_}}; }

  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token stop) override {
    answer_one_by_one(bundles, sink, follow_ups, stop, [this](const Request& q) { return respond(q); });
  }

 private:
  Response respond(const Request& q) const {
    std::optional<Record> record = store_.record(q.id());
    if (!record) return Failure{Failure::Kind::kOther, "not recorded in " + path_};
    if (auto* completion = std::get_if<Completion>(&record->response)) {
      if (const auto failure = pick_states(q.captures, *completion)) return *failure;
      if (const auto failure = pick_asked(q, *completion)) return *failure;
    }
    return std::move(record->response);
  }

  std::string path_;
  Store store_;
  ModelKey key_;
};

}  // namespace

extern const BackendKind kReplay;
const BackendKind kReplay{"replay", "Answers from the records of a store, by request id; asks no model.",
                          [](const EndpointSpec& spec) -> std::unique_ptr<Backend> {
                            return std::make_unique<ReplayBackend>(parse_source(spec.path));
                          }};

}  // namespace brink
