#pragma once

#include <filesystem>
#include <string_view>

#include "brink/import/format.h"
#include "brink/store/store.h"

namespace brink {

/// What came of importing one file.
struct ImportSummary {
  int n_rows = 0;     // answers in the file
  int n_added = 0;    // records that the store did not have
  int n_skipped = 0;  // rows that are no answers: reported as dirt of the data set
};

/// Imports a log into a store that is open for writing: all of it, or, when an Error is thrown, nothing. Importing the
/// same bytes again adds nothing. Several rows of one answer (a row per filter) are one record with a verdict each.
ImportSummary import_file(Store& store, const std::filesystem::path& path, std::string_view format,
                          const ImportOptions& options = {});

}  // namespace brink
