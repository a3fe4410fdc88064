#pragma once

#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/response.h"
#include "brink/study/study.h"

namespace brink {

/// Steps that running, repeating and checking a study have in common.

/// The study's data sets with the items it takes.
/// @param warnings  gets a line for each data set with dirty rows.
std::vector<Dataset> read_selected(const Study& study, std::vector<std::string>& warnings);

/// Whether profile `robust` finds an answer, going by labels alone.
bool has_answer(const Completion& completion, int n_options);

}  // namespace brink
