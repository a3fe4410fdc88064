#include "brink/backends/llama/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace brink::llama {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

Failure other(std::string message) { return {Failure::Kind::kOther, std::move(message)}; }

// A short prefill takes the kernels of few rows: it is steps, and must be told apart from a part of a longer one.
void mark_short_runs_as_steps(std::vector<Cell>& cells, int min_piece) {
  const auto is_prefill = [](const Cell& c) { return c.pass == Pass::kPrefill; };
  for (auto run = cells.begin(); run != cells.end();) {
    const auto begin = std::find_if(run, cells.end(), is_prefill);
    run = std::find_if_not(begin, cells.end(), is_prefill);
    if (run - begin < min_piece)
      for (auto c = begin; c != run; ++c) c->pass = Pass::kStep;
  }
}

}  // namespace

std::vector<Token> token_ids(std::span<const Cell> cells) {
  std::vector<Token> out;
  out.reserve(cells.size());
  for (const Cell& cell : cells) out.push_back(cell.id);
  return out;
}

PromptBuilder::PromptBuilder(const Model& model, const Chat& chat, int min_piece)
    : model_(model), chat_(chat), min_piece_(min_piece) {
  for (Token id = 0; id < model.n_vocab; ++id)
    if (llama_vocab_is_control(model.vocab, id)) control_tokens_.push_back(model.piece(id));
  std::erase(control_tokens_, "");
}

std::vector<Token> PromptBuilder::tokenize(const std::string& text, bool add_special, bool parse_special) const {
  std::vector<Token> out(text.size() + 8);
  const auto run = [&] {
    return llama_tokenize(model_.vocab, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                          static_cast<std::int32_t>(out.size()), add_special, parse_special);
  };
  std::int32_t n = run();
  if (n < 0) {
    out.resize(static_cast<std::size_t>(-n));
    n = run();
  }
  out.resize(static_cast<std::size_t>(std::max(n, 0)));
  // A prompt goes on; some vocabularies would close it.
  if (add_special && llama_vocab_get_add_eos(model_.vocab) && !out.empty() &&
      out.back() == llama_vocab_eos(model_.vocab))
    out.pop_back();
  return out;
}

std::vector<Token> PromptBuilder::tokenize_suffix(const std::string& text, bool parse_special) const {
  const auto is_exact = [&](const std::vector<Token>& ids) {
    std::string bytes;
    for (const Token id : ids) bytes += model_.piece(id);
    return bytes == text;
  };
  std::vector<Token> alone = tokenize(text, false, parse_special);
  if (is_exact(alone)) return alone;
  // Some SentencePiece vocabularies put a space before any text: let it stand before a line break, and drop both.
  const std::vector<Token> mark = tokenize("\n", false);
  std::vector<Token> marked = tokenize("\n" + text, false, parse_special);
  if (marked.size() > mark.size() && std::equal(mark.begin(), mark.end(), marked.begin())) {
    marked.erase(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(mark.size()));
    if (is_exact(marked)) return marked;
  }
  return alone;
}

std::optional<Failure> PromptBuilder::build(const Messages& messages, const std::map<std::string, std::string>& args,
                                            LlamaPrompt& out, std::vector<Token>& input) const {
  const auto spells_control_token = [&](const Message& m) {
    return m.role != "assistant" && std::ranges::any_of(control_tokens_, [&](const std::string& token) {
             return m.content.find(token) != std::string::npos;
           });
  };
  if (std::ranges::any_of(messages, spells_control_token)) return build_apart(messages, args, out, input);
  std::variant<Rendered, Failure> rendered = chat_.render(messages, args);
  if (const Failure* f = std::get_if<Failure>(&rendered)) return *f;
  auto& r = std::get<Rendered>(rendered);
  out.rendered = std::move(r.text);
  out.system_merged = r.system_merged;
  input = tokenize(out.rendered, true);
  return std::nullopt;
}

// The template is rendered around marks, and the turns' texts are tokenised as nothing but text.
std::optional<Failure> PromptBuilder::build_apart(const Messages& messages,
                                                  const std::map<std::string, std::string>& args, LlamaPrompt& out,
                                                  std::vector<Token>& input) const {
  const auto mark = [](std::size_t i) { return fmt::format("\uE000{}\uE000", i); };  // private use: no text has them
  Messages marked = messages;
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i].role != "assistant") marked[i].content = mark(i);
  std::variant<Rendered, Failure> rendered = chat_.render(marked, args);
  if (const Failure* f = std::get_if<Failure>(&rendered)) return *f;
  const auto& [text, merged] = std::get<Rendered>(rendered);
  std::size_t at = 0;
  const auto add = [&](const std::string& part, bool parse_special) {
    const bool first = out.rendered.empty();
    for (const Token id : first ? tokenize(part, true, parse_special) : tokenize_suffix(part, parse_special))
      input.push_back(id);
    out.rendered += part;
  };
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i].role == "assistant") continue;
    const std::size_t found = text.find(mark(i), at);
    if (found == std::string::npos)
      return Failure{
          Failure::Kind::kTemplate,
          "a turn spells a control token of the model, and the chat template changes turns so that it cannot "
          "be told from the template's own: take the token out of the data"};
    add(text.substr(at, found - at), true);
    add(messages[i].content, false);
    at = found + mark(i).size();
  }
  add(text.substr(at), true);
  out.system_merged = merged;
  return std::nullopt;
}

std::variant<LlamaPrompt, Failure> PromptBuilder::build(const Request& request) const {
  LlamaPrompt out;
  std::vector<Token> input;
  bool from_text = true;
  const std::optional<Failure> failure = std::visit(
      Overloaded{[&](const Messages& messages) -> std::optional<Failure> {
                   return build(messages, request.template_args, out, input);
                 },
                 [&](const RawText& raw) -> std::optional<Failure> {
                   out.rendered = raw.text;
                   input = tokenize(raw.text, true);
                   return std::nullopt;
                 },
                 [&](const TokenIds& tokens) -> std::optional<Failure> {
                   from_text = false;
                   input = tokens.ids;
                   return std::nullopt;
                 },
                 [&](const Unknown&) -> std::optional<Failure> {
                   return Failure{Failure::Kind::kUnsupported, "the prompt is not known (an imported record)"};
                 }},
      request.input);
  if (failure) return *failure;

  const Token bos = llama_vocab_bos(model_.vocab);
  if (from_text && llama_vocab_get_add_bos(model_.vocab)) {
    const bool once = !input.empty() && input[0] == bos && (input.size() < 2 || input[1] != bos);
    if (!once)
      return Failure{Failure::Kind::kTemplate,
                     "the prompt must begin with the token BOS exactly once; remove it from "
                     "the text or the template: the tokeniser writes it"};
  }

  for (const Token id : input) out.cells.push_back({id, Pass::kPrefill});
  if (request.prefix) {
    if (static_cast<int>(request.prefix_tokens.size()) != request.prefix->n_tokens)
      return other(fmt::format("the prefix has {} tokens, {} are given", request.prefix->n_tokens,
                               request.prefix_tokens.size()));
    for (const Token id : request.prefix_tokens) out.cells.push_back({id, Pass::kStep});
    for (const Token id : tokenize_suffix(request.prefix->suffix)) out.cells.push_back({id, Pass::kPrefill});
  }
  if (out.cells.empty()) return other("the prompt has no tokens");
  for (const Cell& cell : out.cells)
    if (cell.id < 0 || cell.id >= model_.n_vocab)
      return other(fmt::format("token {} is not in the vocabulary of {}", cell.id, model_.n_vocab));
  mark_short_runs_as_steps(out.cells, min_piece_);
  return out;
}

}  // namespace brink::llama
