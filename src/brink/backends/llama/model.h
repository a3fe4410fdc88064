#pragma once

#include <string>

#include "brink/model/backend.h"
#include "llama-cpp.h"

namespace brink::llama {

/// Weights and vocabulary of a GGUF file, and the facts about them that the back end needs.
struct Model {
  llama_model_ptr weights;
  const llama_vocab* vocab = nullptr;
  ModelKey key;
  int n_layers = 0;
  int d_model = 0;
  int n_vocab = 0;
  int n_ctx_train = 0;
  std::size_t bytes = 0;             // of all tensors
  std::size_t kv_bytes_a_token = 0;  // of one sequence's cache
  int uniform_rows = 1;              // see Kernels: the largest over the matrices' types; 0 = none
  bool repacked = false;             // some weights are
  bool experts_differ = false;       // mixture of experts whose kernels depend on how many rows reach an expert
  bool sliding_window = false;
  bool memory_can_be_cut = true;  // false for recurrent and hybrid models: their state has no earlier positions

  /// Bytes of a token; control tokens as they are written in templates.
  std::string piece(Token id) const;
};

/// Loads the file of `spec`. Throws Error(kModel) for a file that is missing, not GGUF, cut off, too large for this
/// machine, or of a kind that does not generate text; the message ends in libllama's own last word about it.
Model load_model(const EndpointSpec& spec);

/// ggml's type of a study's kv_type ("f16", "q8_0", ...). Throws Error(kModel) with the known ones.
ggml_type kv_type(const std::string& name);

/// Bytes of memory that a new allocation may take on this machine now; 0 = unknown.
std::size_t available_memory();

}  // namespace brink::llama
