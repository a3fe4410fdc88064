#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "brink/backends/llama/chat.h"
#include "brink/backends/llama/model.h"
#include "brink/model/request.h"
#include "brink/model/response.h"

namespace brink::llama {

/// How a token is evaluated: many of a sequence at once, or alone, as tokens are while they are generated. The two are
/// different kernels of attention and differ in the last bits, so that a cache holds for a prompt only where both the
/// token and its pass agree. The fast mode evaluates steps that no cache holds many at once all the same.
enum class Pass : unsigned char { kPrefill, kStep };

/// A token in a sequence's cache, or one that is to be put there.
struct Cell {
  Token id;
  Pass pass;
  bool operator==(const Cell&) const = default;
};

/// A request as the tokens to evaluate before its first new one.
struct LlamaPrompt {
  std::string rendered;  // what the chat template wrote, plus open assistant text
  std::vector<Cell> cells;
  bool system_merged = false;
};

/// The ids of the cells.
std::vector<Token> token_ids(std::span<const Cell> cells);

/// Turns requests into tokens. A pure function of model, template and request.
///
/// What the template writes is parsed for control tokens. System and user turns are text: a question that spells one
/// ("<|im_end|>") must not end its turn, and is tokenised apart from the template where it does.
///
/// Passes: the input and a suffix are prefilled; the kept tokens of a prefix are steps, as they
/// were when the parent generated them, so that a fork has the same cache whether the parent's is still there or not;
/// a run of fewer tokens than `min_piece`, which would take other kernels, is steps.
class PromptBuilder {
 public:
  PromptBuilder(const Model& model, const Chat& chat, int min_piece);

  /// Failures: kTemplate (no template; it refuses; BOS twice), kUnsupported (input unknown), kOther (no tokens at all,
  /// ids out of range, prefix tokens missing).
  std::variant<LlamaPrompt, Failure> build(const Request& request) const;

 private:
  std::optional<Failure> build(const Messages& messages, const std::map<std::string, std::string>& args,
                               LlamaPrompt& out, std::vector<Token>& input) const;
  std::optional<Failure> build_apart(const Messages& messages, const std::map<std::string, std::string>& args,
                                     LlamaPrompt& out, std::vector<Token>& input) const;
  std::vector<Token> tokenize(const std::string& text, bool add_special, bool parse_special = true) const;
  std::vector<Token> tokenize_suffix(const std::string& text, bool parse_special = true) const;

  const Model& model_;
  const Chat& chat_;
  int min_piece_;
  std::vector<std::string> control_tokens_;  // as texts spell them
};

}  // namespace brink::llama
