#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/import/row_source.h"

namespace brink {
namespace {

// The response itself, the body of a batch's output line, or the response beside its request.
const Json& body_of(const Json& row) {
  if (member(row, "choices") || (member(row, "error") && !member(row, "response"))) return row;
  const Json& response = need(row, "response");
  const Json* body = member(response, "body");
  return body ? *body : response;
}

const Json* request_of(const Json& row) {
  if (const Json* request = first_member(row, {"request", "body"})) {
    const Json* body = member(*request, "body");
    return body ? body : request;
  }
  return &row;
}

void read_question(const Json& row, int line, ImportRow& out) {
  static const Columns columns({});
  const Json* request = request_of(row);
  // A response alone has `choices` of another kind.
  if (!member(row, "choices")) out.item = columns.read(row, line);
  if (const Json* messages = member(*request, "messages")) {
    Messages asked = messages_of(*messages);
    if (!asked.empty()) {
      if (out.item.stem.empty()) out.item.stem = asked.back().content;
      read_prompt(out.item, asked.back().content);
    }
    out.input = std::move(asked);
  } else if (const auto prompt = text_member(*request, "prompt")) {
    out.input = RawText{*prompt};
    out.prompt_tail = *prompt;
    read_prompt(out.item, *prompt);
  }
  for (const char* name : {"custom_id", "id"})
    if (const auto id = text_member(row, name); id && (!out.item.id || name == std::string_view("custom_id")))
      out.item.id = *id;
  if (const Json* t = member(*request, "temperature"); t && t->is_number()) out.decoding.temperature = t->get<double>();
  if (const Json* n = first_member(*request, {"max_completion_tokens", "max_tokens"}))
    out.decoding.max_tokens = count_of(*n).value_or(out.decoding.max_tokens);
}

Response response_of(const Json& choice, const Json& body, std::size_t n_choices) {
  const Finish finish = finish_of(text_member(choice, "finish_reason").value_or(""));
  Completion out;
  if (const Json* message = member(choice, "message")) {
    const Json* thinking = first_member(*message, {"reasoning_content", "reasoning"});
    out = completion_of(thinking ? scalar_text(*thinking, "reasoning_content") : "", content_text(*message), finish);
  } else {
    out = completion_of("", scalar_text(need(choice, "text"), "text"), finish);
  }
  if (const Json* usage = member(body, "usage")) {
    out.usage.n_prompt = count_member(*usage, "prompt_tokens");
    // The count is of all choices together.
    if (n_choices == 1) out.usage.n_generated = count_member(*usage, "completion_tokens");
  }
  return out;
}

void read_row(const Json& row, int line, const RowSink& sink) {
  const Json& body = body_of(row);
  ImportRow common;
  common.line = line;
  read_question(row, line, common);
  common.key = std::to_string(line);
  common.model = text_member(body, "model").value_or("");
  if (const Json* error = first_member(body, {"error"})) {
    common.response = Failure{Failure::Kind::kTransport, text_member(*error, "message").value_or(error->dump())};
    return sink(std::move(common));
  }
  const Json& choices = need(body, "choices");
  if (!choices.is_array() || choices.empty()) throw RowError("'choices' is not a list of answers");
  for (std::size_t i = 0; i < choices.size(); ++i) {
    ImportRow one = common;
    if (i > 0) one.key += fmt::format(" #{}", i + 1);
    one.response = response_of(choices[i], body, choices.size());
    sink(std::move(one));
  }
}

void read(const ImportInput& input) {
  each_json_row(input.path, [&](const Json& row, int line) { read_row(row, line, input.row); });
}

}  // namespace

extern const ImportFormat kImportOpenAi;
constinit const ImportFormat kImportOpenAi{
    .name = "openai",
    .summary =
        "chat.completion and text_completion objects, one a line, alone, beside their request, or as a batch's "
        "output; reasoning_content",
    .source = "https://platform.openai.com/docs/api-reference/chat/object; https://api-docs.deepseek.com",
    .takes_columns = false,
    .read = read,
};

}  // namespace brink
