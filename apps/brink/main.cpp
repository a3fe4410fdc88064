#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "brink/base/error.h"
#include "command.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app{"brink: how does a language model commit to an answer, and can the commitment be trusted?", "brink"};
  app.require_subcommand(1);
  int exit_status = 0;
  for (const brink::cli::Command* command : brink::cli::commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
    sub->footer("Example:\n  " + std::string(command->example));
    command->configure(*sub, exit_status);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help
    std::fprintf(stderr, "brink: error: %s\n  run with --help for what is allowed\n", e.what());
    return 2;
  }
  return exit_status;
}

}  // namespace

int main(int argc, char** argv) try { return run(argc, argv); } catch (const brink::Error& e) {
  std::fprintf(stderr, "brink: error: %s\n", e.what());
  if (!e.hint().empty()) std::fprintf(stderr, "  %s\n", e.hint().c_str());
  return e.kind() == brink::ErrorKind::kUsage ? 2 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "brink: internal error: %s (please report it)\n", e.what());
  return 1;
}
