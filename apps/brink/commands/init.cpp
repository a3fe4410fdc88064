#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "../command.h"
#include "brink/base/error.h"
#include "brink/study/study.h"

namespace brink::cli {
namespace {

void write_example(const std::filesystem::path& path) {
  if (std::filesystem::exists(path))
    throw Error(ErrorKind::kUsage, path.string() + ": exists already", "give another name: brink init other.toml");
  std::ofstream out(path, std::ios::binary);
  out << example_study();
  if (!out.flush())
    throw Error(ErrorKind::kInput, path.string() + ": cannot be written", "check the folder and the disk");
  fmt::print("{}\nnext: set the model's and the data's paths in it, then: brink run {}\n", path.string(),
             path.string());
}

void configure(CLI::App& app, int&) {
  // Shared: the path outlives this function inside the callback that CLI11 keeps.
  auto path = std::make_shared<std::string>("study.toml");
  app.add_option("FILE", *path, "file to write")->capture_default_str();
  app.callback([path] { write_example(*path); });
}

}  // namespace

extern constinit const Command kInit{
    .name = "init",
    .summary = "write a commented study file",
    .example = "brink init study.toml",
    .configure = configure,
};

}  // namespace brink::cli
