#include "brink/backends/llama/kernels.h"

#include <ggml-backend.h>
#include <ggml-cpp.h>
#include <ggml-cpu.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "brink/base/rng.h"

namespace brink::llama {
namespace {

constexpr int kColumns = 768;      // three blocks of the widest types
constexpr int kOddColumns = 736;   // blocks of 32 alone
constexpr int kWidestBlock = 256;  // of quantised types
constexpr int kWidestTile = 32;    // outputs that a kernel takes together
constexpr int kLookahead = 40;     // widths compared, beyond kMostRows: other tilings

std::vector<float> noise(std::size_t n, SplitMix64& rng) {
  std::vector<float> out(n);
  for (float& x : out) x = static_cast<float>(rng.uniform() - 0.5);
  return out;
}

std::size_t size(int rows, int columns) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }

std::vector<std::byte> random_weights(const Matrix& m, SplitMix64& rng) {
  const std::vector<float> values = noise(size(m.n_outputs, m.n_columns), rng);
  std::vector<std::byte> out(ggml_row_size(m.type, m.n_columns) * static_cast<std::size_t>(m.n_outputs));
  const std::vector<float> importance(static_cast<std::size_t>(m.n_columns), 1.0F);
  if (m.type == GGML_TYPE_F32)
    std::copy_n(reinterpret_cast<const std::byte*>(values.data()), out.size(), out.data());
  else
    ggml_quantize_chunk(m.type, values.data(), out.data(), 0, m.n_outputs, m.n_columns, importance.data());
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
  Weights(const Matrix& matrix, Packing packing, SplitMix64& rng) : matrix_(matrix), backend_(ggml_backend_cpu_init()) {
    ggml_backend_cpu_set_n_threads(backend_.get(), 1);
    ggml_backend_dev_t cpu = ggml_backend_get_device(backend_.get());
    for (ggml_backend_buffer_type_t buffer_type : buffer_types(cpu, packing)) {
      context_ = empty_context();
      tensor_ = ggml_new_tensor_2d(context_.get(), matrix.type, matrix.n_columns, matrix.n_outputs);
      buffer_.reset(ggml_backend_alloc_ctx_tensors_from_buft(context_.get(), buffer_type));
      const ggml_context_ptr scratch = empty_context();
      ggml_tensor* x = ggml_new_tensor_2d(scratch.get(), GGML_TYPE_F32, matrix.n_columns, 2);
      if (buffer_ && ggml_backend_dev_supports_op(cpu, ggml_mul_mat(scratch.get(), tensor_, x))) break;
    }
    ggml_backend_buffer_set_usage(buffer_.get(), GGML_BACKEND_BUFFER_USAGE_WEIGHTS);
    const std::vector<std::byte> data = random_weights(matrix, rng);
    ggml_backend_tensor_set(tensor_, data.data(), 0, data.size());
  }

  bool repacked() const { return !ggml_backend_buffer_is_host(buffer_.get()); }

  // The product with the first `rows` rows of x: [rows, n_outputs].
  std::vector<float> times(const std::vector<float>& x, int rows) const {
    const ggml_context_ptr context = empty_context();
    ggml_tensor* in = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, matrix_.n_columns, rows);
    ggml_tensor* out = ggml_mul_mat(context.get(), tensor_, in);
    ggml_cgraph* graph = ggml_new_graph_custom(context.get(), 8, false);
    ggml_build_forward_expand(graph, out);
    const ggml_backend_buffer_ptr buffer(ggml_backend_alloc_ctx_tensors(context.get(), backend_.get()));
    ggml_backend_tensor_set(in, x.data(), 0, ggml_nbytes(in));
    ggml_backend_graph_compute(backend_.get(), graph);
    std::vector<float> product(size(rows, matrix_.n_outputs));
    ggml_backend_tensor_get(out, product.data(), 0, ggml_nbytes(out));
    return product;
  }

 private:
  Matrix matrix_;
  ggml_backend_ptr backend_;
  ggml_context_ptr context_;
  ggml_backend_buffer_ptr buffer_;
  ggml_tensor* tensor_ = nullptr;
};

}  // namespace

Matrix small_like(ggml_type type, std::int64_t n_columns, std::int64_t n_outputs) {
  return {type, n_columns % kWidestBlock == 0 ? kColumns : kOddColumns,
          static_cast<int>(std::gcd(n_outputs, std::int64_t{kWidestTile}))};
}

Kernels measure_kernels(const Matrix& matrix, Packing packing) {
  SplitMix64 rng(1);
  const Weights weights(matrix, packing, rng);
  const std::vector<float> x = noise(size(kLookahead, matrix.n_columns), rng);
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
