#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../command.h"
#include "brink/base/json.h"
#include "brink/pipeline/brink.h"

namespace brink::cli {
namespace {

#ifdef __clang__
constexpr auto kCompiler = "clang " __clang_version__;
#else
constexpr auto kCompiler = "gcc " __VERSION__;
#endif

void print_version(bool json) {
  if (json) {
    const Json out{{"version", BRINK_VERSION}, {"backends", backend_names()}, {"compiler", kCompiler}};
    fmt::print("{}\n", out.dump(2));
    return;
  }
  std::string names;
  for (const std::string& name : backend_names()) names += (names.empty() ? "" : ", ") + name;
  fmt::print("brink {}\nback ends: {}\ncompiler: {}\n", BRINK_VERSION, names, kCompiler);
}

void configure(CLI::App& app, int&) {
  const auto json = std::make_shared<bool>(false);  // outlives configure(): shared with the callback
  app.add_flag("--json", *json, "print JSON");
  app.callback([json] { print_version(*json); });
}

}  // namespace

extern constinit const Command kVersion{
    .name = "version",
    .summary = "print the program's version and what it was built with",
    .example = "brink version",
    .configure = configure,
};

}  // namespace brink::cli
