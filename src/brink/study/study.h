#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/problem.h"
#include "brink/dataset/format.h"
#include "brink/model/backend.h"
#include "brink/model/request.h"
#include "brink/prompt/mode.h"
#include "brink/study/states.h"
#include "brink/study/treatment.h"

namespace brink {

struct ModelSpec {
  std::string name;
  EndpointSpec endpoint;
  SourceLine at;
};

struct DataSpec {
  std::string name;
  std::filesystem::path path;
  std::string format;  // empty = by content
  ColumnMap columns;
  int limit = 0;        // 0 = all
  std::string as = {};  // "open" or "choice": the other form of its items (dataset/reshape.h); empty = as they are
  std::string generate = {};  // a generator of dataset/generate.h in place of a file
  int n = 50, options = 4;    // of the generator: items, and options of each, also of as = "choice"
  SourceLine at{};
};

/// What happens to items whose options name other options: moving those changes what they mean.
enum class OnPositional { kKeep, kDrop, kError };
std::string_view to_string(OnPositional policy);  // "keep", "drop", "error"

/// A whole experiment. Data only: modes and formats are resolved by read_study.
struct Study {
  std::string name = "study";
  std::uint64_t seed = 0;
  std::vector<ModelSpec> models;
  std::vector<DataSpec> data;
  std::vector<ModeSpec> modes;
  PermutationSpec permutations;
  std::string labels = "letters";  // base of a LabelSet
  bool label_rotate = false;       // each item also in the file's order under every rotation of the labels
  Decoding decoding;
  OnPositional on_positional_options = OnPositional::kKeep;
  StatesSpec states;
  std::vector<TreatmentSpec> treatments;  // of every completion, after it
  std::filesystem::path store;            // read_study fills in the study file's name with ".brink"

  /// Canonical JSON of everything above but paths and machine settings (threads, n_parallel, gpu_layers); its hash
  /// names the study in the store.
  std::string canonical() const;
};

/// Reads and checks a study file (docs/study-file.md). Every mistake (unknown key with a suggestion, wrong type,
/// missing or unknown value) is collected, and thrown together as one Error(kUsage) whose text has a line each. What it
/// names on disk is not opened, chat templates apart: data sets and models report for themselves.
/// @param path            of the file: relative paths in it start at its folder, and a leading "~/" is $HOME.
/// @param known_backends  names a [model.X] table may use; the table itself is a later stage.
Study read_study(std::string_view toml, const std::filesystem::path& path,
                 const std::vector<std::string>& known_backends);
Study read_study_file(const std::filesystem::path& path, const std::vector<std::string>& known_backends);

/// A commented study file to start from; it reads without mistakes.
std::string_view example_study();

}  // namespace brink
