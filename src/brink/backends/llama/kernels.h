#pragma once

#include "ggml.h"

namespace brink::llama {

/// Where the weights are kept: as in the file, or as the kernels of this processor like them best ("repacked"), for
/// types that have such a form.
enum class Packing { kPlain, kRepacked };

/// How products with weights of one type behave on this processor.
struct Kernels {
  /// From how many rows on a product has the same bits per row, however many rows there are; 1 = always, 0 = not even
  /// at kMostRows.
  int uniform_rows = 1;
  bool repacked = false;  // the type has a repacked form here, and it is the one measured
};

/// ggml takes other kernels for few rows than for many: on x86 for floats from 2 rows on, for K-quants with AVX-512
/// from 8 on; repacked K-quants differ at every fourth row without AMX, and never with it. It depends on processor and
/// build, so it is measured, in about a millisecond.
Kernels measure_kernels(ggml_type type, Packing packing);

/// Beyond this many rows measure_kernels() does not look for uniform ones.
inline constexpr int kMostRows = 24;

}  // namespace brink::llama
