#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace brink {

/// Reads the entries of a zip file that are wanted, in the order of the file; stored, deflated or compressed by
/// Zstandard. Memory holds one of them. @param wanted  by name; @param visit  returns false to stop
///
/// Throws Error(kInput) naming the file and the entry: not a zip file, cut, an unknown compression, a check sum that
/// does not match, an entry of more than 1 GiB.
void each_zip_entry(const std::filesystem::path& path, const std::function<bool(std::string_view name)>& wanted,
                    const std::function<bool(const std::string& name, const std::string& bytes)>& visit);

}  // namespace brink
