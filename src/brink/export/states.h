#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/store/store.h"

namespace brink {

/// Words for `format` below: "npy", "safetensors".
std::vector<std::string> state_formats();

/// Writes a study's hidden states as arrays, a folder for each model:
///
///   MODEL/POINT.LAYER.npy   float32 [n, d], as last_prompt.layer_8.npy, last_output.final.npy; or .safetensors, which
///                           holds one tensor of the file's name
///   MODEL/index.csv         a row for each answer: model, dataset, item, variant, mode, treatment, trial, answer,
///                           correct; then for each array the answer's row in it, empty where it has no state; by data
///                           set, mode, treatment and id as people count (q2 before q10)
///
/// Characters of a model's name that a file system may not take become "_". One column is in memory at a time. The
/// files appear together or not at all.
/// @return  the files. Throws Error(kUsage) for an unknown format; Error(kInput) as export_study(); when there are no
/// states; when records of a column have
///          states of different lengths.
std::vector<std::filesystem::path> export_states(const Observations& obs, const Store& store, std::string_view format,
                                                 const std::filesystem::path& dir, bool force);

}  // namespace brink
