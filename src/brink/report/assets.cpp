#include "brink/report/assets.h"

#include <string_view>

// The assembler includes the file; the compiler never sees its bytes.
#define BRINK_EMBED(name, path) \
  __asm__(                      \
      ".section .rodata\n"      \
      ".global brink_" #name    \
      "\n"                      \
      "brink_" #name            \
      ":\n"                     \
      ".incbin \"" path         \
      "\"\n"                    \
      ".global brink_" #name    \
      "_end\n"                  \
      "brink_" #name            \
      "_end:\n"                 \
      ".byte 0\n"               \
      ".previous\n");           \
  extern "C" const char brink_##name[], brink_##name##_end[];

BRINK_EMBED(page_css, BRINK_PAGE_CSS)
BRINK_EMBED(page_js, BRINK_PAGE_JS)
BRINK_EMBED(vega, BRINK_VEGA)
BRINK_EMBED(vega_lite, BRINK_VEGA_LITE)
BRINK_EMBED(vega_licence, BRINK_VEGA_LICENCE)

namespace brink {

PageAssets page_assets() {
  const auto view = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  return {.style = view(brink_page_css, brink_page_css_end),
          .script = view(brink_page_js, brink_page_js_end),
          .vega = view(brink_vega, brink_vega_end),
          .vega_lite = view(brink_vega_lite, brink_vega_lite_end),
          .licence = view(brink_vega_licence, brink_vega_licence_end)};
}

}  // namespace brink
