#include "brink/backends/llama/gguf_file.h"

#include <ggml.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "brink/base/error.h"

namespace brink::llama {

GgufFile::GgufFile(std::filesystem::path path) : path_(std::move(path)) {
  ggml_context* tensors = nullptr;
  gguf_.reset(gguf_init_from_file(path_.c_str(), {.no_alloc = true, .ctx = &tensors}));
  tensors_.reset(tensors);
  if (!gguf_ || !tensors_)
    throw Error(ErrorKind::kModel, path_.string() + ": it is not a GGUF file", "name a model file of llama.cpp");
}

std::optional<std::vector<float>> GgufFile::row(const std::string& tensor, std::int64_t row) const {
  const std::int64_t id = gguf_find_tensor(gguf_.get(), tensor.c_str());
  const ggml_tensor* t = ggml_get_tensor(tensors_.get(), tensor.c_str());
  if (id < 0 || t == nullptr || row < 0 || row >= t->ne[1]) return std::nullopt;
  const std::size_t size = ggml_row_size(t->type, t->ne[0]);
  std::vector<char> bytes(size);
  std::ifstream in(path_, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(gguf_get_data_offset(gguf_.get()) + gguf_get_tensor_offset(gguf_.get(), id) +
                                       static_cast<std::size_t>(row) * size));
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  std::vector<float> out(static_cast<std::size_t>(t->ne[0]));
  if (t->type == GGML_TYPE_F32)
    std::copy_n(reinterpret_cast<const float*>(bytes.data()), out.size(), out.data());
  else
    ggml_get_type_traits(t->type)->to_float(bytes.data(), out.data(), t->ne[0]);
  return out;
}

std::optional<float> GgufFile::number(const std::string& key) const {
  const std::int64_t kind = gguf_find_key(gguf_.get(), "general.architecture");
  if (kind < 0 || gguf_get_kv_type(gguf_.get(), kind) != GGUF_TYPE_STRING) return std::nullopt;
  const std::string name = gguf_get_val_str(gguf_.get(), kind) + key;
  const std::int64_t id = gguf_find_key(gguf_.get(), name.c_str());
  if (id < 0 || gguf_get_kv_type(gguf_.get(), id) != GGUF_TYPE_FLOAT32) return std::nullopt;
  return gguf_get_val_f32(gguf_.get(), id);
}

}  // namespace brink::llama
