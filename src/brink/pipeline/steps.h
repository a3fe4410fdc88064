#pragma once

#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/response.h"
#include "brink/study/study.h"

namespace brink {

/// Steps that running, repeating and checking a study have in common.

/// A data set under the study's name, whole: read from its file, or generated.
Dataset read_whole(const Study& study, const DataSpec& spec);

/// The study's data sets with the items it takes.
/// @param warnings  gets a line for each data set with dirty rows.
std::vector<Dataset> read_selected(const Study& study, std::vector<std::string>& warnings);

/// Whether the mode's reader finds an answer.
bool has_answer(const Completion& completion, const ModeSpec& mode, const Item& item, const Variant& variant);

}  // namespace brink
