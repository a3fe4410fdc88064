#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace brink::cli {

/// A program of this machine that draws Vega-Lite specifications as SVG.
struct SvgRenderer {
  std::string name;                  // as people call it
  std::vector<std::string> program;  // and its first arguments
  std::vector<std::string> each;     // arguments for a drawing; "{specification}" and "{drawing}" stand for the paths
  /// A start draws any number, and prints a line when it is through with one: empty, or what went wrong. Otherwise a
  /// start draws one.
  bool many = false;
};

struct Drawing {
  std::filesystem::path specification, drawing;
};

/// The first that is here: `vl-convert`, `vl2svg` (of the npm package vega-lite), or python3 with the package
/// vl-convert-python.
std::optional<SvgRenderer> find_svg_renderer();

/// The names that find_svg_renderer() looks for, as a list in words.
std::string svg_renderer_names();

/// Draws specifications; what the program says goes to standard error. Returns for each what went wrong, or "".
/// A program that takes longer than `limit` for one is ended, with all that it started; the others are drawn all the
/// same, up to the second that takes too long: the rest are then not tried.
std::vector<std::string> draw_svg(const SvgRenderer& renderer, std::span<const Drawing> drawings,
                                  std::chrono::milliseconds limit = std::chrono::seconds(60));

}  // namespace brink::cli
