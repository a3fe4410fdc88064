#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "brink/pipeline/brink.h"

namespace brink::cli {

struct PageFile {
  std::string store_path;
  std::string html_path = {};  // empty: the store's name with .html, where it lies
  std::string profile = {};    // how the analysis was read; empty = by each mode's reader
};

/// Writes the page of a report, whole or not at all, and prints its path as the last line. A default place that cannot
/// be written is a warning; a place that was asked for, an Error.
/// @param text  the tables, for browsers that run no scripts
void write_page(const PageFile& file, const Store& store, const Analysis& analysis, const std::string& text,
                const std::vector<std::string>& warnings);

/// Keeps the page of a study that is running up to date. It is written anew after a pause, and seldom enough that the
/// run loses a twentieth of its time to it; what goes wrong is said once, and does not stop the run.
class LivePage {
 public:
  explicit LivePage(std::string store_path) : store_path_(std::move(store_path)) {}
  /// Called as often as one likes.
  void refresh();

 private:
  using Clock = std::chrono::steady_clock;

  std::string store_path_;
  Clock::time_point next_ = Clock::now() + kPause;
  bool failed_ = false;

  static constexpr auto kPause = std::chrono::seconds(20);
  static constexpr int kShare = 20;
};

}  // namespace brink::cli
