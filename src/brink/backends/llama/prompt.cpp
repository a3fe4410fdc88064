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

std::vector<Token> PromptBuilder::tokenize(const std::string& text, bool add_special) const {
  std::vector<Token> out(text.size() + 8);
  const auto run = [&] {
    return llama_tokenize(model_.vocab, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                          static_cast<std::int32_t>(out.size()), add_special, true);
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

std::vector<Token> PromptBuilder::tokenize_suffix(const std::string& text) const {
  const auto is_exact = [&](const std::vector<Token>& ids) {
    std::string bytes;
    for (const Token id : ids) bytes += model_.piece(id);
    return bytes == text;
  };
  std::vector<Token> alone = tokenize(text, false);
  if (is_exact(alone)) return alone;
  // Some SentencePiece vocabularies put a space before any text: let it stand before a line break, and drop both.
  const std::vector<Token> mark = tokenize("\n", false);
  std::vector<Token> marked = tokenize("\n" + text, false);
  if (marked.size() > mark.size() && std::equal(mark.begin(), mark.end(), marked.begin())) {
    marked.erase(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(mark.size()));
    if (is_exact(marked)) return marked;
  }
  return alone;
}

std::variant<LlamaPrompt, Failure> PromptBuilder::build(const Request& request) const {
  LlamaPrompt out;
  std::vector<Token> input;
  bool from_text = true;
  const std::optional<Failure> failure = std::visit(
      Overloaded{[&](const Messages& messages) -> std::optional<Failure> {
                   std::variant<Rendered, Failure> rendered = chat_.render(messages, request.template_args);
                   if (const Failure* f = std::get_if<Failure>(&rendered)) return *f;
                   auto& r = std::get<Rendered>(rendered);
                   out.rendered = std::move(r.text);
                   out.system_merged = r.system_merged;
                   input = tokenize(out.rendered, true);
                   return std::nullopt;
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
    for (const Token id : request.prefix_tokens)
      out.cells.push_back({id, deterministic_ ? Pass::kStep : Pass::kPrefill});
    for (const Token id : tokenize_suffix(request.prefix->suffix)) out.cells.push_back({id, Pass::kPrefill});
  }
  if (out.cells.empty()) return other("the prompt has no tokens");
  for (const Cell& cell : out.cells)
    if (cell.id < 0 || cell.id >= model_.n_vocab)
      return other(fmt::format("token {} is not in the vocabulary of {}", cell.id, model_.n_vocab));
  if (deterministic_) mark_short_runs_as_steps(out.cells, min_piece_);
  return out;
}

}  // namespace brink::llama
