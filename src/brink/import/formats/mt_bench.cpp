#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/import/row_source.h"

namespace brink {
namespace {

// The text between two marks, or nothing.
std::optional<std::string> between(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t begin = text.find(open);
  const std::size_t end = begin == text.npos ? begin : text.find(close, begin + open.size());
  if (end == text.npos) return std::nullopt;
  return std::string(trim(text.substr(begin + open.size(), end - begin - open.size())));
}

// Question and both answers as the judge saw them, of one turn or of a conversation.
void read_shown(RawItem& item, std::string_view prompt) {
  const auto a = between(prompt, "[The Start of Assistant A's Answer]", "[The End of Assistant A's Answer]");
  const auto b = between(prompt, "[The Start of Assistant B's Answer]", "[The End of Assistant B's Answer]");
  const auto conversation_a = between(prompt, "<|The Start of Assistant A's Conversation with User|>",
                                      "<|The End of Assistant A's Conversation with User|>");
  const auto conversation_b = between(prompt, "<|The Start of Assistant B's Conversation with User|>",
                                      "<|The End of Assistant B's Conversation with User|>");
  if (a && b)
    item.options = {*a, *b};
  else if (conversation_a && conversation_b)
    item.options = {*conversation_a, *conversation_b};
  else
    throw RowError("the judge's prompt does not show two answers");
  if (item.options[0].empty() || item.options[1].empty()) item.options.clear();  // nothing to choose between
  std::string_view question = prompt.substr(0, prompt.find(a ? "[The Start of" : "<|The Start of"));
  constexpr std::string_view kHeading = "[User Question]";
  if (question.starts_with(kHeading)) question.remove_prefix(kHeading.size());
  item.stem = trim(question);
}

// The winner as the place it was shown at; "tie" and "error" as they are.
std::string place_of(const std::string& winner, bool swapped) {
  if (winner == "model_1") return swapped ? "B" : "A";
  if (winner == "model_2") return swapped ? "A" : "B";
  return winner;
}

ImportRow game(const Json& row, int line, int number) {
  const std::string prefix = fmt::format("g{}_", number);
  const Json* judge = member(row, "judge");
  ImportRow out;
  out.line = line;
  out.key = fmt::format("{} g{}", line, number);
  out.item.id = fmt::format("{} {} {} turn {}", scalar_text(need(row, "question_id"), "question_id"),
                            scalar_text(need(row, "model_1"), "model_1"), scalar_text(need(row, "model_2"), "model_2"),
                            text_member(row, "turn").value_or("1"));
  const std::string prompt = scalar_text(need(row, prefix + "user_prompt"), "user_prompt");
  const std::string judgment = scalar_text(need(row, prefix + "judgment"), "judgment");
  read_shown(out.item, prompt);
  out.item.tags = {{"model_1", *text_member(row, "model_1")}, {"model_2", *text_member(row, "model_2")}};
  if (judge && judge->is_array() && judge->size() == 2) {
    out.model = scalar_text((*judge)[0], "judge");
    out.mode = scalar_text((*judge)[1], "judge");
  }
  out.label_set = "letters+tie";  // [[C]] in all of its prompts
  out.input = Messages{{"user", prompt}};
  if (judgment == "$ERROR$")
    out.response = Failure{Failure::Kind::kTransport, "the judge did not answer"};
  else
    out.response = completion_of("", judgment);
  out.given = {{.answer = place_of(scalar_text(need(row, prefix + "winner"), "winner"), number == 2),
                .verdict = {},
                .scorer = "winner"}};
  return out;
}

void read(const ImportInput& input) {
  each_json_row(input.path, [&](const Json& row, int line) {
    for (const int number : {1, 2}) input.row(game(row, line, number));
  });
}

}  // namespace

extern const ImportFormat kImportMtBench;
constinit const ImportFormat kImportMtBench{
    .name = "mt-bench",
    .summary = "FastChat's pairwise judgments: both orders of each pair are two variants of one item; ties",
    .source = "https://github.com/lm-sys/FastChat, llm_judge/gen_judgment.py --mode pairwise-all",
    .takes_columns = false,
    .read = read,
};

}  // namespace brink
