#include "brink/backends/llama/kernels.h"

#include <ggml-backend.h>
#include <ggml-cpp.h>
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

std::vector<std::byte> quantised(ggml_type type, const std::vector<float>& weights) {
  std::vector<std::byte> out(ggml_row_size(type, kColumns) * kOutputs);
  const std::vector<float> importance(kColumns, 1.0F);
  if (type == GGML_TYPE_F32)
    std::copy_n(reinterpret_cast<const std::byte*>(weights.data()), out.size(), out.data());
  else
    ggml_quantize_chunk(type, weights.data(), out.data(), 0, kOutputs, kColumns, importance.data());
  return out;
}

ggml_context_ptr empty_context() {
  return ggml_context_ptr(ggml_init({.mem_size = std::size_t{1} << 16U, .mem_buffer = nullptr, .no_alloc = true}));
}

// The buffers that libllama tries for weights on the CPU, in its order.
std::vector<ggml_backend_buffer_type_t> buffer_types(ggml_backend_dev_t cpu, Packing packing) {
  std::vector<ggml_backend_buffer_type_t> out;
  const auto get_extra = reinterpret_cast<ggml_backend_dev_get_extra_bufts_t>(
      ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(cpu), "ggml_backend_dev_get_extra_bufts"));
  if (packing == Packing::kRepacked && get_extra)
    for (auto* type = get_extra(cpu); type && *type; ++type) out.push_back(*type);
  out.push_back(ggml_backend_cpu_buffer_type());
  return out;
}

// Weights on the CPU, in the first buffer whose kernels take them.
class Weights {
 public:
  Weights(ggml_type type, Packing packing, const std::vector<std::byte>& data) : backend_(ggml_backend_cpu_init()) {
    ggml_backend_cpu_set_n_threads(backend_.get(), 1);
    ggml_backend_dev_t cpu = ggml_backend_get_device(backend_.get());
    for (ggml_backend_buffer_type_t buffer_type : buffer_types(cpu, packing)) {
      context_ = empty_context();
      tensor_ = ggml_new_tensor_2d(context_.get(), type, kColumns, kOutputs);
      buffer_.reset(ggml_backend_alloc_ctx_tensors_from_buft(context_.get(), buffer_type));
      const ggml_context_ptr scratch = empty_context();
      ggml_tensor* x = ggml_new_tensor_2d(scratch.get(), GGML_TYPE_F32, kColumns, 2);
      if (buffer_ && ggml_backend_dev_supports_op(cpu, ggml_mul_mat(scratch.get(), tensor_, x))) break;
    }
    ggml_backend_buffer_set_usage(buffer_.get(), GGML_BACKEND_BUFFER_USAGE_WEIGHTS);
    ggml_backend_tensor_set(tensor_, data.data(), 0, data.size());
  }

  bool repacked() const { return !ggml_backend_buffer_is_host(buffer_.get()); }

  // The product with the first `rows` rows of x: [rows, kOutputs].
  std::vector<float> times(const std::vector<float>& x, int rows) const {
    const ggml_context_ptr context = empty_context();
    ggml_tensor* in = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, kColumns, rows);
    ggml_tensor* out = ggml_mul_mat(context.get(), tensor_, in);
    ggml_cgraph* graph = ggml_new_graph_custom(context.get(), 8, false);
    ggml_build_forward_expand(graph, out);
    const ggml_backend_buffer_ptr buffer(ggml_backend_alloc_ctx_tensors(context.get(), backend_.get()));
    ggml_backend_tensor_set(in, x.data(), 0, ggml_nbytes(in));
    ggml_backend_graph_compute(backend_.get(), graph);
    std::vector<float> product(static_cast<std::size_t>(rows) * kOutputs);
    ggml_backend_tensor_get(out, product.data(), 0, ggml_nbytes(out));
    return product;
  }

 private:
  ggml_backend_ptr backend_;
  ggml_context_ptr context_;
  ggml_backend_buffer_ptr buffer_;
  ggml_tensor* tensor_ = nullptr;
};

}  // namespace

Kernels measure_kernels(ggml_type type, Packing packing) {
  SplitMix64 rng(1);
  const Weights weights(type, packing, quantised(type, noise(std::size_t{kColumns} * kOutputs, rng)));
  const std::vector<float> x = noise(std::size_t{kColumns} * kLookahead, rng);
  const std::vector<float> reference = weights.times(x, kLookahead);
  int rows = kLookahead;
  while (rows > 1) {
    const std::vector<float> fewer = weights.times(x, rows - 1);
    if (!std::equal(fewer.begin(), fewer.end(), reference.begin())) break;
    --rows;
  }
  return {rows <= kMostRows ? rows : 0, weights.repacked()};
}

}  // namespace brink::llama
