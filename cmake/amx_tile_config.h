/* Included before every file of ggml. GCC's _tile_loadconfig (seen in 12.2) names 8 of the 64 bytes that the
   instruction reads, so the optimiser drops the stores to the others, and ggml's AMX kernels fault on their first tile.
 */
#if defined(__AMX_TILE__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
static inline void brink_tile_loadconfig(const void* config) {
  __asm__ volatile("ldtilecfg\t%0" ::"m"(*(const char(*)[64])config));
}
#define _tile_loadconfig brink_tile_loadconfig
#endif
