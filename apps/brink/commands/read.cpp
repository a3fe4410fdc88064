#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "../command.h"
#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/extract/rules.h"
#include "brink/import/json_document.h"
#include "read_line.h"

namespace brink::cli {
namespace {

struct Options {
  std::string file = "-";
  std::string profile = "robust";
  bool channels = false;
};

int read_lines(std::istream& in, const std::string& name, const Options& options) {
  const Profile& profile = brink::profile(options.profile);
  int n_lines = 0, n_bad = 0, row = 0;
  for (std::string line; std::getline(in, line);) {
    ++row;
    if (trim(line).empty()) continue;
    ++n_lines;
    try {
      const Json parsed = parse_python_json(line);
      const ReadLine item(parsed);
      Json out = item.to_json(parsed.value("id", Json(row)), profile);
      Channels channels = item.channels();
      out["reasoning"] = channels.thinking;
      if (options.channels) out["thinking"] = std::move(channels.thinking);
      out["response"] = std::move(channels.response);
      const std::string text = out.dump() + "\n";
      std::fwrite(text.data(), 1, text.size(), stdout);
    } catch (const BadLine& e) {
      ++n_bad;
      fmt::print(stderr, "brink: error: {}:{}: {}\n", name, row, e.what());
    } catch (const Json::parse_error& e) {
      ++n_bad;
      fmt::print(stderr, "brink: error: {}:{}: not JSON, at byte {} of the line\n", name, row, e.byte);
    } catch (const Json::out_of_range&) {
      ++n_bad;
      fmt::print(stderr, "brink: error: {}:{}: a number that is too large\n", name, row);
    }
  }
  if (n_bad > 0) fmt::print(stderr, "brink: error: {} of {} lines could not be read\n", n_bad, n_lines);
  if (std::fflush(stdout) != 0)
    throw Error(ErrorKind::kInput, "standard output: cannot be written", "is the disk full?");
  return n_bad > 0 ? 1 : 0;
}

std::string profile_help() {
  std::string help = "how to read:";
  for (const Profile* p : profiles()) help += fmt::format("\n{}: {} ({})", p->name, p->summary, p->source);
  return help;
}

void configure(CLI::App& app, int& exit_status) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file,
                 "JSON lines {id, text or reasoning and content, kind (choice, number, text), options or n_options "
                 "(4), labels, prompt_tail, "
                 "finish_reason, template_family}; - = standard input");
  app.add_option("--profile", options->profile, profile_help())->capture_default_str();
  app.add_flag("--channels", options->channels, "print the reasoning as `thinking` too");
  app.callback([options, &exit_status] {
    if (options->file == "-") {
      exit_status = read_lines(std::cin, "standard input", *options);
      return;
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(options->file, ignored))
      throw Error(ErrorKind::kInput, options->file + ": is a directory", "give a file of JSON lines");
    std::ifstream in(options->file, std::ios::binary);
    if (!in) throw Error(ErrorKind::kInput, options->file + ": cannot be opened", "give a file of JSON lines");
    exit_status = read_lines(in, options->file, *options);
  });
}

}  // namespace

extern constinit const Command kRead{
    .name = "read",
    .summary = "read answers and the way to them from texts: JSON lines in, JSON lines out",
    .example = R"(echo '{"id": 1, "text": "The answer is (C).", "n_options": 4}' | brink read)",
    .configure = configure,
};

}  // namespace brink::cli
