#include <fmt/core.h>

#include "../command.h"

namespace brink::cli {
namespace {

void configure(CLI::App& app, int&) {
  app.callback([] { fmt::print("brink {}\n", BRINK_VERSION); });
}

}  // namespace

extern constinit const Command kVersion{
    .name = "version",
    .summary = "print the program's version and what it was built with",
    .example = "brink version",
    .configure = configure,
};

}  // namespace brink::cli
