#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "styled_text.h"
#include "terminal.h"

namespace brink::cli {
namespace {

std::string clock_text(double seconds) {
  const long s = static_cast<long>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string bar(double share) {
  constexpr int kWidth = 20;
  const int full = static_cast<int>(share * kWidth);
  return std::string(static_cast<std::size_t>(full), '#') + std::string(static_cast<std::size_t>(kWidth - full), '.');
}

}  // namespace

std::string progress_line(const Progress& p) {
  std::string out = fmt::format("{} / {} / {}  {}/{}", p.model, p.dataset, p.mode, p.n_done, p.n_total);
  if (p.n_made > 0 && p.elapsed_s > 0) {
    out += fmt::format("  {:.0f} tokens/s", static_cast<double>(p.n_prefilled + p.n_generated) / p.elapsed_s);
    if (p.n_answered > 0) out += fmt::format("  read {:.0f} %", 100.0 * p.n_read / p.n_answered);
    if (p.n_follow_ups > 0) out += fmt::format("  +{} follow-ups", p.n_follow_ups);
    if (p.n_failed > 0) out += fmt::format("  failed {}", p.n_failed);
    if (p.n_failed_follow_ups > 0) out += fmt::format("  failed follow-ups {}", p.n_failed_follow_ups);
    out += p.ended ? fmt::format("  in {}", clock_text(p.elapsed_s))
                   : fmt::format("  ETA {}", clock_text(p.elapsed_s / p.n_made * (p.n_total - p.n_done)));
  }
  return out;
}

ProgressPrinter::ProgressPrinter() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressPrinter::operator()(const Progress& p) {
  const auto now = std::chrono::steady_clock::now();
  const std::string name = p.model + '\n' + p.dataset + '\n' + p.mode;
  const bool starts = name != current_;
  const auto pause = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  if (!starts && !p.ended && now - last_ < pause) return;
  current_ = p.ended ? std::string() : name;
  last_ = now;
  if (terminal_) {
    const double share = p.n_total > 0 ? static_cast<double>(p.n_done) / p.n_total : 1.0;
    StyledText line;
    append(line, fmt::format("[{}] {}", bar(std::min(share, 1.0)), progress_line(p)));
    // A line that wraps could not be written over.
    fmt::print(stderr, "\r\033[K{}{}", render(wrap(line, output_width() - 1).front(), 0, false), p.ended ? "\n" : "");
  } else {
    fmt::print(stderr, "{}\n", one_line(progress_line(p)));
  }
  std::fflush(stderr);
}

}  // namespace brink::cli
