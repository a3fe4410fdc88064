#pragma once

#include <filesystem>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/store/store.h"

namespace brink {

/// Writes a study's hidden states as NumPy arrays, a folder for each model:
///
///   MODEL/POINT.LAYER.npy   float32 [n, d], as last_prompt.layer_8.npy, last_output.final.npy
///   MODEL/index.csv         a row for each answer: model, dataset, item, variant, mode, treatment, trial, answer,
///                           correct; then for each array the answer's row in it, empty where it has no state
///
/// Characters of a model's name that a file system may not take become "_". One column is in memory at a time. The
/// files appear together or not at all.
/// @return  the files. Throws Error(kInput) as export_study(); when there are no states; when records of a column have
///          states of different lengths.
std::vector<std::filesystem::path> export_states(const Observations& obs, const Store& store,
                                                 const std::filesystem::path& dir, bool force);

}  // namespace brink
