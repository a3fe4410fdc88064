#pragma once

#include "ggml.h"

namespace brink::llama {

/// From how many rows on a product with weights of this type has the same bits per row, however many rows there are.
///
/// ggml takes other kernels for few rows than for many: on x86 from 2 rows on for floats, from 8 on for K-quants with
/// AVX-512, never for Q8_0. It depends on processor and build, so it is measured, in about a millisecond a type.
/// @return 1 = any number of rows; 0 = not even at kMostRows.
int uniform_rows(ggml_type type);

/// Beyond this many rows uniform_rows() does not look.
inline constexpr int kMostRows = 24;

}  // namespace brink::llama
