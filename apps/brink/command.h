#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string_view>

namespace brink::cli {

/// One row of the table in commands.cpp: a command is a file in commands/, which parses, calls the library and prints.
struct Command {
  std::string_view name;
  std::string_view summary;  // one line, for `brink --help`
  std::string_view example;  // ends the command's own help
  /// Adds options to the subcommand, and a callback that runs it and sets the process's exit status.
  void (*configure)(CLI::App& app, int& exit_status);
};

/// Every command, in the order of the pipeline.
std::span<const Command* const> commands();

}  // namespace brink::cli
