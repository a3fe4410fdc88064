#include <algorithm>
#include <cmath>

#include "brink/base/text.h"
#include "brink/compare/agreement.h"

namespace brink {
namespace {

constexpr std::size_t kExcerpt = 40;  // bytes, or a few more up to the end of a character

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string excerpt(const std::string& text, std::size_t from) {
  std::size_t end = std::min(text.size(), from + kExcerpt);
  while (end < text.size() && continues(text[end])) ++end;
  return text.substr(from, end - from);
}

template <class T>
std::size_t common_prefix(const T& a, const T& b) {
  const auto n = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  return static_cast<std::size_t>(n);
}

std::string why_not_comparable(const Completion& a, const Completion& b, bool begun_alike) {
  if (a.rendered_prompt != b.rendered_prompt) return "the prompts differ";
  if (!begun_alike) return "the answers go on from different beginnings";
  if (a.prompt_tokens.empty() || b.prompt_tokens.empty()) return "token ids are not recorded";
  if (a.prompt_tokens != b.prompt_tokens) return "the vocabularies differ";
  return {};
}

std::optional<Token> token_at(const Completion& c, std::size_t i) {
  return i < c.tokens.size() ? std::optional(c.tokens[i]) : std::nullopt;
}

std::optional<float> logprob_at(const Completion& c, std::size_t i) {
  return i < c.logprobs_nats.size() ? std::optional(c.logprobs_nats[i]) : std::nullopt;
}

Estimate margin_at(const Completion& c, std::size_t i) {
  if (i > 0) return Estimate::undefined("the second choice is recorded before the first token only");
  if (!c.read_out || c.read_out->top.size() < 2) return Estimate::undefined("no read-out is recorded");
  const double margin = c.read_out->top[0].logprob_nats - c.read_out->top[1].logprob_nats;
  return std::isfinite(margin) ? Estimate::of(margin) : Estimate::undefined("the second choice is impossible");
}

}  // namespace

Divergence divergence(const Completion& a, const Completion& b, bool begun_alike) {
  Divergence out;
  std::size_t bytes = common_prefix(a.text, b.text);
  while (bytes > 0 && bytes < std::max(a.text.size(), b.text.size()) &&
         ((bytes < a.text.size() && continues(a.text[bytes])) || (bytes < b.text.size() && continues(b.text[bytes]))))
    --bytes;
  out.n_chars = static_cast<int>(count_code_points(std::string_view(a.text).substr(0, bytes)));
  out.text_a = excerpt(a.text, bytes);
  out.text_b = excerpt(b.text, bytes);

  out.why_no_tokens = why_not_comparable(a, b, begun_alike);
  if (!out.why_no_tokens.empty()) {
    out.margin_nats = Estimate::undefined(out.why_no_tokens);
    return out;
  }
  const std::size_t n = common_prefix(a.tokens, b.tokens);
  out.n_tokens = static_cast<int>(n);
  out.token_a = token_at(a, n);
  out.token_b = token_at(b, n);
  out.logprob_a_nats = logprob_at(a, n);
  out.logprob_b_nats = logprob_at(b, n);
  out.margin_nats = margin_at(a, n);
  return out;
}

}  // namespace brink
