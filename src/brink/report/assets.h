#pragma once

#include <string_view>

namespace brink {

/// Files that are built into the program: cmake/ReportAssets.cmake.
struct PageAssets {
  std::string_view style, script;             // ours: assets/
  std::string_view vega, vega_lite, licence;  // their prebuilt files, and the licence of both
};
PageAssets page_assets();

}  // namespace brink
