#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "../command.h"
#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/study/study.h"

namespace brink::cli {
namespace {

void write_example(const std::filesystem::path& path, bool json) {
  if (std::filesystem::exists(path))
    throw Error(ErrorKind::kUsage, path.string() + ": exists already", "give another name: brink init other.toml");
  std::ofstream out(path, std::ios::binary);
  out << example_study();
  if (!out.flush())
    throw Error(ErrorKind::kInput, path.string() + ": cannot be written", "check the folder and the disk");
  if (json) {
    fmt::print("{}\n", Json{{"study", path.string()}}.dump(2));
    return;
  }
  fmt::print("{}\nnext: set the model's and the data's paths in it, then: brink run {}\n", path.string(),
             path.string());
}

void configure(CLI::App& app, int&) {
  struct Options {
    std::string path = "study.toml";
    bool json = false;
  };
  const auto options = std::make_shared<Options>();  // outlives configure(): shared with the callback
  app.add_option("FILE", options->path, "file to write")->capture_default_str();
  app.add_flag("--json", options->json, "print the file's name as JSON");
  app.callback([options] { write_example(options->path, options->json); });
}

}  // namespace

extern constinit const Command kInit{
    .name = "init",
    .summary = "write a commented study file",
    .example = "brink init study.toml",
    .configure = configure,
};

}  // namespace brink::cli
