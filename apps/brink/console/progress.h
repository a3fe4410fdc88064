#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "brink/run/run.h"

namespace brink::cli {

/// Progress on stderr: on a terminal one line per configuration, rewritten in place; otherwise a plain line when a
/// configuration starts and ends and every ten seconds between.
class ProgressPrinter {
 public:
  ProgressPrinter();
  void operator()(const Progress& progress);

 private:
  bool terminal_;
  std::string current_;  // configuration of the line being written
  std::chrono::steady_clock::time_point last_{};
};

/// "model / dataset / mode  120/800  26.1 tokens/s  read 98 %  ETA 3:20"
std::string progress_line(const Progress& progress);

}  // namespace brink::cli
