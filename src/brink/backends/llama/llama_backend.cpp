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
        model_(llama::load_model(spec)),
        chat_(model_.weights.get(), model_.key.chat_template),
        prompts_(model_, chat_, llama::min_piece(spec, model_)) {
    const int most_tokens = spec.most_tokens ? spec.most_tokens(*this) : 0;
    engine_ = std::make_unique<llama::Engine>(spec, model_, most_tokens);
  }

  const ModelKey& model() const override { return model_.key; }

  Capabilities capabilities() const override {
    Capabilities out{.token_ids = true,
                     .logprobs = true,
                     .prefixes = true,
                     .states = true,
                     .deterministic = llama::bitwise(spec_, model_),
                     .n_layers = model_.n_layers,
                     .d_model = model_.d_model};
    if (!engine_) return out;
    out.n_ctx = engine_->n_ctx();
    out.n_sequences = engine_->n_buffers();
    out.n_read_outs = engine_->n_read_out_buffers();
    out.cache_bytes = engine_->buffer_bytes() * static_cast<std::size_t>(out.n_sequences);
    out.read_out_bytes = engine_->buffer_bytes() * static_cast<std::size_t>(out.n_read_outs);
    return out;
  }

  Provenance provenance() const override {
    return {{"backend", "llama"},
            {"build", fmt::format("llama.cpp {}, ggml {}", llama_version(), ggml_version())},
            {"mode", engine_->deterministic() ? "bitwise" : "fast"},
            {"n_ctx", std::to_string(engine_->n_ctx())},
            {"n_parallel", std::to_string(engine_->n_parallel())},
            {"threads", std::to_string(engine_->n_threads())},
            {"gpu_layers", std::to_string(spec_.gpu_layers)},
            {"kv_type", spec_.kv_type},
            {"system", llama_print_system_info()}};
  }

  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token stop) override {
    llama::Scheduler(*engine_, prompts_, sink, follow_ups, std::move(stop)).run(bundles);
  }

  std::optional<std::string> token_text(Token id) const override {
    if (id < 0 || id >= model_.n_vocab) return std::nullopt;
    return model_.piece(id);
  }

  std::optional<std::vector<Token>> prompt_tokens(const Request& request) const override {
    const auto built = prompts_.build(request);
    const auto* prompt = std::get_if<llama::LlamaPrompt>(&built);
    return prompt ? std::optional(llama::token_ids(prompt->cells)) : std::nullopt;
  }

 private:
  EndpointSpec spec_;
  llama::Model model_;
  llama::Chat chat_;
  llama::PromptBuilder prompts_;
  std::unique_ptr<llama::Engine> engine_;  // null while it is asked how long requests will be
};

}  // namespace

extern const BackendKind kLlama;
const BackendKind kLlama{
    "llama", "A GGUF model, run in this process by llama.cpp.",
    [](const EndpointSpec& spec) -> std::unique_ptr<Backend> { return std::make_unique<LlamaBackend>(spec); }};

}  // namespace brink
