#include <fmt/format.h>

#include <istream>
#include <nlohmann/json.hpp>

#include "brink/import/byte_source.h"
#include "brink/import/json_document.h"
#include "brink/import/row_source.h"
#include "brink/import/zip_archive.h"

namespace brink {
namespace {

// Long texts stand once per sample and are named by their hash.
std::string resolved(const std::string& text, const Json& sample) {
  for (const auto& [prefix, holder] :
       {std::pair{"attachment://", &sample}, std::pair{"tc://", member(sample, "transcript")}}) {
    if (!holder || !text.starts_with(prefix)) continue;
    const std::string hash = text.substr(std::string_view(prefix).size());
    for (const char* name : {"attachments", "content"})
      if (const Json* texts = member(*holder, name))
        if (const auto found = text_member(*texts, hash)) return *found;
  }
  return text;
}

// What the model was shown: the messages before its last one.
Messages shown(const Json& sample) {
  Messages out;
  if (const Json* messages = member(sample, "messages")) {
    out = messages_of(*messages);
    if (!out.empty() && out.back().role == "assistant") out.pop_back();
  } else if (const Json* input = member(sample, "input")) {
    out = input->is_array() ? messages_of(*input) : Messages{{"user", scalar_text(*input, "input")}};
  }
  for (Message& message : out) message.content = resolved(message.content, sample);
  return out;
}

std::string question(const Json& sample) {
  const Json& input = need(sample, "input");
  if (!input.is_array()) return resolved(scalar_text(input, "input"), sample);
  const Messages messages = messages_of(input);
  return messages.empty() ? "" : resolved(messages.back().content, sample);
}

GoldCell gold_of(const Json& sample) {
  GoldCell out{.kind = member(sample, "choices") ? GoldCell::Kind::kLabel : GoldCell::Kind::kAny, .values = {}};
  if (const Json* target = member(sample, "target")) {
    if (target->is_array())
      for (const Json& one : *target) out.values.push_back(scalar_text(one, "target"));
    else
      out.values.push_back(scalar_text(*target, "target"));
  }
  return out;
}

Response response_of(const Json& sample) {
  if (const Json* error = member(sample, "error"))
    return Failure{Failure::Kind::kOther, text_member(*error, "message").value_or("the sample failed")};
  const Json* output = member(sample, "output");
  const Json* choices = output ? member(*output, "choices") : nullptr;
  if (!choices || !choices->is_array() || choices->empty())
    return Failure{Failure::Kind::kOther, "the log has no output for this sample"};
  const Json& choice = (*choices)[0];
  const Json& message = need(choice, "message");
  std::string thinking = text_member(message, "reasoning").value_or("");
  if (const Json* content = member(message, "content"); content && content->is_array()) {
    for (const Json& part : *content) thinking += text_member(part, "reasoning").value_or("");
  }
  const std::string text = resolved(content_text(message), sample);
  Completion out = completion_of(std::move(thinking), text, finish_of(text_member(choice, "stop_reason").value_or("")));
  if (const Json* usage = member(*output, "usage")) {
    out.usage.n_prompt = count_member(*usage, "input_tokens");
    out.usage.n_generated = count_member(*usage, "output_tokens");
  }
  return out;
}

std::vector<Given> given_of(const Json& sample) {
  std::vector<Given> out;
  const Json* scores = member(sample, "scores");
  if (!scores || !scores->is_object()) return out;
  for (const auto& [scorer, score] : scores->items()) {
    Given& one = out.emplace_back();
    one.scorer = scorer;
    one.answer = text_member(score, "answer");
    if (const Json* value = member(score, "value"))
      one.verdict = value->is_structured() ? value->dump() : scalar_text(*value, "value");
  }
  return out;
}

ImportRow row_of(const Json& sample) {
  ImportRow out;
  out.item.id = scalar_text(need(sample, "id"), "id");
  out.key = fmt::format("{} epoch {}", *out.item.id, text_member(sample, "epoch").value_or("1"));
  out.item.stem = question(sample);
  if (const Json* choices = member(sample, "choices")) read_option_list(*choices, "choices", out.item);
  out.item.gold = gold_of(sample);
  if (const Json* metadata = member(sample, "metadata"); metadata && metadata->is_object())
    for (const auto& [name, value] : metadata->items())
      if (!value.is_structured() && !value.is_null()) out.item.tags[name] = scalar_text(value, name);
  Messages messages = shown(sample);
  read_prompt(out.item, messages.empty() ? out.item.stem : messages.back().content);
  if (!messages.empty()) out.input = std::move(messages);
  out.response = response_of(sample);
  out.given = given_of(sample);
  return out;
}

class Reader {
 public:
  explicit Reader(const ImportInput& input) : input_(input) {}

  void header(const Json& log) {
    const Json& eval = need(log, "eval");
    task_ = scalar_text(need(eval, "task"), "task");
    model_ = scalar_text(need(eval, "model"), "model");
  }
  void sample(const Json& json, const std::string& where) {
    guarded(where, [&] {
      ImportRow row = row_of(json);
      row.dataset = task_;
      row.model = model_;
      input_.row(std::move(row));
    });
  }
  template <class Action>
  void guarded(const std::string& where, const Action& action) const {
    try {
      action();
    } catch (const RowError& e) {
      throw Error(ErrorKind::kInput, fmt::format("{}: {}: {}", input_.path.string(), where, e.what()),
                  "is this an Inspect log? `inspect log dump` reads one");
    }
  }

 private:
  const ImportInput& input_;
  std::string task_, model_;
};

// The header may stand behind the samples, so it is read first.
void read_json(const ImportInput& input) {
  Reader reader(input);
  const auto pass = [&](const std::function<void(const Json&, int)>& row) {
    ByteSource bytes(input.path);
    std::istream in(&bytes);
    return each_element(in, input.path, "samples", row);
  };
  const Json log = pass([](const Json&, int) {});
  reader.guarded("header", [&] { reader.header(log); });
  pass([&](const Json& sample, int number) { reader.sample(sample, fmt::format("sample {}", number)); });
}

Json entry_json(const std::string& bytes, const std::string& name, const std::filesystem::path& path) {
  try {
    return parse_python_json(bytes);
  } catch (const Json::exception&) {
    throw Error(ErrorKind::kInput, fmt::format("{}: {}: not JSON", path.string(), name),
                "is the file whole? `unzip -t` tests it");
  }
}

void read_eval(const ImportInput& input) {
  Reader reader(input);
  std::optional<Json> log;
  // A run that was stopped has no header.json yet; its journal begins with the same members.
  each_zip_entry(
      input.path, [](std::string_view name) { return name == "header.json" || name == "_journal/start.json"; },
      [&](const std::string& name, const std::string& bytes) {
        log = entry_json(bytes, name, input.path);
        return name != "header.json";
      });
  if (!log)
    throw Error(ErrorKind::kInput, input.path.string() + ": it has no header.json", "is this an Inspect .eval file?");
  reader.guarded("header.json", [&] { reader.header(*log); });
  each_zip_entry(
      input.path, [](std::string_view name) { return name.starts_with("samples/") && name.ends_with(".json"); },
      [&](const std::string& name, const std::string& bytes) {
        reader.sample(entry_json(bytes, name, input.path), name);
        return true;
      });
}

bool is_zip(const std::filesystem::path& path) {
  ByteSource bytes(path);
  return bytes.sbumpc() == 'P' && bytes.sbumpc() == 'K';
}

void read(const ImportInput& input) { is_zip(input.path) ? read_eval(input) : read_json(input); }

}  // namespace

extern const ImportFormat kImportInspect;
constinit const ImportFormat kImportInspect{
    .name = "inspect",
    .summary = "Inspect: .eval (deflate or Zstandard) and .json logs; a verdict per scorer",
    .source = "https://inspect.aisi.org.uk/eval-logs.html (log version 2)",
    .takes_columns = false,
    .read = read,
};

}  // namespace brink
