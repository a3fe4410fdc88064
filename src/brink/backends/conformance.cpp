#include "conformance.h"

#include <cstdlib>
#include <filesystem>

#include "brink/store/store.h"

namespace brink::conformance {
namespace {

constexpr int kMaxTokens = 12;

/// Records everything that the suite asks, answered by a scripted model.
void record_all(const std::filesystem::path& path) {
  const auto scripted = open_backend({.backend = "scripted", .path = "think"});
  Store store = Store::open(path, Store::Mode::kWrite);
  store.put_model("recorded", scripted->model(), scripted->provenance());
  Bundle all;
  for (const Request& q : questions(scripted->model())) {
    all.requests.insert(all.requests.end(), {q, as_read(q), with_stop(q)});
    for (Request& r : all.requests) r.captures = captured_sites();
  }
  scripted->answer({&all, 1},
                   [&](const Request& q, const Response& r) {
                     store.append({q.id(), q, r, scripted->provenance(), Sampled{}, {}});
                   },
                   continuations, {});
}

/// A small instruct model for tests; empty when there is none.
std::string test_model() {
  if (const char* path = std::getenv("BRINK_TEST_MODEL")) return path;
  const char* home = std::getenv("HOME");
  const std::string path = std::string(home ? home : "") + "/.cache/brink/models/smollm2-135m-instruct-q4_1.gguf";
  return std::filesystem::exists(path) ? path : "";
}

}  // namespace

std::vector<const BackendKind*> rows(Needs needs) {
  std::vector<const BackendKind*> out;
  for (const BackendKind* kind : backend_kinds())
    if ((kind->name == "llama") == (needs == Needs::kWeights)) out.push_back(kind);
  return out;
}

std::string row_name(const ::testing::TestParamInfo<const BackendKind*>& info) { return std::string(info.param->name); }

std::vector<Request> questions(const ModelKey& model) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> items{
      {"Which planet is known as the Red Planet?", {"Venus", "Mars", "Jupiter", "Saturn"}},
      {"What do plants take in from the air?", {"oxygen", "helium", "carbon dioxide", "methane"}}};
  std::vector<Request> out;
  for (const auto& [stem, options] : items)
    for (std::size_t shift = 0; shift < options.size(); ++shift) {
      std::string user = stem;
      for (std::size_t slot = 0; slot < options.size(); ++slot)
        user += std::string("\n") + static_cast<char>('A' + slot) + ". " +
                options[(slot + options.size() - shift) % options.size()];
      Request q;
      q.model = model;
      q.input = Messages{{"system", "Think, then write: The answer is (X)."}, {"user", user}};
      q.decoding.max_tokens = kMaxTokens;
      q.asked = {'A', 'B', 'C', 'D'};
      out.push_back(std::move(q));
    }
  return out;
}

std::vector<Site> captured_sites() {
  std::vector<Site> out;
  for (const Site& site : {Site{Site::Point::kResidPost, 1}, Site{Site::Point::kFinal}})
    for (const Site::Pool pool : {Site::Pool::kLast, Site::Pool::kMeanInput})
      out.push_back({site.what, site.layer, pool});
  return out;
}

Request as_read(Request request) {
  request.decoding.max_tokens = 0;
  return request;
}

Request with_stop(Request request) {
  request.decoding.stop = {kStop};
  return request;
}

std::vector<Request> continuations(const Request& request, const Response& response) {
  const auto* done = std::get_if<Completion>(&response);
  if (!done || request.prefix || request.decoding.max_tokens != kMaxTokens || !request.decoding.stop.empty()) return {};
  const int half = static_cast<int>(done->tokens.size()) / 2;
  std::vector<Request> out;
  for (const char* suffix : {"", "\n\nThe answer is ("}) {
    Request next = request;
    next.prefix = Prefix{request.id(), half, suffix, std::nullopt};
    next.prefix_tokens.assign(done->tokens.begin(), done->tokens.begin() + half);
    next.decoding.max_tokens = *suffix == '\0' ? kMaxTokens - half : 4;
    out.push_back(std::move(next));
  }
  return out;
}

void Conformance::SetUp() {
  spec_.backend = GetParam()->name;
  spec_.n_parallel = 4;
  if (spec_.backend == "scripted") {
    spec_.path = "think";
  } else if (spec_.backend == "replay") {
    directory_.emplace();
    spec_.path = (*directory_ / "recorded.brink").string();
    record_all(spec_.path);
  } else if (spec_.backend == "llama") {
    spec_.path = test_model();
    if (spec_.path.empty()) GTEST_SKIP() << "no model: set BRINK_TEST_MODEL to a small instruct GGUF";
  } else {
    FAIL() << "say here how the suite opens '" << spec_.backend << "'";
  }
  backend_ = open();
}

std::unique_ptr<Backend> Conformance::open(int n_ctx) const {
  EndpointSpec spec = spec_;
  spec.n_ctx = n_ctx;
  return open_backend(spec);
}

Responses Conformance::answers(Backend& backend, const std::vector<Bundle>& bundles,
                               const Backend::FollowUps& follow_ups) {
  Responses out;
  backend.answer(bundles,
                 [&](const Request& q, const Response& r) {
                   EXPECT_TRUE(out.emplace(q.id(), r).second) << "answered twice: " << q.id().hex();
                 },
                 follow_ups, {});
  return out;
}

}  // namespace brink::conformance
