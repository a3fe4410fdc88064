#include "page_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "brink/base/error.h"
#include "brink/report/html.h"
#include "brink/report/text_report.h"
#include "store_files.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

namespace fs = std::filesystem;

// Another process that reads the path sees the old page or the new one. Returns what went wrong, if anything.
std::string replace_file(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return "it is there, and no regular file";
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  const fs::path beside = target.string() + ".part" + std::to_string(getpid());
  error.clear();
  {
    errno = 0;
    std::ofstream out(beside, std::ios::binary);
    out << bytes;
    out.close();
    if (!out) error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  }
  if (!error) fs::rename(beside, target, error);
  if (!error) return "";
  std::error_code ignored;
  fs::remove(beside, ignored);
  return error.message();
}

fs::path path_of(const PageFile& file) {
  return file.html_path.empty() ? fs::path(file.store_path).replace_extension(".html") : fs::path(file.html_path);
}

// Returns what went wrong, if anything.
std::string save_page(const PageFile& file, const Store& store, const Analysis& analysis, const std::string& text,
                      const std::vector<std::string>& warnings) {
  const fs::path store_path = file.store_path;
  const Observations other = observe(store, file.profile == "paper" ? "robust" : "paper");
  const std::string profile = file.profile.empty() ? "" : " --profile " + file.profile;
  const PageOptions options{.title = store_path.filename().string(),
                            .command = "brink report " + store_path.filename().string() + profile,
                            .version = BRINK_VERSION,
                            .text = text,
                            .warnings = warnings};
  return replace_file(path_of(file), html_report({store, analysis.observations, analysis.results, &other}, options));
}

// The store by any name, or a file that SQLite keeps beside it.
bool is_of_store(const fs::path& path, const fs::path& store) {
  for (const char* more : kStoreFiles) {
    const fs::path own = store.string() + more;
    std::error_code error;
    if (fs::equivalent(path, own, error) || fs::weakly_canonical(path, error) == fs::weakly_canonical(own, error))
      return true;
  }
  return false;
}

// Another store, which a page in its place would end.
bool is_a_store(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return false;  // opening a pipe would wait for its other end
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::string begins(kMagic.size(), ' ');
  std::ifstream in(path, std::ios::binary);
  return in.read(begins.data(), static_cast<std::streamsize>(begins.size())) && begins == kMagic;
}

}  // namespace

void write_page(const PageFile& file, const Store& store, const Analysis& analysis, const std::string& text,
                const std::vector<std::string>& warnings) {
  const fs::path path = path_of(file);
  if (is_of_store(path, file.store_path))
    throw Error(ErrorKind::kUsage, path.string() + ": that is the store", "give -o another name");
  if (is_a_store(path))
    throw Error(ErrorKind::kUsage, path.string() + ": that is a store, which a page would replace",
                "give -o another name");
  const std::string problem = save_page(file, store, analysis, text, warnings);
  if (problem.empty()) {
    fmt::print("\n{}\n", one_line(path.string()));
    return;
  }
  const std::string what = fmt::format("{}: the page could not be written: {}", path.string(), problem);
  if (!file.html_path.empty())
    throw Error(ErrorKind::kInput, what, "give -o a path that can be written, or use --no-html");
  fmt::print(stderr, "brink: warning: {}; -o FILE writes it elsewhere\n", one_line(what));
}

void LivePage::refresh() {
  const auto start = Clock::now();
  if (failed_ || start < next_) return;
  std::string problem;
  try {
    const Store store = Store::open(store_path_, Store::Mode::kRead);
    const Analysis analysis = analyse(store, {.per_item = false});
    const std::vector<std::string> warnings{"WARNING the study was still running when this page was written."};
    const std::string text =
        text_report(analysis.observations, analysis.results, {.group_by = {}, .warnings = warnings});
    problem = save_page({.store_path = store_path_}, store, analysis, text, warnings);
  } catch (const Error& e) {
    problem = e.what();
  }
  failed_ = !problem.empty();
  if (failed_) fmt::print(stderr, "\nbrink: warning: the page is not kept up to date: {}\n", one_line(problem));
  const auto now = Clock::now();
  next_ = now + std::max<Clock::duration>(kPause, kShare * (now - start));
}

}  // namespace brink::cli
