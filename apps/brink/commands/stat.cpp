#include <fmt/core.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../command.h"
#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/stats/named/named.h"

namespace brink::cli {
namespace {

struct Options {
  std::string name, file;
  bool list = false, help = false;
};

std::string known_names() {
  std::string names;
  for (const auto* s : stats::named_statistics()) names += fmt::format("{}{}", names.empty() ? "" : ", ", s->name);
  return names;
}

const stats::NamedStatistic& find(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* s : stats::named_statistics()) {
    if (s->name == name) return *s;
    names.emplace_back(s->name);
  }
  const std::string near = closest(name, names);
  const std::string hint = (near.empty() ? "" : fmt::format("did you mean '{}'? ", near)) + "known: " + known_names();
  throw Error(ErrorKind::kUsage, fmt::format("stat: unknown statistic '{}'", name), hint);
}

Json read(const std::string& file) {
  const bool from_file = !file.empty() && file != "-";
  std::ifstream stream;
  if (from_file) {
    stream.open(file, std::ios::binary);
    if (!stream) throw Error(ErrorKind::kInput, fmt::format("{}: cannot be read", file), "check the path");
  }
  std::istream& in = from_file ? stream : std::cin;
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    return parse_json(text);
  } catch (const nlohmann::json::exception& e) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: not JSON: {}", from_file ? file : "standard input", e.what()),
                "the input is one JSON object; non-finite numbers are the strings \"nan\", \"inf\", \"-inf\"");
  }
}

void run(const CLI::App& app, const Options& options) {
  if (options.list) {
    for (const auto* s : stats::named_statistics()) fmt::print("{:<18} {}\n", s->name, s->summary);
  } else if (options.help && options.name.empty()) {
    fmt::print("{}", app.help());
  } else if (options.help) {
    const stats::NamedStatistic& s = find(options.name);
    fmt::print("{}: {}\n{}source: {}\n", s.name, s.summary, s.help, s.source);
  } else if (options.name.empty()) {
    throw Error(ErrorKind::kUsage, "stat: no statistic named", "known: " + known_names());
  } else {
    const stats::NamedStatistic& s = find(options.name);
    fmt::print("{}\n", s.compute(read(options.file)).dump(1));
  }
}

void configure(CLI::App& app, int&) {
  const auto options = std::make_shared<Options>();  // shared by the parser's callbacks, which outlive this call
  app.add_option("name", options->name, "a statistic of --list");
  app.add_option("input", options->file, "JSON file; standard input without it");
  app.add_flag("--list", options->list, "list the statistics");
  app.set_help_flag();  // ours, which with a name describes that statistic
  app.add_flag("-h,--help", options->help, "this text; with a name, the input and output of that statistic");
  app.callback([&app, options] { run(app, *options); });
}

}  // namespace

extern constinit const Command kStat{
    .name = "stat",
    .summary = "compute one statistic: JSON in, JSON out",
    .example = "brink stat --list\n  brink stat pbs --help\n  brink stat pbs < answers.json",
    .configure = configure,
};

}  // namespace brink::cli
