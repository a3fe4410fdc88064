#include "brink/backends/llama/selftest.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "brink/backends/backends.h"
#include "brink/backends/llama/gguf_file.h"
#include "brink/base/error.h"

namespace brink {
extern const BackendKind kLlama;
}

namespace brink::llama {
namespace {

using Answers = std::map<Sha256, Response>;
using Vector = std::vector<float>;

constexpr int kForkAt = 7;
constexpr double kSameDirection = .99;  // of states in the fast mode
constexpr double kSameThing = .9999;    // of states and what they are called

std::vector<Site> every_site(int n_layers) {
  std::vector<Site> out;
  for (int layer = 0; layer <= n_layers; ++layer) out.push_back({Site::Point::kResidPost, layer});
  out.push_back({Site::Point::kFinal});
  return out;
}

Request prompt(std::string text, int max_tokens, const std::vector<Site>& captures) {
  Request out;
  out.input = RawText{std::move(text)};
  out.decoding.max_tokens = max_tokens;
  out.captures = captures;
  return out;
}

// Of 14 to some 200 tokens; every other one sampled.
std::vector<Request> prompts(const std::vector<Site>& captures) {
  std::vector<Request> out;
  std::string passage = "The river rises in the hills and runs north to the sea. ";
  for (int i = 0; i < 8; ++i) {
    out.push_back(
        prompt(passage + "Question " + std::to_string(i) + ": where does the river end?", 24 + 3 * i, captures));
    out.back().decoding.temperature = i % 2 == 0 ? 0.0 : 0.7;
    if (i % 3 == 2) passage += passage;
  }
  return out;
}

// Of one word, and of many.
std::vector<Request> short_and_long(const std::vector<Site>& captures) {
  std::vector<Request> out;
  std::string text = "Rain";
  for (int i = 0; i < 5; ++i) {
    out.push_back(prompt(text, 12, captures));
    text = text + " and " + text;
    text += text.size() > 100 ? text : "";
  }
  return out;
}

Answers ask(Backend& backend, std::vector<Request> requests, const Backend::FollowUps& follow_ups = {}) {
  Answers out;
  const Bundle bundle{std::move(requests)};
  backend.answer({&bundle, 1}, [&](const Request& q, const Response& r) { out.emplace(q.id(), r); }, follow_ups, {});
  return out;
}

Answers ask_alone(Backend& backend, const std::vector<Request>& requests) {
  Answers out;
  for (auto r = requests.rbegin(); r != requests.rend(); ++r) out.merge(ask(backend, {*r}));
  return out;
}

std::vector<Request> forks_of(const Request& parent, const Response& response) {
  const auto* done = std::get_if<Completion>(&response);
  if (parent.prefix || done == nullptr || done->tokens.size() < kForkAt) return {};
  Request fork = parent;
  fork.prefix = Prefix{parent.id(), kForkAt, "\nThe answer is", std::nullopt};
  fork.prefix_tokens.assign(done->tokens.begin(), done->tokens.begin() + kForkAt);
  fork.decoding.max_tokens = 8;
  Request read = fork;
  read.prefix->suffix.clear();
  read.decoding.max_tokens = 0;
  return {fork, read};
}

double cosine(const Vector& a, const Vector& b) {
  const auto as_doubles = [](const Vector& v) {
    return Eigen::Map<const Eigen::VectorXf>(v.data(), static_cast<Eigen::Index>(v.size())).cast<double>().eval();
  };
  const Eigen::VectorXd x = as_doubles(a), y = as_doubles(b);
  const double norms = x.norm() * y.norm();
  return norms > 0 ? x.dot(y) / norms : (x == y ? 1 : 0);
}

double norm(const Vector& v) {
  return Eigen::Map<const Eigen::VectorXf>(v.data(), static_cast<Eigen::Index>(v.size())).cast<double>().norm();
}

bool same_bits(const Completion& x, const Completion& y) {
  return x.tokens == y.tokens && x.logprobs_nats == y.logprobs_nats && x.read_out && y.read_out &&
         x.read_out->logsumexp == y.read_out->logsumexp && x.read_out->top == y.read_out->top &&
         std::ranges::equal(x.states, y.states, {}, &State::x, &State::x);
}

void note_cosine(SelftestRow& row, double value, const std::string& where) {
  if (value >= row.cosine) return;
  row.cosine = value;
  if (!row.ok()) row.note = where;
}

void compare(SelftestRow& row, const Answers& reference, const Answers& others) {
  for (const auto& [id, response] : others) {
    ++row.n;
    const auto found = reference.find(id);
    const auto* a = found == reference.end() ? nullptr : std::get_if<Completion>(&found->second);
    const auto* b = std::get_if<Completion>(&response);
    if (a == nullptr || b == nullptr) {
      const auto* failure = std::get_if<Failure>(&response);
      throw Error(ErrorKind::kModel, failure ? failure->message : "a prompt was not answered twice",
                  "the model cannot be tested as it is");
    }
    if (same_bits(*a, *b)) continue;
    if (row.n_different++ == 0) row.note = "request " + id.short_hex();
    for (std::size_t i = 0; i < std::min(a->states.size(), b->states.size()); ++i)
      note_cosine(row, cosine(a->states[i].x, b->states[i].x),
                  "request " + id.short_hex() + ", " + site_name(a->states[i].site));
  }
}

void test_batching(Backend& backend, SelftestReport& report) {
  const std::vector<Site> sites = every_site(backend.capabilities().n_layers);
  const auto add = [&](const char* what, const Answers& reference, const Answers& others) {
    SelftestRow& row = report.rows.emplace_back();
    row.what = what;
    if (!report.bitwise) row.least = kSameDirection;
    compare(row, reference, others);
  };
  const std::vector<Request> all = prompts(sites);
  std::vector<Request> forks;
  const Answers together = ask(backend, all, [&](const Request& q, const Response& r) {
    std::vector<Request> next = forks_of(q, r);
    forks.insert(forks.end(), next.begin(), next.end());
    return next;
  });
  add("asked alone", together, ask_alone(backend, all));
  add("in another order", together, ask(backend, {all.rbegin(), all.rend()}));
  add("forked later", together, ask(backend, forks));
  const std::vector<Request> mixed = short_and_long(sites);
  add("beside other lengths", ask_alone(backend, mixed), ask(backend, mixed));
}

// What a norm of the file makes of a state; nothing where the file does not say.
std::optional<Vector> normed(const Vector& x, const GgufFile& file, const std::string& name) {
  const auto weight = file.row(name + ".weight", 0);
  const auto rms_epsilon = file.number(".attention.layer_norm_rms_epsilon");
  const auto epsilon = rms_epsilon ? rms_epsilon : file.number(".attention.layer_norm_epsilon");
  if (!weight || weight->size() != x.size() || !epsilon) return std::nullopt;
  const auto bias = file.row(name + ".bias", 0);
  const auto n = static_cast<double>(x.size());
  double mean = 0, square = 0;
  for (const float v : x) mean += rms_epsilon ? 0 : v / n;
  for (const float v : x) square += (v - mean) * (v - mean) / n;
  Vector out;
  for (std::size_t i = 0; i < x.size(); ++i)
    out.push_back(static_cast<float>((x[i] - mean) / std::sqrt(square + *epsilon) * (*weight)[i] +
                                     (bias && bias->size() == x.size() ? (*bias)[i] : 0.0F)));
  return out;
}

// The final norm; lfm2 has it under the name of another.
std::optional<Vector> final_normed(const Vector& x, const GgufFile& file) {
  const auto out = normed(x, file, "output_norm");
  return out ? out : normed(x, file, "token_embd_norm");
}

// What the file makes of a prompt's last token before block 1: its row of the embedding matrix, with its position's
// where positions have rows; normed where that is nearer.
std::optional<Vector> embedded(const GgufFile& file, const std::vector<Token>& prompt, const Vector& near) {
  auto row = file.row("token_embd.weight", prompt.back());
  if (!row || row->size() != near.size()) return std::nullopt;
  if (const auto position = file.row("position_embd.weight", static_cast<std::int64_t>(prompt.size()) - 1))
    std::ranges::transform(*row, *position, row->begin(), std::plus<float>());
  const auto in_norm = normed(*row, file, "token_embd_norm");
  return in_norm && cosine(near, *in_norm) > cosine(near, *row) ? in_norm : row;
}

void test_names(Backend& backend, const GgufFile& file, SelftestReport& report) {
  const std::vector<Site> sites = every_site(backend.capabilities().n_layers);
  SelftestRow named{.what = fmt::format("layers named: 0 to {} and final", backend.capabilities().n_layers)};
  SelftestRow embedding{.what = "layer 0 is the embedding", .least = kSameThing};
  SelftestRow final{.what = "final is the norm of the last layer", .least = kSameThing};
  for (const char* text : {"The capital of France is", "2 + 2 =", "Rain"}) {
    const Response response = ask(backend, {prompt(text, 0, sites)}).begin()->second;
    ++named.n;
    const auto* done = std::get_if<Completion>(&response);
    if (done == nullptr) {
      ++named.n_different;
      named.note = std::get<Failure>(response).message;
      continue;
    }
    const std::vector<State>& states = done->states;
    if (const auto row = embedded(file, done->prompt_tokens, states.front().x)) {
      ++embedding.n;
      note_cosine(embedding, cosine(states.front().x, *row), text);
      const double scale = norm(states.front().x) / norm(*row);
      if (std::abs(scale - 1) > 1e-3) embedding.note = fmt::format("times {:.4g}", scale);
    }
    if (const auto expected = final_normed(states[states.size() - 2].x, file)) {
      ++final.n;
      note_cosine(final, cosine(states.back().x, *expected), text);
      const double scale = norm(states.back().x) / norm(*expected);
      if (std::abs(scale - 1) > 1e-3)
        note_cosine(final, 0, fmt::format("{}: its norm is {:.4g} times that", text, scale));
    }
  }
  if (embedding.n == 0) embedding.note = "not checked: the file has no matrix token_embd.weight";
  if (final.n == 0) final.note = "not checked: the file has no vector output_norm.weight, or no epsilon";
  report.rows.insert(report.rows.end(), {named, embedding, final});
}

std::vector<Drift> drift(Backend& backend, const EndpointSpec& spec) {
  const Capabilities can = backend.capabilities();
  const std::vector<Site> sites = every_site(can.n_layers);
  std::vector<Request> all = prompts(sites);
  for (Request& r : all) r.decoding.max_tokens = 0;
  const Answers here = ask(backend, all);
  const auto other = kLlama.open(spec);
  if (other->capabilities().n_layers != can.n_layers || other->capabilities().d_model != can.d_model)
    throw Error(ErrorKind::kModel, spec.path + ": it is another model: the layers differ in number or width",
                "name a file of the same model, as llama-quantize makes");
  const Answers there = ask(*other, all);
  std::vector<Drift> out;
  for (const Site& site : sites) out.push_back({site, 0, 1, 0});
  const auto n = static_cast<double>(all.size());
  for (const Request& r : all) {
    const auto* a = std::get_if<Completion>(&here.at(r.id()));
    const auto* b = std::get_if<Completion>(&there.at(r.id()));
    if (a == nullptr || b == nullptr || a->prompt_tokens != b->prompt_tokens)
      throw Error(ErrorKind::kModel, spec.path + ": it is another model: a prompt is other tokens",
                  "name a file of the same model, as llama-quantize makes");
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const double c = cosine(a->states[i].x, b->states[i].x);
      out[i].cosine += c / n;
      out[i].cosine_low = std::min(out[i].cosine_low, c);
      out[i].norm += norm(b->states[i].x) / norm(a->states[i].x) / n;
    }
  }
  return out;
}

}  // namespace

bool SelftestReport::ok() const { return std::ranges::all_of(rows, &SelftestRow::ok); }

SelftestReport selftest(const EndpointSpec& spec, const std::string& against) {
  const auto backend = kLlama.open(spec);
  SelftestReport report;
  report.bitwise = backend->capabilities().deterministic;
  test_names(*backend, GgufFile(spec.path), report);
  if (!report.rows.front().ok()) return report;  // without names there is nothing to compare
  test_batching(*backend, report);
  if (against.empty()) return report;
  EndpointSpec other = spec;
  other.path = against;
  report.drift = drift(*backend, other);
  return report;
}

}  // namespace brink::llama
