#include <fmt/format.h>

#include <memory>
#include <utility>

#include "brink/backends/backends.h"
#include "brink/backends/llama/chat.h"
#include "brink/backends/llama/engine.h"
#include "brink/backends/llama/prompt.h"
#include "brink/backends/llama/scheduler.h"

namespace brink {
namespace {

class LlamaBackend final : public Backend {
 public:
  explicit LlamaBackend(const EndpointSpec& spec)
      : spec_(spec),
        engine_(spec, llama::load_model(spec)),
        chat_(engine_.model().weights.get(), engine_.model().key.chat_template),
        prompts_(engine_.model(), chat_, spec.deterministic, engine_.min_piece()) {}

  const ModelKey& model() const override { return engine_.model().key; }

  Capabilities capabilities() const override {
    return {.token_ids = true,
            .logprobs = true,
            .prefixes = true,
            .states = true,
            .deterministic = engine_.bitwise(),
            .n_layers = engine_.model().n_layers,
            .d_model = engine_.model().d_model,
            .n_ctx = engine_.n_ctx()};
  }

  Provenance provenance() const override {
    return {{"backend", "llama"},
            {"build", fmt::format("llama.cpp {}, ggml {}", llama_version(), ggml_version())},
            {"mode", engine_.deterministic() ? "bitwise" : "fast"},
            {"n_ctx", std::to_string(engine_.n_ctx())},
            {"n_parallel", std::to_string(engine_.n_parallel())},
            {"threads", std::to_string(engine_.n_threads())},
            {"gpu_layers", std::to_string(spec_.gpu_layers)},
            {"kv_type", spec_.kv_type},
            {"system", llama_print_system_info()}};
  }

  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token stop) override {
    llama::Scheduler(engine_, prompts_, sink, follow_ups, std::move(stop)).run(bundles);
  }

  std::optional<std::string> token_text(Token id) const override {
    if (id < 0 || id >= engine_.model().n_vocab) return std::nullopt;
    return engine_.model().piece(id);
  }

  std::optional<std::vector<Token>> prompt_tokens(const Request& request) const override {
    const auto built = prompts_.build(request);
    const auto* prompt = std::get_if<llama::LlamaPrompt>(&built);
    return prompt ? std::optional(llama::token_ids(prompt->cells)) : std::nullopt;
  }

 private:
  EndpointSpec spec_;
  llama::Engine engine_;
  llama::Chat chat_;
  llama::PromptBuilder prompts_;
};

}  // namespace

extern const BackendKind kLlama;
const BackendKind kLlama{
    "llama", "A GGUF model, run in this process by llama.cpp.",
    [](const EndpointSpec& spec) -> std::unique_ptr<Backend> { return std::make_unique<LlamaBackend>(spec); }};

}  // namespace brink
