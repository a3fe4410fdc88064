#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "brink/model/input.h"
#include "brink/model/response.h"
#include "llama.h"

struct common_chat_templates;

namespace brink::llama {

/// What a chat template made of a conversation.
struct Rendered {
  std::string text;
  bool system_merged = false;  // the template has no system role: its text went in front of the first user turn
};

/// A model's chat template, run by llama.cpp's Jinja engine (llama_chat_apply_template, without it, drops the default
/// system message of some templates).
///
/// A template that asks for today's date gets 26 July 2024 (the default of Llama 3.1's own), so that a prompt is the
/// same tomorrow; a study sets another by template_args date_string. strftime_now() cannot be pinned: a template that
/// calls it renders the day of the run.
class Chat {
 public:
  /// @param source  the template's text; empty = the model has none, and every render() is a Failure.
  /// Throws Error(kModel) when it does not parse.
  Chat(const llama_model* model, const std::string& source);
  ~Chat();
  Chat(Chat&&) noexcept;

  /// The conversation up to where the model goes on: after the generation prompt, or after the text of a last turn of
  /// role "assistant".
  /// @param args  name -> JSON text.
  /// @return Failure kTemplate when there is no template, or it refuses the conversation.
  std::variant<Rendered, Failure> render(const Messages& messages,
                                         const std::map<std::string, std::string>& args) const;

 private:
  struct Deleter {
    void operator()(common_chat_templates* t) const;
  };
  std::unique_ptr<common_chat_templates, Deleter> templates_;
  bool has_system_role_ = true;
};

}  // namespace brink::llama
