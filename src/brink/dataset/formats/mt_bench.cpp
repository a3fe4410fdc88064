#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/dataset/columns.h"
#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

bool matches(const FileHead& head) {
  return has_columns(head.row, {"model_a", "model_b", "winner", "conversation_a", "conversation_b"});
}

struct Turn {
  std::string role, text;
};

std::vector<Turn> read_turns(const Json& row, const char* name) {
  const Json& list = column(row, name);
  if (!list.is_array() || list.size() < 2) throw RowError(fmt::format("'{}' is not a list of two turns or more", name));
  std::vector<Turn> out;
  for (const Json& turn : list) out.push_back({text_of(turn, "role"), text_of(turn, "content")});
  if (out[0].role != "user") throw RowError(fmt::format("'{}' does not begin with the user", name));
  return out;
}

// What one side is judged by: its answer, or of a longer conversation everything after the first question.
std::string shown(const std::vector<Turn>& turns) {
  if (turns.size() == 2) return turns[1].text;
  std::string out;
  for (std::size_t i = 1; i < turns.size(); ++i)
    out += (i > 1 ? "\n\n" : "") + std::string(turns[i].role == "user" ? "User: " : "Assistant: ") + turns[i].text;
  return out;
}

// A tie calls both answers right, so that neither is the gold option.
GoldCell read_gold(const std::string& winner) {
  if (winner == "model_a") return {.kind = GoldCell::Kind::kIndex, .values = {"0"}};
  if (winner == "model_b") return {.kind = GoldCell::Kind::kIndex, .values = {"1"}};
  if (winner.starts_with("tie")) return {.kind = GoldCell::Kind::kIndex, .values = {"0", "1"}};
  return {.kind = GoldCell::Kind::kLabel, .values = {winner}};
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  const std::vector<Turn> a = read_turns(row, "conversation_a"), b = read_turns(row, "conversation_b");
  if (a[0].text != b[0].text) throw RowError("the two conversations begin with different questions");
  out.stem = a[0].text;
  out.options = {shown(a), shown(b)};
  out.gold = read_gold(text_of(row, "winner"));
  for (const char* tag : {"question_id", "model_a", "model_b", "winner", "judge", "turn", "language"})
    add_tag(out, tag, row, tag);
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kMtBench;
constinit const DataFormat kMtBench{
    .name = "mt_bench",
    .summary =
        "MT-Bench and Chatbot Arena judgments: JSON lines {model_a, model_b, winner, conversation_a, conversation_b}; "
        "2 options, a tie is both",
    .source =
        "https://huggingface.co/datasets/lmsys/mt_bench_human_judgments; "
        "https://huggingface.co/datasets/lmsys/chatbot_arena_conversations",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
