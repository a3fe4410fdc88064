#include "page_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "brink/base/error.h"
#include "brink/report/html.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

namespace fs = std::filesystem;

// Another process that reads the path sees the old page or the new one. Returns what went wrong, if anything.
std::string replace_file(const fs::path& path, const std::string& bytes) {
  const fs::path beside = path.string() + ".part" + std::to_string(getpid());
  std::error_code error;
  {
    std::ofstream out(beside, std::ios::binary);
    errno = 0;
    out << bytes;
    out.close();
    if (!out) error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  }
  if (!error) fs::rename(beside, path, error);
  if (!error) return "";
  std::error_code ignored;
  fs::remove(beside, ignored);
  return error.message();
}

}  // namespace

void write_page(const PageFile& file, const Store& store, const Analysis& analysis, const std::string& text,
                const std::vector<std::string>& warnings) {
  const fs::path store_path = file.store_path;
  const fs::path path =
      file.html_path.empty() ? fs::path(store_path).replace_extension(".html") : fs::path(file.html_path);
  if (path == store_path) throw Error(ErrorKind::kUsage, path.string() + ": that is the store", "give -o another name");
  const Observations other = observe(store, file.profile == "paper" ? "robust" : "paper");
  const std::string profile = file.profile.empty() ? "" : " --profile " + file.profile;
  const PageInput input{store, analysis.observations, analysis.results, &other};
  const PageOptions options{.title = store_path.filename().string(),
                            .command = "brink report " + store_path.filename().string() + profile,
                            .version = BRINK_VERSION,
                            .text = text,
                            .warnings = warnings};
  const std::string problem = replace_file(path, html_report(input, options));
  if (problem.empty()) {
    fmt::print("\n{}\n", one_line(path.string()));
    return;
  }
  const std::string what = fmt::format("{}: the page could not be written: {}", path.string(), problem);
  if (!file.html_path.empty())
    throw Error(ErrorKind::kInput, what, "give -o a path that can be written, or use --no-html");
  fmt::print(stderr, "brink: warning: {}; -o FILE writes it elsewhere\n", one_line(what));
}

}  // namespace brink::cli
