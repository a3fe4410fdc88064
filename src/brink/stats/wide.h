#pragma once

/// Loops that are compiled a second time, for processors with vectors of 512 bits: the same bits, sooner. BRINK_WIDE
/// stands before the second one, which is called where is_wide(); elsewhere it is like the first.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BRINK_WIDE                                                    \
  [[gnu::target("avx512f,avx512dq,avx512vl,prefer-vector-width=512"), \
    gnu::optimize("O3", "fp-contract=off")]] /* no product joins an addition */
#else
#define BRINK_WIDE
#endif

namespace brink::stats {

inline bool is_wide() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  static const bool wide = __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return wide;
#else
  return false;
#endif
}

}  // namespace brink::stats
