#include "brink/backends/llama/capture.h"

#include <fmt/format.h>
#include <ggml-backend.h>

#include <stdexcept>
#include <utility>

namespace brink::llama {
namespace {

constexpr const char* kEmbeddings = "embd";
constexpr const char* kScaledEmbeddings = "inp_scaled";

std::string node_name(const Site& site) {
  if (site.what == Site::Point::kFinal) return "result_norm";
  if (site.layer == 0) return kEmbeddings;
  return fmt::format("l_out-{}", site.layer - 1);
}

}  // namespace

std::optional<std::string> Capture::refuse(std::span<const Site> sites) const {
  for (const Site& site : sites) {
    if (site.pool != Site::Pool::kLast) return site_name(site) + ": means over the input are not captured";
    if (site.what == Site::Point::kResidPost && (site.layer < 0 || site.layer > n_layers_))
      return fmt::format("{}: the model has layers 0 (embeddings) to {}", site_name(site), n_layers_);
  }
  return std::nullopt;
}

void Capture::arm(std::span<const Site> sites) {
  sites_.assign(sites.begin(), sites.end());
  rows_.clear();
  for (const Site& site : sites_) rows_[node_name(site)];
  if (rows_.contains(kEmbeddings)) rows_[kScaledEmbeddings];
  error_ = nullptr;
  armed_ = true;
}

std::optional<std::vector<State>> Capture::take() {
  armed_ = false;
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  std::vector<State> out;
  for (const Site& site : sites_) {
    const std::string name = node_name(site);
    const auto scaled = rows_.find(kScaledEmbeddings);
    const bool use_scaled = name == kEmbeddings && scaled != rows_.end() && !scaled->second.empty();
    const std::vector<float>& row = use_scaled ? scaled->second : rows_[name];
    if (row.empty()) return std::nullopt;
    out.push_back({site, row});
  }
  return out;
}

bool Capture::on_node(ggml_tensor* node, bool ask, void* self) {
  auto& capture = *static_cast<Capture*>(self);
  if (!capture.armed_) return !ask;
  try {
    if (!capture.wants(node->name)) return !ask;
    if (!ask) capture.copy_row(node);
    return true;
  } catch (...) {
    capture.error_ = std::current_exception();
    return false;
  }
}

bool Capture::wants(const std::string& name) const { return rows_.contains(name); }

void Capture::copy_row(const ggml_tensor* node) {
  if (node->type != GGML_TYPE_F32 || node->ne[0] != d_model_ || node->ne[1] <= n_behind_)
    throw std::runtime_error(fmt::format("unexpected shape of graph node {}", node->name));
  std::vector<float>& row = rows_[node->name];
  row.resize(static_cast<std::size_t>(d_model_));
  ggml_backend_tensor_get(node, row.data(), static_cast<std::size_t>(node->ne[1] - 1 - n_behind_) * node->nb[1],
                          row.size() * sizeof(float));
}

}  // namespace brink::llama
