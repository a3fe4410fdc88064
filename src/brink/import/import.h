#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "brink/import/format.h"
#include "brink/store/store.h"

namespace brink {

/// What came of importing one file.
struct ImportSummary {
  int n_rows = 0;                       // answers in the file
  int n_added = 0;                      // records that the store did not have
  int n_skipped = 0;                    // rows that are no answers: reported as dirt of the data set
  std::vector<std::string> notes = {};  // what a person should know: ids that repeat
};

/// Imports a log into a store that is open for writing: all of it, or, when an Error is thrown, nothing. Importing the
/// same bytes again adds nothing. Several rows of one answer (a row per filter) are one record with a verdict each.
/// Throws Error(kInput) where states would join answers of the same model, data set and mode from elsewhere: the same
/// file with other labels or layers too. Rows of two sets would be taken for repeats of one. Likewise where their
/// labels say another group, right option or set of letters of an item than an earlier import of the data set.
ImportSummary import_file(Store& store, const std::filesystem::path& path, std::string_view format,
                          const ImportOptions& options = {});

}  // namespace brink
