#include "brink/backends/llama/kernels.h"

#include <ggml-cpu.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "brink/base/rng.h"

namespace brink::llama {
namespace {

constexpr int kColumns = 768;  // three blocks of the widest types
constexpr int kOutputs = 32;
constexpr int kLookahead = 40;  // widths compared, beyond kMostRows: other tilings

std::vector<float> noise(std::size_t n, SplitMix64& rng) {
  std::vector<float> out(n);
  for (float& x : out) x = static_cast<float>(rng.uniform() - 0.5);
  return out;
}

// The first `rows` rows of x times the weights: [rows, kOutputs].
std::vector<float> product(ggml_type type, const std::vector<float>& weights, const std::vector<float>& x, int rows) {
  const std::unique_ptr<ggml_context, void (*)(ggml_context*)> context(
      ggml_init({.mem_size = std::size_t{4} << 20U, .mem_buffer = nullptr, .no_alloc = false}), ggml_free);
  ggml_tensor* w = ggml_new_tensor_2d(context.get(), type, kColumns, kOutputs);
  ggml_tensor* in = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, kColumns, rows);
  const std::vector<float> importance(kColumns, 1.0F);
  if (type == GGML_TYPE_F32)
    std::copy(weights.begin(), weights.end(), static_cast<float*>(w->data));
  else
    ggml_quantize_chunk(type, weights.data(), w->data, 0, kOutputs, kColumns, importance.data());
  std::copy_n(x.begin(), static_cast<std::ptrdiff_t>(rows) * kColumns, static_cast<float*>(in->data));
  ggml_tensor* out = ggml_mul_mat(context.get(), w, in);
  ggml_cgraph* graph = ggml_new_graph(context.get());
  ggml_build_forward_expand(graph, out);
  ggml_graph_compute_with_ctx(context.get(), graph, 1);
  const auto* data = static_cast<const float*>(out->data);
  return {data, data + static_cast<std::ptrdiff_t>(rows) * kOutputs};
}

}  // namespace

int uniform_rows(ggml_type type) {
  SplitMix64 rng(1);
  const std::vector<float> weights = noise(std::size_t{kColumns} * kOutputs, rng);
  const std::vector<float> x = noise(std::size_t{kColumns} * kLookahead, rng);
  const std::vector<float> reference = product(type, weights, x, kLookahead);
  int rows = kLookahead;
  while (rows > 1) {
    const std::vector<float> fewer = product(type, weights, x, rows - 1);
    if (!std::equal(fewer.begin(), fewer.end(), reference.begin())) break;
    --rows;
  }
  return rows <= kMostRows ? rows : 0;
}

}  // namespace brink::llama
