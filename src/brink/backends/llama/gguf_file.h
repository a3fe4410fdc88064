#pragma once

#include <gguf.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brink::llama {

/// What a GGUF file says of itself, read without libllama: the other side of a comparison with what that makes of it.
class GgufFile {
 public:
  /// Throws Error(kModel) for a file that is not GGUF.
  explicit GgufFile(std::filesystem::path path);

  /// A row of a matrix, or a vector as row 0, as float32; nothing where the file has no such tensor.
  std::optional<std::vector<float>> row(const std::string& tensor, std::int64_t row) const;

  /// The number under a key that begins with the architecture's name: ".attention.layer_norm_rms_epsilon".
  std::optional<float> number(const std::string& key) const;

 private:
  struct Free {
    void operator()(gguf_context* g) const { gguf_free(g); }
    void operator()(ggml_context* c) const { ggml_free(c); }
  };

  std::filesystem::path path_;
  std::unique_ptr<gguf_context, Free> gguf_;
  std::unique_ptr<ggml_context, Free> tensors_;  // their shapes
};

}  // namespace brink::llama
