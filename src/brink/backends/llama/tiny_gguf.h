#pragma once

#include <filesystem>
#include <string>

namespace brink::llama {

/// A model of random weights for tests: 2 blocks, width 64, a byte vocabulary with BOS. Loads in milliseconds. Its
/// control tokens have logit 0, so that greedy answers go on to their limit.
struct TinyModel {
  std::string chat_template = {};  // empty = a base model
  bool quantized = true;           // matrices Q8_0, else F32
  bool nan_output = false;         // the output matrix holds NaN
  unsigned seed = 1;
};

/// Writes it as a GGUF file. Every output of the model is noise, but the same noise for the same tokens.
void write_tiny_gguf(const std::filesystem::path& path, const TinyModel& model);

}  // namespace brink::llama
