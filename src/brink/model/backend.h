#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "brink/model/request.h"
#include "brink/model/response.h"

namespace brink {

/// The unit of work: an item x configuration with all its variants (foundation 6). Requests of a bundle share
/// prefixes; the back end prefills a common token prefix once and keeps caches alive for the bundle's follow-ups.
struct Bundle {
  std::vector<Request> requests;
};

/// What plan may ask of an endpoint.
struct Capabilities {
  bool token_ids = false;
  bool logprobs = false;  // of chosen tokens, and the read-out
  bool prefixes = false;  // requests may begin with a prefix of a recorded completion
  bool states = false;
  bool deterministic = false;  // same bits whatever the batching, in the mode that is open now
  int n_layers = 0;            // 0 = unknown
  int d_model = 0;             // 0 = unknown
  int n_ctx = 0;               // tokens one request may use, 0 = unknown
  // Memory of the caches of all sequences, and of those that are for read-outs alone, a part of it; 0 = unknown.
  int n_sequences = 0, n_read_outs = 0;
  std::size_t cache_bytes = 0, read_out_bytes = 0;
};

/// Answers requests. One implementation per way to reach a model: llama, replay, scripted.
///
/// Contract, tested for every implementation in backends/conformance_test.cpp:
///  - answer() calls `sink` exactly once per request, in any order, on the calling thread, as soon as it is complete;
///    then `follow_ups` once for it; the requests that returns join the same bundle while caches are warm, and are
///    served (and may themselves have follow-ups) before answer() returns;
///  - a request that cannot be served is a Response holding a Failure, not an exception;
///  - Error is thrown only when no later request can succeed (weights unreadable);
///  - no state crosses requests: order, split and number of bundles change no response. Bitwise when
///    capabilities().deterministic; otherwise equal token ids up to a near-tie;
///  - when `stop` is requested answer() returns soon; requests not yet complete are not passed to sink;
///  - exceptions from sink or follow_ups pass through, and the back end can be used again.
class Backend {
 public:
  using Sink = std::function<void(const Request&, const Response&)>;
  using FollowUps = std::function<std::vector<Request>(const Request&, const Response&)>;

  virtual ~Backend() = default;
  virtual const ModelKey& model() const = 0;
  virtual Capabilities capabilities() const = 0;
  virtual Provenance provenance() const = 0;
  virtual void answer(std::span<const Bundle> bundles, const Sink& sink, const FollowUps& follow_ups,
                      std::stop_token stop) = 0;

  /// Text of the given tokens, special tokens shown; nullopt where the back end has no vocabulary.
  virtual std::optional<std::string> token_text(Token) const { return std::nullopt; }

  /// What answer() would evaluate before the first new token, as in Completion::prompt_tokens; nullopt where the back
  /// end knows no tokens or the request cannot be served. For comparing with a record made by another build.
  virtual std::optional<std::vector<Token>> prompt_tokens(const Request&) const { return std::nullopt; }
};

/// How to open an endpoint: the [model.NAME] table of a study, paths resolved.
struct EndpointSpec {
  std::string backend = "llama";  // a name of the table in backends/backends.cpp
  std::string path;               // GGUF file, store (replay), script name (scripted)
  int n_ctx = 0;                  // most tokens of a sequence; 0 = 8192 or what the model was trained for, if less
  int n_parallel = 0;             // sequences decoded together; 0 = chosen
  int n_read_outs = 0;            // more sequences, for read-outs of prefixes; as many as memory has room for
  int n_threads = 0;              // 0 = physical cores
  int gpu_layers = 0;
  bool deterministic = true;       // the bitwise mode; false = the fastest
  std::string chat_template = {};  // text that replaces the model's own; empty = the model's
  std::string kv_type = "f16";
  /// Tokens of the longest request there will be, its answer included; 0 = not known. Asked once, while the endpoint is
  /// opened and can count tokens but not answer: no memory is taken for longer sequences.
  std::function<int(const Backend&)> most_tokens = {};
};

}  // namespace brink
