#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace brink {

/// Files that appear in a directory together or not at all: `write` puts them into an empty one beside it, and says
/// their names, which may have folders before them, in the order wanted.
/// @param force  into a directory that is not empty, replacing files of these names and no others.
/// @return       the files, under `dir`. Throws Error(kInput) when `dir` is not empty, or cannot be written.
std::vector<std::filesystem::path> written_together(
    const std::filesystem::path& dir, bool force,
    const std::function<std::vector<std::filesystem::path>(const std::filesystem::path& staging)>& write);

}  // namespace brink
