#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "brink/study/study.h"

namespace brink::cli {

/// A study as the command line gives it: a file, or one model and one data set by flags.
struct StudyOptions {
  std::string study;
  std::string model, data, modes = "direct,cot", permutations = "cyclic", format, backend = "llama";
  std::string store;
  int limit = 0, max_tokens = 512, n_ctx = 0, n_threads = 0, n_parallel = 0, gpu_layers = 0;
  std::uint64_t seed = 0;
  bool fast = false;
};

/// Adds them to a command; `options` must outlive the parsing.
void add_study_options(CLI::App& app, StudyOptions& options);

struct GivenStudy {
  Study study;
  std::string source_text;  // the study file, or the flags as one: what the store keeps
};

/// Reads the study and sets its store. Throws Error(kUsage) where it makes no sense.
GivenStudy study_of(const StudyOptions& options);

}  // namespace brink::cli
