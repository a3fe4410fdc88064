#include "brink/backends/llama/capture.h"

#include <fmt/format.h>
#include <ggml-backend.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace brink::llama {
namespace {

constexpr const char* kEmbeddings = "embd";
constexpr const char* kScaledEmbeddings = "inp_scaled";
constexpr const char* kFinalNorm = "result_norm";

std::string node_name(const Site& site) {
  if (site.what == Site::Point::kFinal) return kFinalNorm;
  if (site.layer == 0) return kEmbeddings;
  return fmt::format("l_out-{}", site.layer - 1);
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
  for (const Site& site : sites_) seen_[node_name(site)];
  if (seen_.contains(kEmbeddings)) seen_[kScaledEmbeddings];
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

const Capture::Seen& Capture::seen(const Site& site) const {
  const std::string name = node_name(site);
  if (const auto scaled = seen_.find(kScaledEmbeddings); name == kEmbeddings && scaled != seen_.end())
    if (!scaled->second.row.empty() || !scaled->second.sum.empty()) return scaled->second;
  return seen_.at(name);
}

std::optional<std::vector<State>> Capture::take() {
  const Mode mode = std::exchange(mode_, Mode::kOff);
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  std::vector<State> out;
  for (const Site& site : sites_) {
    const Seen& from = seen(site);
    State& state = out.emplace_back(State{site, from.row});
    if (mode == Mode::kSums)
      for (const double sum : from.sum) state.x.push_back(static_cast<float>(sum / from.n_rows));
    if (state.x.empty()) return std::nullopt;
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
  if (node->type != GGML_TYPE_F32 || node->ne[0] != d_model_ || first < 0)
    throw std::runtime_error(fmt::format("unexpected shape of graph node {}", node->name));
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
