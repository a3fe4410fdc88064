#include "brink/backends/llama/model.h"

#include <fmt/format.h>
#include <gguf.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "brink/backends/llama/kernels.h"
#include "brink/backends/llama/log.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

namespace fs = std::filesystem;

struct GgufDeleter {
  void operator()(gguf_context* g) const { gguf_free(g); }
};
using Gguf = std::unique_ptr<gguf_context, GgufDeleter>;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

[[noreturn]] void fail(const std::string& path, const std::string& what, std::string hint, const LogCapture* log) {
  const bool has_log = log != nullptr && !log->last_error().empty();
  throw Error(ErrorKind::kModel, path + ": " + what + (has_log ? "\n  llama.cpp: " + log->last_error() : ""),
              std::move(hint));
}

Gguf read_header(const std::string& path, const LogCapture& log) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) fail(path, "no such model file", "give the path of a .gguf file", nullptr);
  if (!fs::is_regular_file(path, ignored)) fail(path, "not a file", "give the path of a .gguf file", nullptr);
  std::array<char, 4> magic{};
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "cannot be read", "check the file's permissions", nullptr);
  in.read(magic.data(), magic.size());
  if (std::string_view(magic.data(), magic.size()) != "GGUF")
    fail(path, "not a GGUF file", "convert the model with llama.cpp's convert_hf_to_gguf.py, or download a .gguf",
         nullptr);
  Gguf header(gguf_init_from_file(path.c_str(), {.no_alloc = true, .ctx = nullptr}));
  if (!header) fail(path, "the GGUF header is corrupt or cut off", "download the file again", &log);

  std::uintmax_t end = 0;
  for (std::int64_t i = 0; i < gguf_get_n_tensors(header.get()); ++i)
    end = std::max<std::uintmax_t>(end, gguf_get_data_offset(header.get()) + gguf_get_tensor_offset(header.get(), i) +
                                            gguf_get_tensor_size(header.get(), i));
  if (const auto size = fs::file_size(path); size < end)
    fail(path, fmt::format("cut off: {} of {} bytes are there", size, end), "download the file again", nullptr);
  return header;
}

int split_count(const gguf_context& header) {
  const std::int64_t id = gguf_find_key(&header, "split.count");
  return id < 0 || gguf_get_kv_type(&header, id) != GGUF_TYPE_UINT16 ? 1 : gguf_get_val_u16(&header, id);
}

// Hash of the weights: of the file, or of the hashes of all its parts.
Sha256 hash_weights(const std::string& path, int n_parts) {
  if (n_parts <= 1) return sha256_file(path);
  std::array<char, 4096> prefix{};
  std::array<char, 4096> part{};
  if (llama_split_prefix(prefix.data(), prefix.size(), path.c_str(), 0, n_parts) <= 0)
    fail(path, fmt::format("the first of {} parts is needed", n_parts), "give the part named ...-00001-of-...",
         nullptr);
  std::string hashes;
  for (int i = 0; i < n_parts; ++i) {
    llama_split_path(part.data(), part.size(), prefix.data(), i, n_parts);
    hashes += sha256_file(part.data()).hex();
  }
  return sha256(hashes);
}

// The kernels of a model's matrices together.
struct ModelKernels {
  Kernels all;
  bool experts_differ = false;  // see Model
};
ModelKernels measure_kernels(const gguf_context& header, Packing packing) {
  ModelKernels out;
  std::map<Matrix, Kernels> measured;
  for (std::int64_t i = 0; i < gguf_get_n_tensors(&header); ++i) {
    const std::int64_t* n = gguf_get_tensor_ne(&header, i);
    if (n[1] <= 1) continue;
    const Matrix matrix = small_like(gguf_get_tensor_type(&header, i), n[0], n[1]);
    const auto [known, is_new] = measured.try_emplace(matrix);
    if (is_new) known->second = measure_kernels(matrix, packing);
    if (n[2] > 1 && known->second.uniform_rows != 1) out.experts_differ = true;
  }
  int& rows = out.all.uniform_rows;
  for (const auto& [matrix, kernels] : measured) {
    rows = kernels.uniform_rows == 0 || rows == 0 ? 0 : std::max(rows, kernels.uniform_rows);
    out.all.repacked |= kernels.repacked;
  }
  return out;
}

std::size_t total_bytes(const gguf_context& header) {
  std::size_t sum = 0;
  for (std::int64_t i = 0; i < gguf_get_n_tensors(&header); ++i) sum += gguf_get_tensor_size(&header, i);
  return sum;
}

int meta_int(const llama_model* model, const std::string& name, int otherwise) {
  std::array<char, 128> text{};
  if (llama_model_meta_val_str(model, "general.architecture", text.data(), text.size()) < 0) return otherwise;
  const std::string key = std::string(text.data()) + "." + name;
  if (llama_model_meta_val_str(model, key.c_str(), text.data(), text.size()) < 0) return otherwise;
  return std::atoi(text.data());
}

std::size_t kv_bytes_a_token(const llama_model* model, ggml_type type) {
  const int head = llama_model_n_embd(model) / std::max(1, llama_model_n_head(model));
  const int k = meta_int(model, "attention.key_length", head);
  const int v = meta_int(model, "attention.value_length", head);
  const auto n = static_cast<std::size_t>(llama_model_n_layer(model)) *
                 static_cast<std::size_t>(std::max(1, llama_model_n_head_kv(model))) * static_cast<std::size_t>(k + v);
  return n * ggml_type_size(type) / static_cast<std::size_t>(ggml_blck_size(type));
}

}  // namespace

std::string Model::piece(Token id) const {
  std::string out(32, '\0');
  std::int32_t n = llama_token_to_piece(vocab, id, out.data(), static_cast<std::int32_t>(out.size()), 0, true);
  if (n < 0) {
    out.resize(static_cast<std::size_t>(-n));
    n = llama_token_to_piece(vocab, id, out.data(), static_cast<std::int32_t>(out.size()), 0, true);
  }
  out.resize(static_cast<std::size_t>(std::max(n, 0)));
  return out;
}

ggml_type kv_type(const std::string& name) {
  constexpr std::array kTypes = {GGML_TYPE_F16, GGML_TYPE_BF16, GGML_TYPE_F32, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0};
  std::string known;
  for (const ggml_type type : kTypes) {
    if (name == ggml_type_name(type)) return type;
    known += (known.empty() ? "" : ", ") + std::string(ggml_type_name(type));
  }
  throw Error(ErrorKind::kModel, "unknown kv_type '" + name + "'", "known: " + known);
}

std::size_t available_memory() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  std::size_t kib = 0;
  std::string unit;
  while (in >> name >> kib && std::getline(in, unit))
    if (name == "MemAvailable:") return kib * 1024;
  return 0;
}

Model load_model(const EndpointSpec& spec) {
  const LogCapture log;
  const Gguf header = read_header(spec.path, log);
  const int n_parts = split_count(*header);

  Model out;
  out.bytes = total_bytes(*header);
  if (const std::size_t free = available_memory(); free > 0 && spec.gpu_layers == 0 && out.bytes > free)
    fail(spec.path,
         fmt::format("too large: the weights take {:.1f} GiB, {:.1f} GiB of memory are free",
                     static_cast<double>(out.bytes) / kGiB, static_cast<double>(free) / kGiB),
         "use a smaller quantisation of the model, or gpu_layers", nullptr);

  llama_backend_init();
  llama_model_params params = llama_model_default_params();
  params.n_gpu_layers = spec.gpu_layers;
  // Repacked weights are faster; most of their kernels, but not all, give other bits for some numbers of rows.
  ModelKernels kernels = measure_kernels(*header, Packing::kRepacked);
  params.use_extra_bufts = !spec.deterministic || (kernels.all.uniform_rows > 0 && !kernels.experts_differ);
  if (!params.use_extra_bufts) kernels = measure_kernels(*header, Packing::kPlain);
  try {
    out.weights.reset(llama_model_load_from_file(spec.path.c_str(), params));
  } catch (const std::exception& e) {
    fail(spec.path, std::string("cannot be loaded: ") + e.what(), "download the file again", &log);
  }
  const llama_model* model = out.weights.get();
  if (model == nullptr)
    fail(spec.path, "llama.cpp cannot load it", "download the file again, or use a newer brink for a new architecture",
         &log);
  if (llama_model_has_encoder(model) || !llama_model_has_decoder(model) || llama_model_is_diffusion(model))
    fail(spec.path, "not a decoder-only language model", "brink needs a model that generates from left to right",
         nullptr);

  out.vocab = llama_model_get_vocab(model);
  out.n_layers = llama_model_n_layer(model);
  out.d_model = llama_model_n_embd(model);
  out.n_vocab = llama_vocab_n_tokens(out.vocab);
  out.n_ctx_train = llama_model_n_ctx_train(model);
  out.kv_bytes_a_token = kv_bytes_a_token(model, kv_type(spec.kv_type));
  out.uniform_rows = kernels.all.uniform_rows;
  out.repacked = kernels.all.repacked;
  out.experts_differ = kernels.experts_differ;
  out.sliding_window = llama_model_n_swa(model) > 0;
  out.memory_can_be_cut = !llama_model_is_recurrent(model) && !llama_model_is_hybrid(model);

  const char* own_template = llama_model_chat_template(model, nullptr);
  out.key.kind = "gguf";
  out.key.weights = hash_weights(spec.path, n_parts);
  out.key.chat_template = !spec.chat_template.empty() ? spec.chat_template : own_template ? own_template : "";
  out.key.kv_type = spec.kv_type;
  return out;
}

}  // namespace brink::llama
