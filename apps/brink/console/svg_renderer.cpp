#include "svg_renderer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace brink::cli {
namespace {

constexpr const char* kSpecification = "{specification}";
constexpr const char* kDrawing = "{drawing}";

struct Known {
  SvgRenderer renderer;
  std::vector<std::string> probe;  // a command that succeeds where it can be used
};

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {{"vl-convert", {"vl-convert", "vl2svg", "--input", kSpecification, "--output", kDrawing}},
       {"vl-convert", "--version"}},
      {{"vl2svg", {"vl2svg", kSpecification, kDrawing}}, {"vl2svg", "--help"}},
      {{"python3 with vl-convert-python",
        {"python3", "-c",
         "import sys, vl_convert\n"
         "text = open(sys.argv[1], encoding='utf-8').read()\n"
         "open(sys.argv[2], 'w', encoding='utf-8').write(vl_convert.vegalite_to_svg(text))",
         kSpecification, kDrawing}},
       {"python3", "-c", "import vl_convert"}}};
  return all;
}

/// Runs a program found on the path, without input or output; what went wrong, if anything.
std::string run(const std::vector<std::string>& command, bool quiet) {
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (quiet) posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::strerror(error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::strerror(errno);
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::optional<SvgRenderer> find_svg_renderer() {
  for (const Known& one : known())
    if (run(one.probe, true).empty()) return one.renderer;
  return std::nullopt;
}

std::string svg_renderer_names() {
  std::vector<std::string> names;
  for (const Known& one : known()) names.push_back(one.renderer.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string draw_svg(const SvgRenderer& renderer, const std::filesystem::path& specification,
                     const std::filesystem::path& drawing) {
  std::vector<std::string> command = renderer.arguments;
  for (std::string& one : command) {
    if (one == kSpecification) one = std::filesystem::absolute(specification).string();
    if (one == kDrawing) one = std::filesystem::absolute(drawing).string();
  }
  const std::string problem = run(command, false);
  if (!problem.empty()) return problem;
  std::error_code error;
  return std::filesystem::file_size(drawing, error) > 0 && !error ? "" : "nothing was drawn";
}

}  // namespace brink::cli
