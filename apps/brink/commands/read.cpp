#include <fmt/core.h>

#include <cstdio>
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

namespace brink::cli {
namespace {

constexpr int kMaxOptions = 26;

struct Options {
  std::string file = "-";
  std::string profile = "paper";
  bool channels = false;
};

// What is wrong with one line; the others are read all the same.
struct BadLine : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Finish reasons of this program and of the common servers.
Finish finish_of(const std::string& word) {
  if (const auto finish = finish_from_string(word)) return *finish;
  for (const char* end : {"eos", "end_turn", "stop_sequence", "content_filter", "tool_calls"})
    if (word == end) return Finish::kEnd;
  if (word == "max_tokens" || word == "model_length") return Finish::kLength;
  throw BadLine("finish_reason '" + word + "' is not known; use end, stop, length, context, answer or error");
}

const std::string* string_member(const Json& line, const char* name) {
  const auto found = line.find(name);
  if (found == line.end() || found->is_null()) return nullptr;
  if (!found->is_string()) throw BadLine(std::string(name) + " is not a string");
  return found->get_ptr<const std::string*>();
}

int n_options_of(const Json& line) {
  const auto options = line.find("options"), number = line.find("n_options");
  std::int64_t n = 4;
  if (options != line.end()) {
    if (!options->is_array() && !options->is_object()) throw BadLine("options is not a list");
    n = static_cast<std::int64_t>(options->size());
  } else if (number != line.end()) {
    if (!number->is_number_integer()) throw BadLine("n_options is not a whole number");
    n = number->get<std::int64_t>();
  }
  if (n < 2 || n > kMaxOptions) throw BadLine(fmt::format("{} options; 2 to {} can be read", n, kMaxOptions));
  return static_cast<int>(n);
}

Reading read_line(const Json& line, const Profile& profile) {
  if (!line.is_object()) throw BadLine("not a JSON object");
  const std::string* reason = string_member(line, "finish_reason");
  if (reason && *reason == "error") return failed_reading("finish_reason is error");
  const std::string* text = string_member(line, "text");
  if (!text) throw BadLine("no text");
  ReadInput input{.text = *text, .n_options = n_options_of(line)};
  if (const std::string* tail = string_member(line, "prompt_tail")) input.prompt_tail = *tail;
  if (reason) input.finish = finish_of(*reason);
  return profile.read(input);
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json to_json(const Json& id, const Reading& reading) {
  Json mentions = Json::array();
  for (const Mention& m : reading.mentions)
    mentions.push_back(
        {{"letter", std::string(1, m.letter)}, {"pos", m.pos}, {"byte", m.byte}, {"pattern", m.pattern}});
  const auto letter = reading.letter ? Json(std::string(1, *reading.letter)) : Json();
  const Trajectory& t = reading.trajectory;
  return {{"id", id},
          {"answer", reading.status == Status::kOk ? letter : Json()},
          {"status", to_string(reading.status)},
          {"rule", reading.rule > 0 ? Json(reading.rule) : Json()},
          {"letter", letter},
          {"letter_pos", reading.pos >= 0 ? Json(reading.pos) : Json()},
          {"mentions", std::move(mentions)},
          {"ccp", number_or_null(t.ccp)},
          {"ccp_reason", t.ccp ? Json() : Json(t.ccp_reason)},
          {"ccp_literal", number_or_null(t.ccp_literal)},
          {"ccp_eq2", number_or_null(t.ccp_eq2)},
          {"switches", t.n_switches},
          {"n_chars", reading.n_chars},
          {"unfinished", reading.unfinished}};
}

void add_channels(Json& out, const Json& line) {
  const std::string* text = string_member(line, "text");
  const std::string* tail = string_member(line, "prompt_tail");
  Channels channels = split_channels(text ? *text : std::string(), tail ? *tail : std::string());
  out["thinking"] = std::move(channels.thinking);
  out["response"] = std::move(channels.response);
}

int read_lines(std::istream& in, const std::string& name, const Options& options) {
  const Profile& profile = brink::profile(options.profile);
  int n_lines = 0, n_bad = 0, row = 0;
  for (std::string line; std::getline(in, line);) {
    ++row;
    if (trim(line).empty()) continue;
    ++n_lines;
    try {
      const Json parsed = Json::parse(line);
      const Reading reading = read_line(parsed, profile);
      Json out = to_json(parsed.value("id", Json(row)), reading);
      if (options.channels) add_channels(out, parsed);
      const std::string text = out.dump() + "\n";
      std::fwrite(text.data(), 1, text.size(), stdout);
    } catch (const BadLine& e) {
      ++n_bad;
      fmt::print(stderr, "brink: error: {}:{}: {}\n", name, row, e.what());
    } catch (const Json::parse_error& e) {
      ++n_bad;
      fmt::print(stderr, "brink: error: {}:{}: not JSON, at byte {} of the line\n", name, row, e.byte);
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
                 "JSON lines {id, text, options or n_options (4), prompt_tail, finish_reason}; - = standard input");
  app.add_option("--profile", options->profile, profile_help())->capture_default_str();
  app.add_flag("--channels", options->channels, "also print the text split into thinking and response");
  app.callback([options, &exit_status] {
    if (options->file == "-") {
      exit_status = read_lines(std::cin, "standard input", *options);
      return;
    }
    std::ifstream in(options->file, std::ios::binary);
    if (!in) throw Error(ErrorKind::kInput, options->file + ": cannot be opened", "give a file of JSON lines");
    exit_status = read_lines(in, options->file, *options);
  });
}

}  // namespace

extern constinit const Command kRead{
    .name = "read",
    .summary = "read answers and the way to them from texts: JSON lines in, JSON lines out",
    .example = R"(echo '{"id": 1, "text": "The answer is (C).", "n_options": 4}' | brink read --profile paper)",
    .configure = configure,
};

}  // namespace brink::cli
