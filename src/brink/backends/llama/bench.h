#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brink::llama {

struct BenchOptions {
  std::string path;   // GGUF file
  int width = 8;      // sequences decoded together
  int depth = 128;    // tokens of a prompt
  int n_tokens = 48;  // generated after it
  int n_threads = 0;  // 0 = physical cores
  int n_repeats = 3;
};

/// Two figures of one run on one machine, and their ratio: the only thing that travels to another machine.
struct BenchRow {
  std::string mode;  // "bitwise" or "fast"
  std::string what;
  std::string unit;
  std::string reference_name;
  double value = 0;  // median over the repeats
  double reference = 0;
  double ratio = 0;  // value / reference, repeat by repeat: median, lowest, highest
  double low = 0;
  double high = 0;
  std::optional<double> at_least, at_most;  // what the ratio should be, where something is claimed
};

struct BenchReport {
  int n_threads = 0;
  int n_ended_early = 0;  // answers that were over before n_tokens; the rates count tokens that were generated
  int n_answers = 0;
  std::vector<BenchRow> rows;
};

/// Called before each repeat of each mode.
using BenchWatch = std::function<void(const std::string& mode, int repeat)>;

/// Measures this back end against a bare loop of llama_decode() on the same weights, threads and KV mode, in turn, so
/// that a machine that changes its speed changes both; and what sharing prefixes saves and reading costs.
///
/// A repeat, in each mode, from empty caches: the bare loop prefills width * depth tokens and decodes n_tokens - 1 for
/// each sequence; then the scheduler answers width requests of the same size (prompts that the model does not end its
/// turn after). Its decode time is the wall-clock of the whole call less the prefill calls, so that it includes
/// sampling, read-outs and all else that happens between two calls of llama.cpp.
///
/// Throws Error(kModel) as the back end does, and when memory does not suffice for `width` sequences.
BenchReport bench(const BenchOptions& options, const BenchWatch& watch);

}  // namespace brink::llama
