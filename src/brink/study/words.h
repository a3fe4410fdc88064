#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "brink/model/site.h"
#include "brink/prompt/mode.h"

namespace brink {

/// "cyclic", "random:8", ...; nothing for another text. n of random:n is 1 to 120.
std::optional<PermutationSpec> permutation_from_text(std::string_view text);

/// A layer as [states] lists it: "12", "final"; nothing for another text.
std::optional<Site> site_from_text(std::string_view text);

/// A path as a study file writes it: "~/" is the home directory, a relative path starts at the study file's folder.
std::filesystem::path resolve_path(std::string_view text, const std::filesystem::path& study_file);

}  // namespace brink
