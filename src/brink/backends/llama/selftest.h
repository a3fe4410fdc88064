#pragma once

#include <optional>
#include <string>
#include <vector>

#include "brink/model/backend.h"

namespace brink::llama {

/// A check: n comparisons and what was found.
struct SelftestRow {
  std::string what;
  int n = 0;                      // comparisons; 0 = not checked, `note` says why
  int n_different = 0;            // that were not the same bits
  double cosine = 1;              // the lowest of states compared
  std::optional<double> least{};  // what the cosine must be at least; absent = every bit must be the same
  std::string note = {};          // the first or worst difference

  bool ok() const { return least ? cosine >= *least : n_different == 0; }
};

/// How far the states of two files of a model lie apart at a site, at the last position of every prompt.
struct Drift {
  Site site;
  double cosine = 0, cosine_low = 0;  // mean and lowest over the prompts
  double norm = 0;                    // mean of |x of the other file| / |x of the file|
};

struct SelftestReport {
  bool bitwise = false;  // whether the mode promises the same bits
  std::vector<SelftestRow> rows;
  std::vector<Drift> drift;  // with `against` alone

  bool ok() const;
};

/// Whether answers and states are what they should be on this machine with this model. The kernels that a model and a
/// processor take decide it, so it is measured, not assumed.
///
///  - A few prompts are asked together, then one at a time on warm caches, in another order, beside prompts of very
///    different lengths; and prefix forks of them straight after their parents and later. Where the mode promises it,
///    token ids, log-probabilities, read-outs and states are the same bits; else the states' cosine is .99 at least.
///  - The graph names layers 0 to n_layers and `final`, and these are what they are called: layer 0 is the tokens'
///    rows of the embedding matrix (times a number, with a position's row, or normed, where the architecture does so),
///    and `final` the norm of the last layer by the file's own weights: cosines of .9999 at least.
///
/// @param against  path of another GGUF file of the same model, to say how far the states of the two drift apart, layer
///                 by layer; "" = none.
/// Throws Error(kModel) for a file that does not open, and for one of another model. About 1,000 tokens are generated.
SelftestReport selftest(const EndpointSpec& spec, const std::string& against = {});

}  // namespace brink::llama
