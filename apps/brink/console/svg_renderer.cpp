#include "svg_renderer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <system_error>

namespace brink::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kSpecification = "{specification}";
constexpr const char* kDrawing = "{drawing}";
constexpr int kMaxEnded = 2;  // drawings that took too long, before the rest are given up

struct Known {
  SvgRenderer renderer;
  std::vector<std::string> probe;  // a command that succeeds where it can be used
};

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {{"vl-convert", {"vl-convert", "vl2svg"}, {"--input", kSpecification, "--output", kDrawing}},
       {"vl-convert", "--version"}},
      {{"vl2svg", {"vl2svg"}, {kSpecification, kDrawing}}, {"vl2svg", "--help"}},
      {{"python3 with vl-convert-python",
        {"python3", "-c",
         "import signal, sys, vl_convert\n"
         "signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
         "for specification, drawing in zip(sys.argv[1::2], sys.argv[2::2]):\n"
         "    try:\n"
         "        svg = vl_convert.vegalite_to_svg(open(specification, encoding='utf-8').read())\n"
         "        open(drawing, 'w', encoding='utf-8').write(svg)\n"
         "        print(flush=True)\n"
         "    except Exception as e:\n"
         "        print(' '.join(str(e).split()) or type(e).__name__, flush=True)\n"},
        {kSpecification, kDrawing},
        true},
       {"python3", "-c", "import vl_convert"}}};
  return all;
}

enum class Streams { kSilent, kErrors, kErrorsAndLines };  // what is kept of what a program says

struct Outcome {
  std::string problem;  // or ""
  bool took_too_long = false;
};

/// A descriptor, closed at the end.
struct Descriptor {
  int number = -1;
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }
};

std::string how_it_ended(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::strerror(errno);
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit status {}", WEXITSTATUS(status));
}

/// Hands on what the child prints, by lines, until it ends; false where it did neither for `limit`.
bool follow(int child, Descriptor& output, std::chrono::milliseconds limit,
            const std::function<void(std::string)>& on_line) {
  std::string text;
  std::array<char, 4096> buffer{};
  auto deadline = Clock::now() + limit;
  while (true) {
    std::array<pollfd, 2> watched{pollfd{output.number, POLLIN, 0}, pollfd{child, POLLIN, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int n_ready = poll(watched.data(), watched.size(), left > 0 ? static_cast<int>(left) : 0);
    if (n_ready < 0 && errno == EINTR) continue;
    if (n_ready <= 0) return false;
    if (watched[0].revents == 0) return true;
    const ssize_t n_read = read(output.number, buffer.data(), buffer.size());
    if (n_read <= 0) output.close();  // poll() passes over a negative number
    text.append(buffer.data(), n_read > 0 ? static_cast<std::size_t>(n_read) : 0);
    for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
      on_line(text.substr(0, end));
      deadline = Clock::now() + limit;
    }
  }
}

/// Runs a program found on the path, without input. It is ended, with all that it started, when it neither ends nor
/// prints a line for `limit`.
Outcome run(const std::vector<std::string>& command, Streams streams, std::chrono::milliseconds limit,
            const std::function<void(std::string)>& on_line = {}) {
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  Descriptor output, printed, process;
  if (int ends[2]{}; streams == Streams::kErrorsAndLines) {
    if (pipe2(ends, O_CLOEXEC) != 0) return {std::strerror(errno)};
    output.number = ends[0], printed.number = ends[1];
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (printed.number >= 0)
    posix_spawn_file_actions_adddup2(&files, printed.number, STDOUT_FILENO);
  else
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (streams == Streams::kSilent) posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // a group of its own: ended as one
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments.front(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return {std::strerror(error)};
  printed.close();
  process.number = static_cast<int>(syscall(SYS_pidfd_open, child, 0));  // glibc 2.36 declares no usable pidfd_open()
  const bool ended = process.number >= 0 && follow(process.number, output, limit, on_line);
  if (ended) return {how_it_ended(child)};
  const std::string problem = process.number < 0
                                  ? std::strerror(errno)
                                  : fmt::format("not done after {} s", static_cast<double>(limit.count()) / 1e3);
  kill(-child, SIGKILL);
  how_it_ended(child);
  return {problem, process.number >= 0};
}

std::vector<std::string> command_for(const SvgRenderer& renderer, std::span<const Drawing> drawings) {
  std::vector<std::string> command = renderer.program;
  for (const Drawing& one : drawings)
    for (const std::string& argument : renderer.each)
      command.push_back(argument == kSpecification ? std::filesystem::absolute(one.specification).string()
                        : argument == kDrawing     ? std::filesystem::absolute(one.drawing).string()
                                                   : argument);
  return command;
}

bool nothing_in(const std::filesystem::path& drawing) {
  std::error_code error;
  return std::filesystem::file_size(drawing, error) == 0 || error;
}

}  // namespace

std::optional<SvgRenderer> find_svg_renderer() {
  for (const Known& one : known())
    if (run(one.probe, Streams::kSilent, std::chrono::seconds(20)).problem.empty()) return one.renderer;
  return std::nullopt;
}

std::string svg_renderer_names() {
  std::vector<std::string> names;
  for (const Known& one : known()) names.push_back(one.renderer.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> draw_svg(const SvgRenderer& renderer, std::span<const Drawing> drawings,
                                  std::chrono::milliseconds limit) {
  std::vector<std::string> problems;
  const auto through = [&](std::string problem) {
    if (problem.empty() && problems.size() < drawings.size() && nothing_in(drawings[problems.size()].drawing))
      problem = "nothing was drawn";
    problems.push_back(std::move(problem));
  };
  for (int n_ended = 0; problems.size() < drawings.size();) {
    if (n_ended == kMaxEnded) {
      problems.resize(drawings.size(), "not tried: others took too long");
      break;
    }
    const auto rest = drawings.subspan(problems.size());
    const Outcome outcome = renderer.many ? run(command_for(renderer, rest), Streams::kErrorsAndLines, limit, through)
                                          : run(command_for(renderer, rest.first(1)), Streams::kErrors, limit);
    // Whatever ended a start is the fault of the drawing it was at.
    if (!renderer.many || problems.size() < drawings.size()) through(outcome.problem);
    if (outcome.took_too_long) ++n_ended;
  }
  problems.resize(drawings.size());
  return problems;
}

}  // namespace brink::cli
