#pragma once

#include <string>

namespace brink::llama {

/// While it lives, what libllama and ggml log is kept instead of printed; afterwards it is dropped.
/// Their log is one per process: at most one of these at a time.
class LogCapture {
 public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  /// The last error line, without its line break; empty when there was none.
  const std::string& last_error() const { return last_error_; }

 private:
  std::string last_error_;
};

}  // namespace brink::llama
