#include <algorithm>
#include <functional>

#include "brink/backends/backends.h"
#include "brink/backends/one_by_one.h"
#include "brink/model/stop.h"
#include "distribution.h"
#include "scripts.h"
#include "vocabulary.h"

namespace brink {
namespace {

using namespace scripted;

constexpr int kNLayers = 4;
constexpr int kDModel = 8;
constexpr int kNContext = 32'768;

constexpr std::string_view kTemplate =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n";

// What kTemplate makes of the turns. An open assistant turn goes on where the new one would begin.
std::string rendered(const Messages& messages) {
  std::string out;
  const bool open = !messages.empty() && messages.back().role == "assistant";
  for (const Message& m : messages) {
    out += "<|im_start|>" + m.role + "\n" + m.content;
    if (!(open && &m == &messages.back())) out += "<|im_end|>\n";
  }
  return open ? out : out + "<|im_start|>assistant\n";
}

struct Prompt {
  std::string rendered;
  std::vector<Token> tokens;  // prefix and suffix included
  std::string begun;          // what of the answer is there already: open assistant text, prefix, suffix
};

Failure unsupported(std::string why) { return {Failure::Kind::kUnsupported, std::move(why)}; }

bool in_vocabulary(std::span<const Token> ids) {
  return std::all_of(ids.begin(), ids.end(), [](Token id) { return id >= 0 && id < n_vocab(); });
}

std::optional<Failure> refusal(const Request& q) {
  if (std::holds_alternative<Unknown>(q.input)) return unsupported("the prompt is not known (an imported record)");
  if (!q.interventions.empty()) return unsupported("a scripted model has no inside to intervene in");
  for (const Site& site : q.captures)
    if (site.what == Site::Point::kResidPost && (site.layer < 0 || site.layer > kNLayers))
      return unsupported("there is no layer " + std::to_string(site.layer) + ": the model has " +
                         std::to_string(kNLayers));
  if (q.prefix && q.prefix->n_bytes) return unsupported("prefixes are cut on tokens here, not on bytes");
  const Failure other{Failure::Kind::kOther, "a token is not in the vocabulary of " + std::to_string(n_vocab())};
  if (!in_vocabulary(q.asked) || !in_vocabulary(q.prefix_tokens)) return other;
  if (const auto* ids = std::get_if<TokenIds>(&q.input); ids && !in_vocabulary(ids->ids)) return other;
  if (q.prefix && static_cast<int>(q.prefix_tokens.size()) != q.prefix->n_tokens)
    return Failure{Failure::Kind::kOther, "the prefix has " + std::to_string(q.prefix->n_tokens) + " tokens, " +
                                              std::to_string(q.prefix_tokens.size()) + " are given"};
  return std::nullopt;
}

Prompt make_prompt(const Request& q) {
  Prompt out;
  if (const auto* ids = std::get_if<TokenIds>(&q.input)) {
    out.tokens = ids->ids;
    out.rendered = detokenize(ids->ids);
  } else {
    const auto* messages = std::get_if<Messages>(&q.input);
    out.rendered = messages ? rendered(*messages) : std::get<RawText>(q.input).text;
    out.tokens = tokenize(out.rendered);
    if (messages && !messages->empty() && messages->back().role == "assistant") out.begun = messages->back().content;
  }
  if (!q.prefix) return out;
  const std::vector<Token> suffix = tokenize(q.prefix->suffix);
  out.tokens.insert(out.tokens.end(), q.prefix_tokens.begin(), q.prefix_tokens.end());
  out.tokens.insert(out.tokens.end(), suffix.begin(), suffix.end());
  out.begun += detokenize(q.prefix_tokens) + q.prefix->suffix;
  return out;
}

// The script's own text from where it stands; from any other beginning, the shortest way to its answer.
std::string continuation(const std::string& begun, const std::string& script, char letter) {
  if (script.starts_with(begun)) return script.substr(begun.size());
  const std::string answer = std::string(1, letter) + ").";
  if (begun.ends_with("(")) return answer;
  const bool thinking = begun.rfind("<think>") != std::string::npos && begun.find("</think>") == std::string::npos;
  return std::string(thinking ? "\n</think>\n\n" : "\n\n") + "The answer is (" + answer;
}

class ScriptedBackend final : public Backend {
 public:
  explicit ScriptedBackend(const EndpointSpec& spec)
      : path_(spec.path), choice_(parse_choice(spec.path)), n_ctx_(spec.n_ctx > 0 ? spec.n_ctx : kNContext) {
    key_.kind = "scripted";
    key_.weights = sha256("scripted.1:" + path_);
    key_.chat_template = spec.chat_template.empty() ? std::string(kTemplate) : spec.chat_template;
  }

  const ModelKey& model() const override { return key_; }
  Capabilities capabilities() const override {
    return {.token_ids = true,
            .logprobs = true,
            .prefixes = true,
            .states = true,
            .deterministic = true,
            .n_layers = kNLayers,
            .d_model = kDModel,
            .n_ctx = n_ctx_};
  }
  Provenance provenance() const override { return {{"backend", "scripted"}, {"script", path_}}; }

  void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
              std::stop_token stop) override {
    answer_one_by_one(bundles, sink, follow_ups, stop, [this](const Request& q) { return respond(q); });
  }

  std::optional<std::string> token_text(Token id) const override {
    if (!in_vocabulary({&id, 1})) return std::nullopt;
    return scripted::token_text(id);
  }

  std::optional<std::vector<Token>> prompt_tokens(const Request& q) const override {
    return refusal(q) ? std::nullopt : std::optional(make_prompt(q).tokens);
  }

 private:
  Response respond(const Request& q) const {
    if (const auto failure = refusal(q)) return *failure;
    Prompt prompt = make_prompt(q);
    const int n_prompt = static_cast<int>(prompt.tokens.size());
    if (n_prompt == 0) return Failure{Failure::Kind::kOther, "the prompt has no tokens"};
    const bool reads = q.decoding.max_tokens <= 0;  // and needs no room
    if (n_prompt + (reads ? 0 : 1) > n_ctx_)
      return Failure{Failure::Kind::kContextFull, "the prompt has " + std::to_string(n_prompt) +
                                                      " tokens, the context holds " + std::to_string(n_ctx_) +
                                                      (reads ? "" : ": no room for an answer")};
    const int n_begun = static_cast<int>(prompt.begun.size());
    const Performance part = perform(choice_, q, n_begun + q.decoding.max_tokens);
    if (!part.text) return Failure{Failure::Kind::kOther, "the script fails here"};
    std::vector<Token> script = tokenize(continuation(prompt.begun, *part.text, part.letter));
    script.push_back(kEndOfTurn);

    Completion out;
    Position at(key_.weights.head());
    for (const Site& site : q.captures) out.states.push_back({site, state(prompt.tokens, site, part.slot)});
    for (const Token id : prompt.tokens) at.read(id);
    out.read_out = Distribution(at, script.front()).read_out(q.asked);
    generate(q.decoding, script, n_prompt, at, out);
    out.usage = {n_prompt, n_prompt, 0, static_cast<int>(out.tokens.size())};
    out.rendered_prompt = std::move(prompt.rendered);
    out.prompt_tokens = std::move(prompt.tokens);
    return out;
  }

  std::vector<float> state(std::span<const Token> prompt, const Site& site, int slot) const {
    Position at(key_.weights.head());
    std::vector<double> sum(kDModel);
    for (const Token id : prompt) {
      at.read(id);
      if (site.pool == Site::Pool::kLast) continue;
      const std::vector<float> x = state_at(at, site, kDModel, slot);
      std::transform(x.begin(), x.end(), sum.begin(), sum.begin(), std::plus<double>());
    }
    if (site.pool == Site::Pool::kLast) return state_at(at, site, kDModel, slot);
    std::vector<float> mean;
    for (const double s : sum) mean.push_back(static_cast<float>(s / static_cast<double>(prompt.size())));
    return mean;
  }

  void generate(const Decoding& decoding, std::span<const Token> script, int n_prompt, Position at,
                Completion& out) const {
    StopMatcher stop(decoding);
    out.finish = Finish::kLength;
    for (int n = 0; n < decoding.max_tokens; ++n) {
      if (n > 0 && n_prompt + n >= n_ctx_) {
        out.finish = Finish::kContext;
        return;
      }
      const Token next = script[static_cast<std::size_t>(n)];
      if (next == kEndOfTurn) {
        out.finish = Finish::kEnd;
        return;
      }
      out.tokens.push_back(next);
      out.logprobs_nats.push_back(Distribution(at, next).logprob_nats(next));
      out.text += scripted::token_text(next);
      at.read(next);
      if (const auto hit = stop.check(out.text)) {
        out.text.resize(hit->text_size);
        out.finish = hit->finish;
        return;
      }
    }
  }

  std::string path_;
  Choice choice_;
  int n_ctx_;
  ModelKey key_;
};

}  // namespace

extern const BackendKind kScripted;
const BackendKind kScripted{
    "scripted", "Made-up answers by a named rule, for tests and rehearsals; needs no model.",
    [](const EndpointSpec& spec) -> std::unique_ptr<Backend> { return std::make_unique<ScriptedBackend>(spec); }};

}  // namespace brink
