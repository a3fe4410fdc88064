#include "brink/backends/llama/log.h"

#include <log.h>

#include <string_view>

#include "brink/base/text.h"
#include "llama.h"

namespace brink::llama {

LogCapture::LogCapture() {
  common_log_set_verbosity_thold(-1);  // llama-common writes its own log to stderr
  llama_log_set(
      [](ggml_log_level level, const char* text, void* self) {
        if (level != GGML_LOG_LEVEL_ERROR) return;
        const std::string_view line = trim(text);
        if (!line.empty()) static_cast<LogCapture*>(self)->last_error_ = line;
      },
      this);
}

LogCapture::~LogCapture() {
  llama_log_set([](ggml_log_level, const char*, void*) {}, nullptr);
}

}  // namespace brink::llama
