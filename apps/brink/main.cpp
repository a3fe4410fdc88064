#include <fcntl.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

#include "brink/base/error.h"
#include "command.h"
#include "console/styled_text.h"

namespace {

// A message may quote what it is about: nothing in it reaches the terminal as a command.
void print_error(const std::string& text, const std::string& hint) {
  std::fprintf(stderr, "brink: error: %s\n", brink::cli::inert_lines(text).c_str());
  if (!hint.empty()) std::fprintf(stderr, "  %s\n", brink::cli::inert_lines(hint).c_str());
}

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
    print_error(e.what(), "run with --help for what is allowed");
    return 2;
  }
  return exit_status;
}

// A file opened later must not get the number of a closed standard stream.
void open_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDWR) != fd) std::_Exit(1);
}

int flushed(int exit_status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.flush()) return exit_status;
  print_error("standard output: cannot be written", "is the disk full?");
  return 1;
}

}  // namespace

int main(int argc, char** argv) try {
  open_standard_streams();
  return flushed(run(argc, argv));
} catch (const brink::Error& e) {
  print_error(e.what(), e.hint());
  return e.kind() == brink::ErrorKind::kUsage ? 2 : 1;
} catch (const std::filesystem::filesystem_error& e) {  // a path that cannot even be looked up
  print_error(e.path1().string() + ": cannot be used: " + e.code().message(), "check the path");
  return 1;
} catch (const std::system_error& e) {  // of fmt, where output cannot be written
  print_error(e.what(), "");
  return 1;
} catch (const std::exception& e) {
  print_error(std::string("internal error: ") + e.what() + " (please report it)", "");
  return 1;
}
