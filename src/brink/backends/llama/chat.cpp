#include "brink/backends/llama/chat.h"

#include <chat.h>

#include <exception>
#include <utility>

#include "brink/base/error.h"

namespace brink::llama {
namespace {

constexpr const char* kDate = "\"26 Jul 2024\"";
constexpr const char* kDatetime = "\"Jul 26 2024\"";

Failure template_failure(std::string message) { return {Failure::Kind::kTemplate, std::move(message)}; }

}  // namespace

void Chat::Deleter::operator()(common_chat_templates* t) const { common_chat_templates_free(t); }

Chat::Chat(const llama_model* model, const std::string& source) {
  if (source.empty()) return;
  try {
    const common_chat_template parsed(source, "", "");  // common_chat_templates_init() loses the reason
    has_system_role_ = parsed.original_caps().supports_system_role;
    templates_.reset(common_chat_templates_init(model, source).release());
  } catch (const std::exception& e) {
    throw Error(ErrorKind::kModel, std::string("the chat template does not parse: ") + e.what(),
                "set chat_template in the study file to a Jinja template that does");
  }
}

Chat::~Chat() = default;
Chat::Chat(Chat&&) noexcept = default;

std::variant<Rendered, Failure> Chat::render(const Messages& messages,
                                             const std::map<std::string, std::string>& args) const {
  if (!templates_)
    return template_failure(
        "the model has no chat template (a base model?): name a file with one, chat_template = \"FILE\" in its table "
        "of the "
        "study file, such as {% for m in messages %}{{ m.content }}\\n{% endfor %}");
  if (messages.empty()) return template_failure("no messages");

  common_chat_templates_inputs inputs;
  const bool open = messages.back().role == "assistant";
  for (std::size_t i = 0; i + (open ? 1 : 0) < messages.size(); ++i) {
    common_chat_msg m;
    m.role = messages[i].role;
    m.content = messages[i].content;
    inputs.messages.push_back(std::move(m));
  }
  const bool merge = !has_system_role_ && !inputs.messages.empty() && inputs.messages.front().role == "system";
  if (merge && inputs.messages.size() < 2)
    return template_failure("the chat template has no system role, and there is no user turn to put its text into");

  inputs.force_pure_content = true;  // the template as it is, no tool-call or reasoning grammar around it
  inputs.chat_template_kwargs = args;
  inputs.chat_template_kwargs.try_emplace("date_string", kDate);
  inputs.chat_template_kwargs.try_emplace("datetime", kDatetime);
  if (const auto thinking = args.find("enable_thinking"); thinking != args.end())
    inputs.enable_thinking = thinking->second != "false";
  try {
    Rendered out{common_chat_templates_apply(templates_.get(), inputs).prompt, merge};
    if (open) out.text += messages.back().content;
    return out;
  } catch (const std::exception& e) {
    return template_failure(std::string("the chat template refuses the conversation: ") + e.what());
  }
}

}  // namespace brink::llama
