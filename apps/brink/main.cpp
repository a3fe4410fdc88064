#include <fcntl.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "command.h"
#include "console/styled_text.h"

namespace {

// A message may quote what it is about: nothing in it reaches the terminal as a command.
void print_error(const std::string& text, const std::string& hint) {
  std::fprintf(stderr, "brink: error: %s\n", brink::cli::inert_lines(text).c_str());
  if (!hint.empty()) std::fprintf(stderr, "  %s\n", brink::cli::inert_lines(hint).c_str());
}

// What a person may have meant by a word that is no command, or by an option that the command does not have.
std::string hint(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string otherwise = "run with --help for what is allowed";
  std::vector<std::string> known;
  const CLI::App* command = nullptr;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    known.push_back(sub->get_name());
    if (!words.empty() && words.front() == sub->get_name()) command = sub;
  }
  if (!command) {
    const std::string near = words.empty() ? "" : brink::closest(words.front(), known);
    return near.empty() ? otherwise : "did you mean 'brink " + near + "'?";
  }
  known.clear();
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = brink::closest(name, known);
    if (!near.empty()) return "did you mean " + near + "? `brink " + command->get_name() + " --help` lists the options";
  }
  return "run `brink " + command->get_name() + " --help` for what is allowed";
}

int run(int argc, char** argv) {
  CLI::App app{"brink: how does a language model commit to an answer, and can the commitment be trusted?", "brink"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "brink " BRINK_VERSION);
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
    print_error(e.what(), hint(app, {argv + 1, argv + argc}));
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
