#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace brink {

/// What failed. kUsage ends the process with 2, every other kind with 1.
enum class ErrorKind { kUsage, kInput, kModel, kStore };

/// A failure that ends the command. what() says where and what (one line each when there are several).
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string hint = {})
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

  ErrorKind kind() const noexcept { return kind_; }
  const std::string& hint() const noexcept { return hint_; }  // what to do next, or empty

 private:
  ErrorKind kind_;
  std::string hint_;
};

}  // namespace brink
