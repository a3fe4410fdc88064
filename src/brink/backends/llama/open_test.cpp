// Model files that cannot be opened: each says what is wrong and what to do.
#include <gguf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "brink/backends/backends.h"
#include "brink/backends/llama/tiny_gguf.h"
#include "brink/base/error.h"
#include "ggml.h"

namespace brink {
extern const BackendKind kLlama;

namespace {

namespace fs = std::filesystem;

class OpenLlama : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("brink_open_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    llama::write_tiny_gguf(path(), {});
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path path() const { return folder_ / "model.gguf"; }

  EndpointSpec spec() const {
    EndpointSpec s;
    s.path = path().string();
    s.n_ctx = 256;
    s.n_threads = 1;
    return s;
  }

  // The message of the Error that opening throws, with its hint.
  static std::string error_of(const EndpointSpec& s) {
    try {
      kLlama.open(s);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kModel);
      EXPECT_FALSE(e.hint().empty());
      return std::string(e.what()) + "\n" + e.hint();
    }
    return "opened";
  }

  fs::path folder_;
};

// A file whose one tensor is all holes.
void write_sparse(const fs::path& path, std::int64_t mib) {
  const std::unique_ptr<ggml_context, void (*)(ggml_context*)> tensors(
      ggml_init({.mem_size = 1U << 16U, .mem_buffer = nullptr, .no_alloc = true}), ggml_free);
  const std::unique_ptr<gguf_context, void (*)(gguf_context*)> file(gguf_init_empty(), gguf_free);
  gguf_set_val_str(file.get(), "general.architecture", "llama");
  ggml_tensor* t = ggml_new_tensor_2d(tensors.get(), GGML_TYPE_F32, 1 << 18, mib);
  ggml_set_name(t, "token_embd.weight");
  gguf_add_tensor(file.get(), t);
  gguf_write_to_file(file.get(), path.c_str(), true);
  fs::resize_file(path, fs::file_size(path) + (static_cast<std::uintmax_t>(mib) << 20U));
}

TEST_F(OpenLlama, SaysWhatIsWrongWithAFile) {
  struct Case {
    const char* name;
    std::function<void(const fs::path&)> spoil;
    const char* says;
  };
  const Case cases[] = {
      {"missing", [](const fs::path& p) { fs::remove(p); }, "no such model file"},
      {"a folder", [](const fs::path& p) { fs::remove(p), fs::create_directory(p); }, "not a file"},
      {"empty", [](const fs::path& p) { fs::resize_file(p, 0); }, "not a GGUF file"},
      {"text", [](const fs::path& p) { std::ofstream(p) << "# weights"; }, "not a GGUF file"},
      {"header cut off", [](const fs::path& p) { fs::resize_file(p, 500); }, "corrupt or cut off"},
      {"weights cut off", [](const fs::path& p) { fs::resize_file(p, fs::file_size(p) - 4096); }, "cut off: "},
      {"header overwritten",
       [](const fs::path& p) {
         std::fstream f(p, std::ios::in | std::ios::out | std::ios::binary);
         f.seekp(8);
         f << std::string(200, '\xFF');
       },
       "corrupt or cut off"},
      {"too large", [](const fs::path& p) { write_sparse(p, 1 << 22); }, "too large"},
      {"no description of its architecture", [](const fs::path& p) { write_sparse(p, 1); }, "llama.cpp cannot load it"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    fs::remove_all(path());
    llama::write_tiny_gguf(path(), {});
    c.spoil(path());
    const std::string message = error_of(spec());
    EXPECT_NE(message.find(c.says), std::string::npos) << message;
    EXPECT_NE(message.find(path().string()), std::string::npos) << message;
  }
}

TEST_F(OpenLlama, SaysWhatIsWrongWithASetting) {
  struct Case {
    const char* name;
    std::function<void(EndpointSpec&)> set;
    const char* says;
  };
  const Case cases[] = {
      {"kv_type", [](EndpointSpec& s) { s.kv_type = "f17"; }, "unknown kv_type 'f17'"},
      {"quantised cache without flash attention", [](EndpointSpec& s) { s.kv_type = "q8_0"; }, "deterministic = false"},
      {"chat template", [](EndpointSpec& s) { s.chat_template = "{% for m in %}"; }, "does not parse"},
      {"context larger than memory", [](EndpointSpec& s) { s.n_ctx = 1 << 30; }, "set a smaller n_ctx"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EndpointSpec s = spec();
    c.set(s);
    const std::string message = error_of(s);
    EXPECT_NE(message.find(c.says), std::string::npos) << message;
  }
}

TEST_F(OpenLlama, KnowsItsModel) {
  llama::write_tiny_gguf(path(), {.chat_template = "{{ messages[0].content }}"});
  const auto backend = kLlama.open(spec());
  EXPECT_EQ(backend->model().kind, "gguf");
  EXPECT_EQ(backend->model().weights, sha256_file(path()));
  EXPECT_EQ(backend->model().chat_template, "{{ messages[0].content }}");
  EXPECT_EQ(backend->capabilities().n_layers, 2);
  EXPECT_EQ(backend->capabilities().d_model, 64);
  EXPECT_EQ(backend->capabilities().n_ctx, 256);
  EXPECT_TRUE(backend->capabilities().deterministic);
  EXPECT_EQ(backend->provenance().at("mode"), "bitwise");
  EXPECT_EQ(backend->token_text(1), "<s>");
  EXPECT_EQ(backend->token_text(3 + 'A'), "A");
  EXPECT_EQ(backend->token_text(-1), std::nullopt);
  EXPECT_EQ(backend->token_text(1 << 20), std::nullopt);
}

TEST_F(OpenLlama, TakesTheContextOfTheModelUpTo8192) {
  EndpointSpec s = spec();
  s.n_ctx = 0;
  EXPECT_EQ(kLlama.open(s)->capabilities().n_ctx, 2048);
}

}  // namespace
}  // namespace brink
