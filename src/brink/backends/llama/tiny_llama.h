#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/backends/llama/tiny_gguf.h"

/// For tests: a backend on a model of a few kilobytes, and how to ask it.
namespace brink {

extern const BackendKind kLlama;

namespace tiny_llama {

namespace fs = std::filesystem;

// Turns as "[role] text", an open turn "[assistant] " at the end.
inline constexpr const char* kTemplate =
    "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}[assistant] {% endif %}";

using Answers = std::map<Sha256, Response>;

inline Answers ask(Backend& backend, const std::vector<Bundle>& bundles, const Backend::FollowUps& follow_ups = {}) {
  Answers out;
  backend.answer(bundles, [&](const Request& q, const Response& r) { EXPECT_TRUE(out.emplace(q.id(), r).second); },
                 follow_ups, {});
  return out;
}

inline Response ask_one(Backend& backend, const Request& request) {
  return ask(backend, {Bundle{{request}}}).at(request.id());
}

inline Completion complete(Backend& backend, const Request& request) {
  const Response response = ask_one(backend, request);
  if (const Failure* f = std::get_if<Failure>(&response)) throw std::runtime_error(f->message);
  return std::get<Completion>(response);
}

inline Request raw(const std::string& text, int max_tokens) {
  Request r;
  r.input = RawText{text};
  r.decoding.max_tokens = max_tokens;
  return r;
}

inline Request chat(Messages messages, int max_tokens = 4) {
  Request r;
  r.input = std::move(messages);
  r.decoding.max_tokens = max_tokens;
  return r;
}

inline Request fork(const Request& parent, const Completion& done, int n_tokens, const std::string& suffix,
                    int max_tokens) {
  Request r = parent;
  r.prefix = Prefix{parent.id(), n_tokens, suffix, std::nullopt};
  r.prefix_tokens.assign(done.tokens.begin(), done.tokens.begin() + n_tokens);
  r.decoding.max_tokens = max_tokens;
  return r;
}

inline void expect_same_bits(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [id, response] : a) {
    SCOPED_TRACE(id.short_hex());
    ASSERT_TRUE(b.contains(id));
    const auto& x = std::get<Completion>(response);
    const auto& y = std::get<Completion>(b.at(id));
    EXPECT_EQ(x.text, y.text);
    EXPECT_EQ(x.tokens, y.tokens);
    EXPECT_EQ(x.logprobs_nats, y.logprobs_nats);
    EXPECT_EQ(x.finish, y.finish);
    EXPECT_EQ(x.read_out->logsumexp, y.read_out->logsumexp);
    EXPECT_EQ(x.read_out->top, y.read_out->top);
    ASSERT_EQ(x.states.size(), y.states.size());
    for (std::size_t i = 0; i < x.states.size(); ++i) EXPECT_TRUE(x.states[i].x == y.states[i].x) << i;
  }
}

class TinyLlama : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("brink_llama_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<Backend> open(int n_parallel, const llama::TinyModel& model = {.chat_template = kTemplate},
                                bool deterministic = true, int n_ctx = 512, int n_read_outs = 0) const {
    llama::write_tiny_gguf(folder_ / "model.gguf", model);
    EndpointSpec spec;
    spec.path = (folder_ / "model.gguf").string();
    spec.n_parallel = n_parallel;
    spec.n_read_outs = n_read_outs;
    spec.deterministic = deterministic;
    spec.n_ctx = n_ctx;
    spec.n_threads = 1;  // so small a graph is all barriers
    return kLlama.open(spec);
  }

  fs::path folder_;
};

// Variants with a common beginning; some sampled, some reads, some with states.
inline std::vector<Bundle> study() {
  std::vector<Bundle> out;
  for (int item = 0; item < 4; ++item) {
    Bundle bundle;
    for (int variant = 0; variant < 4; ++variant) {
      Request r = chat({{"system", "Answer."},
                        {"user", std::string(static_cast<std::size_t>(20 * item), 'q') + " item " +
                                     std::to_string(item) + std::string(static_cast<std::size_t>(variant), 'v')}},
                       4 + 4 * item + variant);
      if (variant == 1) r.decoding.temperature = 0.8;
      if (variant == 0)
        r.captures = {{Site::Point::kResidPost, 2, Site::Pool::kMeanInput},
                      {Site::Point::kResidPost, 1},
                      {Site::Point::kFinal, 0, Site::Pool::kMeanInput}};
      if (variant == 2)
        r.captures = {{Site::Point::kResidPost, 0}, {Site::Point::kResidPost, 2}, {Site::Point::kFinal}};
      if (variant == 3 && item == 1) r.decoding.max_tokens = 0;
      bundle.requests.push_back(std::move(r));
    }
    out.push_back(std::move(bundle));
  }
  return out;
}

}  // namespace tiny_llama
}  // namespace brink
