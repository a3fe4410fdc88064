#include <algorithm>
#include <array>
#include <variant>

#include "brink/base/text.h"
#include "brink/pipeline/check.h"

namespace brink {
namespace {

constexpr std::size_t kTokensShown = 8;

ShownToken shown(const Backend& backend, Token id) { return {id, backend.token_text(id).value_or("")}; }

/// "Final answer:", "The answer is (": the model is led to write a letter at once.
bool leads_to_an_answer(std::string_view prompt) {
  static constexpr std::array<std::string_view, 4> kEnds{"answer:", "answer is", "answer is:", "answer is ("};
  std::string tail(trim(prompt.substr(prompt.size() - std::min<std::size_t>(prompt.size(), 64))));
  std::ranges::transform(tail, tail.begin(), ascii_lower);
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return tail.ends_with(end); });
}

/// Turns whose text the template did not write as it is.
void add_changed_turns(const Messages& messages, const Completion& prompt, std::vector<std::string>& out) {
  for (const Message& m : messages)
    if (prompt.rendered_prompt.find(trim(m.content)) == std::string::npos)
      out.push_back("the template changes the text of the " + m.role + " turn");
}

Response answer_of(Backend& backend, const Request& request) {
  Response out = Failure{Failure::Kind::kOther, "the back end did not answer"};
  const Bundle bundle{{request}};
  backend.answer(
      {&bundle, 1}, [&](const Request&, const Response& response) { out = response; },
      [](const Request&, const Response&) { return std::vector<Request>{}; }, {});
  return out;
}

}  // namespace

std::vector<std::string> prompt_traps(const Completion& prompt, const Request& request) {
  std::vector<std::string> out;
  if (prompt.system_merged)
    out.emplace_back("the template has no system role: the system text stands at the beginning of the user turn");
  switch (prompt_end(prompt.rendered_prompt)) {
    case PromptEnd::kPlain:
      break;
    case PromptEnd::kThinkingOpen:
      out.emplace_back("the prompt opens thinking: the answer begins inside it, and a cut answer is all thinking");
      break;
    case PromptEnd::kThinkingClosed:
      out.emplace_back("the prompt closes thinking: the model answers without it");
      break;
  }
  if (leads_to_an_answer(prompt.rendered_prompt))
    out.emplace_back("the prompt ends in words that ask for the answer at once: nothing is written before it");
  const std::vector<Token>& ids = prompt.prompt_tokens;
  if (ids.size() >= 2 && ids[0] == ids[1]) out.emplace_back("the prompt begins with the same token twice (BOS?)");
  if (request.model.chat_template.find("strftime_now") != std::string::npos)
    out.emplace_back("the template writes today's date: the same request reads differently tomorrow");
  if (const auto* messages = std::get_if<Messages>(&request.input)) add_changed_turns(*messages, prompt, out);
  return out;
}

PromptCheck check_prompt(Backend& backend, const Item& item, const Request& planned) {
  Request read = planned;  // the prompt is evaluated, nothing is generated
  read.decoding.max_tokens = 0;
  read.captures.clear();
  Response response = answer_of(backend, read);
  if (std::holds_alternative<Failure>(response)) response = answer_of(backend, planned);  // a replay knows this one
  PromptCheck out;
  out.item = item.id;
  if (const auto* failure = std::get_if<Failure>(&response)) {
    out.failure = std::string(to_string(failure->kind)) + ": " + failure->message;
    return out;
  }
  const auto& prompt = std::get<Completion>(response);
  const std::vector<Token>& ids = prompt.prompt_tokens;
  out.rendered = prompt.rendered_prompt;
  out.n_tokens = static_cast<int>(ids.size());
  const std::size_t n = std::min(kTokensShown, ids.size());
  for (std::size_t i = 0; i < n; ++i) out.first.push_back(shown(backend, ids[i]));
  for (std::size_t i = ids.size() - n; i < ids.size(); ++i) out.last.push_back(shown(backend, ids[i]));
  out.end = prompt_end(out.rendered);
  out.traps = prompt_traps(prompt, planned);
  return out;
}

}  // namespace brink
