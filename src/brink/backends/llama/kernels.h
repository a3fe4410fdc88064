#pragma once

#include <compare>
#include <cstdint>

#include "ggml.h"

namespace brink::llama {

/// Where the weights are kept: as in the file, or as the kernels of this processor like them best ("repacked"), for
/// types that have such a form.
enum class Packing { kPlain, kRepacked };

/// A matrix of weights, as far as the choice of its kernels goes: small, and divisible as the real one is.
struct Matrix {
  ggml_type type;
  int n_columns = 768;
  int n_outputs = 32;
  auto operator<=>(const Matrix&) const = default;
};
Matrix small_like(ggml_type type, std::int64_t n_columns, std::int64_t n_outputs);

/// How products with such a matrix behave on this processor.
struct Kernels {
  /// From how many rows on a product has the same bits per row, however many rows there are; 1 = always, 0 = not even
  /// at kMostRows.
  int uniform_rows = 1;
  bool repacked = false;  // it has a repacked form here, and that is the one measured
};

/// ggml takes other kernels for few rows than for many: on x86 for floats from 2 rows on, for K-quants with AVX-512
/// from 8 on; repacked K-quants differ at every fourth row without AMX, and never with it. It depends on processor and
/// build, so it is measured, in about a millisecond.
Kernels measure_kernels(const Matrix& matrix, Packing packing);

/// Beyond this many rows measure_kernels() does not look for uniform ones.
inline constexpr int kMostRows = 24;

}  // namespace brink::llama
