#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace brink::cli {

/// A program of this machine that draws Vega-Lite specifications as SVG.
struct SvgRenderer {
  std::string name;                    // as people call it
  std::vector<std::string> arguments;  // the program first; "{specification}" and "{drawing}" stand for the paths
};

/// The first that is here: `vl-convert`, `vl2svg` (of the npm package vega-lite), or python3 with the package
/// vl-convert-python.
std::optional<SvgRenderer> find_svg_renderer();

/// The names that find_svg_renderer() looks for, as a list in words.
std::string svg_renderer_names();

/// Draws a specification; what the program says goes to standard error. Returns what went wrong, if anything.
std::string draw_svg(const SvgRenderer& renderer, const std::filesystem::path& specification,
                     const std::filesystem::path& drawing);

}  // namespace brink::cli
