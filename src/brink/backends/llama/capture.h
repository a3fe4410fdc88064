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
/// A decode call that is captured holds one sequence, and perhaps rows beside it that are thrown away. Blocks before
/// the last have a row per token; the last block and the final norm only rows whose logits were asked. Nodes:
/// "l_out-<il>" is the output of block il + 1, "result_norm" the final norm. Layer 0 is what enters block 1: embeddings
/// as the architecture scales or norms them, or adds positions; it has a name of its own in each of these cases.
class Capture {
 public:
  Capture(int n_layers, int d_model) : n_layers_(n_layers), d_model_(d_model) {}

  /// Why `sites` cannot be read from this model; nothing when they can.
  std::optional<std::string> refuse(std::span<const Site> sites) const;

  /// From now until take() the callback copies the last row of what `sites` need.
  void arm(std::span<const Site> sites);

  /// From now until take() the callback adds up the rows of every call. All of them must have logits asked, which are
  /// then not computed: evaluation ends with the final norm.
  void arm_sums(std::span<const Site> sites);

  /// Which rows of the next call belong to its sequence: the last `n_rows` but `n_behind`.
  void set_rows(int n_rows, int n_behind);

  /// The states in the order of the sites; after arm_sums() means over all rows since. nullopt when the graph did not
  /// have one of the nodes, or not as a row for each token: why_none() says which. Rethrows what the callback caught.
  std::optional<std::vector<State>> take();
  const std::string& why_none() const { return why_none_; }

  /// For llama_context_params::cb_eval, with the Capture as user data.
  static bool on_node(ggml_tensor* node, bool ask, void* self);

 private:
  enum class Mode { kOff, kLast, kSums };

  struct Seen {
    std::vector<float> row;   // [d_model] of kLast; empty until seen
    std::vector<double> sum;  // [d_model] of kSums; empty until seen
    int n_rows = 0;           // behind the sum
  };

  void begin(Mode mode, std::span<const Site> sites);
  bool wants(const std::string& name) const { return seen_.contains(name); }
  void copy(const ggml_tensor* node);
  const Seen* seen(const Site& site) const;

  int n_layers_;
  int d_model_;
  int n_rows_ = 1;
  int n_behind_ = 0;
  Mode mode_ = Mode::kOff;
  std::vector<Site> sites_;
  std::map<std::string, Seen> seen_;  // by name of the node
  std::vector<float> rows_;           // scratch
  std::string why_none_;
  std::exception_ptr error_;
};

}  // namespace brink::llama
