#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace brink::cli {
namespace {

constexpr int kStandard = 100, kLeast = 20, kMost = 1000;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::optional<int> terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return std::nullopt;
  return size.ws_col;
}

int output_width() {
  int columns = kStandard;
  if (const auto terminal = terminal_width())
    columns = *terminal;
  else if (const int set = std::atoi(environment("COLUMNS").data()); set > 0)
    columns = set;
  return std::clamp(columns, kLeast, kMost);
}

bool output_takes_colour() {
  return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace brink::cli
