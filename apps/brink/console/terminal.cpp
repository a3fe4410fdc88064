#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace brink::cli {
namespace {

constexpr int kStandard = 120, kLeast = 20, kMost = 1000;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Columns of standard output when it is a terminal that says how many.
std::optional<int> terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return std::nullopt;
  return size.ws_col;
}

}  // namespace

int output_width() {
  int columns = kStandard;
  if (const auto terminal = terminal_width())
    columns = *terminal;
  else if (const int set = std::atoi(environment("COLUMNS").data()); set > 0)
    columns = set;
  return std::clamp(columns, kLeast, kMost);
}

int report_width() { return std::clamp(output_width(), 60, 160); }

bool output_takes_colour() {
  return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

bool output_takes_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = environment(name);
    if (locale.empty()) continue;
    const auto has = [&](std::string_view encoding) { return locale.find(encoding) != locale.npos; };
    return has("UTF-8") || has("utf-8") || has("UTF8") || has("utf8");
  }
  return false;
}

}  // namespace brink::cli
