#pragma once

#include <exception>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/model/site.h"
#include "llama.h"

namespace brink::llama {

/// Copies hidden states out of the graph while it is evaluated, through llama_context_params::cb_eval.
///
/// The row copied is the last of each node but `n_behind`: a decode call that is to be captured holds one sequence,
/// whose last token alone asks for logits, and perhaps a row behind it that is thrown away. (Blocks before the last
/// have a row per token; the last block and the final norm only rows whose logits were asked.) Nodes: "l_out-<il>" is
/// the output of block il + 1, "result_norm" the final norm, the embeddings "inp_scaled" where the architecture scales
/// them, else "embd".
class Capture {
 public:
  Capture(int n_layers, int d_model) : n_layers_(n_layers), d_model_(d_model) {}

  /// Why `sites` cannot be read from this model; nothing when they can.
  std::optional<std::string> refuse(std::span<const Site> sites) const;

  /// From now until take() the callback copies what `sites` need.
  void arm(std::span<const Site> sites);

  /// Rows of the next call behind the one to copy, with logits asked.
  void set_behind(int n_behind) { n_behind_ = n_behind; }

  /// The states in the order of the sites; nullopt when the graph did not have one of the nodes.
  /// Rethrows what the callback caught.
  std::optional<std::vector<State>> take();

  /// For llama_context_params::cb_eval, with the Capture as user data.
  static bool on_node(ggml_tensor* node, bool ask, void* self);

 private:
  bool wants(const std::string& name) const;
  void copy_row(const ggml_tensor* node);

  int n_layers_;
  int d_model_;
  int n_behind_ = 0;
  bool armed_ = false;
  std::vector<Site> sites_;
  std::map<std::string, std::vector<float>> rows_;  // node name -> [d_model]; empty until seen
  std::exception_ptr error_;
};

}  // namespace brink::llama
