#include "brink/backends/llama/capture.h"

#include <fmt/format.h>
#include <ggml-backend.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace brink::llama {
namespace {

constexpr const char* kFinalNorm = "result_norm";

// Names of what enters block 1, the last that is made of the others first: embeddings that are normed (bloom, others),
// with positions (gpt2, starcoder, mpt), scaled (gemma); then as they are, which some architectures name anew.
const std::vector<std::string> kLayer0{"inp_norm-0", "inp_norm", "embd_norm",          "inpL",
                                       "inp_scaled", "inp_embd", "model.embed_tokens", "embd"};

std::vector<std::string> node_names(const Site& site) {
  if (site.what == Site::Point::kFinal) return {kFinalNorm};
  if (site.layer == 0) return kLayer0;
  return {fmt::format("l_out-{}", site.layer - 1)};
}

}  // namespace

std::optional<std::string> Capture::refuse(std::span<const Site> sites) const {
  for (const Site& site : sites)
    if (site.what == Site::Point::kResidPost && (site.layer < 0 || site.layer > n_layers_))
      return fmt::format("{}: the model has layers 0 (embeddings) to {}", site_name(site), n_layers_);
  return std::nullopt;
}

void Capture::begin(Mode mode, std::span<const Site> sites) {
  sites_.assign(sites.begin(), sites.end());
  seen_.clear();
  for (const Site& site : sites_)
    for (const std::string& name : node_names(site)) seen_[name];
  why_none_.clear();
  error_ = nullptr;
  mode_ = mode;
}

void Capture::arm(std::span<const Site> sites) { begin(Mode::kLast, sites); }

void Capture::arm_sums(std::span<const Site> sites) {
  begin(Mode::kSums, sites);
  seen_[kFinalNorm];
}

void Capture::set_rows(int n_rows, int n_behind) {
  n_rows_ = n_rows;
  n_behind_ = n_behind;
}

const Capture::Seen* Capture::seen(const Site& site) const {
  for (const std::string& name : node_names(site))
    if (const Seen& one = seen_.at(name); !one.row.empty() || !one.sum.empty()) return &one;
  return nullptr;
}

std::optional<std::vector<State>> Capture::take() {
  const Mode mode = std::exchange(mode_, Mode::kOff);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  std::vector<State> out;
  for (const Site& site : sites_) {
    const Seen* from = seen(site);
    if (from == nullptr && why_none_.empty()) why_none_ = "it has no node " + node_names(site).back();
    if (!why_none_.empty()) return std::nullopt;
    State& state = out.emplace_back(State{site, from->row});
    if (mode == Mode::kSums)
      for (const double sum : from->sum) state.x.push_back(static_cast<float>(sum / from->n_rows));
  }
  return out;
}

bool Capture::on_node(ggml_tensor* node, bool ask, void* self) {
  auto& capture = *static_cast<Capture*>(self);
  if (capture.mode_ == Mode::kOff) return !ask;
  try {
    if (!capture.wants(node->name)) return !ask;
    if (ask) return true;
    capture.copy(node);
    return capture.mode_ != Mode::kSums || std::string_view(node->name) != kFinalNorm;
  } catch (...) {
    capture.error_ = std::current_exception();
    return false;
  }
}

void Capture::copy(const ggml_tensor* node) {
  const int n = mode_ == Mode::kSums ? n_rows_ : 1;
  const std::int64_t first = node->ne[1] - n - n_behind_;
  if (node->type != GGML_TYPE_F32 || node->ne[0] != d_model_ || first < 0 || node->ne[2] != 1 || node->ne[3] != 1) {
    why_none_ = fmt::format("its node {} is {} [{}, {}, {}, {}], not float32 [{}, tokens]", node->name,
                            ggml_type_name(node->type), node->ne[0], node->ne[1], node->ne[2], node->ne[3], d_model_);
    return;
  }
  const auto d = static_cast<std::size_t>(d_model_);
  const auto copy_row = [&](int i, float* to) {
    ggml_backend_tensor_get(node, to, static_cast<std::size_t>(first + i) * node->nb[1], d * sizeof(float));
  };
  Seen& to = seen_[node->name];
  if (mode_ == Mode::kLast) {
    to.row.resize(d);
    copy_row(0, to.row.data());
    return;
  }
  rows_.resize(d);
  to.sum.resize(d);
  for (int i = 0; i < n; ++i) {
    copy_row(i, rows_.data());
    std::transform(to.sum.begin(), to.sum.end(), rows_.begin(), to.sum.begin(), std::plus<double>());
  }
  to.n_rows += n;
}

}  // namespace brink::llama
