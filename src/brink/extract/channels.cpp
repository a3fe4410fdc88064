#include <algorithm>
#include <array>
#include <optional>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/scan.h"
#include "brink/extract/thinking_tags.h"

namespace brink {
namespace {

constexpr std::size_t kTailBytes = 4096;  // how far back a prompt is looked at: more than a prefilled opening

// How the prompt leaves the model: inside thinking, past it, or without a word about it.
struct Start {
  enum { kNone, kOpen, kClosed } state = kNone;
  TagFamily family{};
};

// Whether a tag stands where a template or a model puts one, not in the middle of a sentence: nothing but white space
// before it since `from` or on its line, or another tag's bracket.
bool stands_alone(std::string_view text, std::size_t from, std::size_t begin) {
  while (begin > from && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  return begin == from || text[begin - 1] == '\n' || text[begin - 1] == '>' || text[begin - 1] == ']';
}

// Whether another turn begins in this piece of a rendered prompt; tags before it were then quoted, not used.
bool has_turn_marker(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kMarkers{"<|",   "<\uFF5C",         "[INST]",       "[/INST]",
                                                            "</s>", "<start_of_turn>", "<end_of_turn>"};
  return std::ranges::any_of(kMarkers, [&](std::string_view m) { return text.find(m) != text.npos; });
}

Start start_of(std::string_view prompt_tail, std::string_view family) {
  if (prompt_tail.size() > kTailBytes) prompt_tail.remove_prefix(prompt_tail.size() - kTailBytes);
  const auto tags = find_thinking_tags(prompt_tail, family);
  const auto last = std::find_if(tags.rbegin(), tags.rend(), [](const TagAt& t) { return t.kind != TagAt::kToken; });
  if (last == tags.rend() || has_turn_marker(prompt_tail.substr(last->end))) return {};
  if (last->kind == TagAt::kClose) return {Start::kClosed, last->family};
  return stands_alone(prompt_tail, 0, last->begin) ? Start{Start::kOpen, last->family} : Start{};
}

class Splitter {
 public:
  Splitter(std::string_view text, Start start, std::string_view family)
      : text_(text), start_(start), tags_(find_thinking_tags(text, family)), seen_(start.state == Start::kClosed) {
    if (start.state == Start::kOpen) open_ = start.family;
    for (const TagAt& tag : tags_)
      if (tag.kind != TagAt::kOpen) last_close_[static_cast<std::size_t>(tag.family)] = tag.begin;
  }

  Channels split() {
    for (auto tag = tags_.begin(); tag != tags_.end(); ++tag) {
      if (open_)
        inside(*tag);
      else
        outside(*tag);
    }
    give(open_.has_value(), text_.size());
    out_.unfinished = open_.has_value();
    if (open_) out_.closing = closing_text(*open_);
    out_.has_thinking = !trim(out_.thinking).empty();
    return std::move(out_);
  }

 private:
  void give(bool thinking, std::size_t end) {
    (thinking ? out_.thinking : out_.response).append(text_.substr(at_, end - at_));
    if (end > at_) out_.pieces.push_back({at_, end, thinking});
  }

  // Gives what precedes the tag to a channel and goes on after the tag.
  void cut(bool thinking, const TagAt& tag) {
    give(thinking, tag.begin);
    at_ = tag.end;
  }

  void inside(const TagAt& tag) {
    if (tag.family != *open_) return;
    if (tag.kind != TagAt::kOpen) {
      cut(true, tag);
      open_.reset();
      seen_ = true;
    } else if (fresh_ && trim(text_.substr(at_, tag.begin - at_)).empty()) {
      at_ = tag.end;  // the model repeats the tag that is open already
    }
    fresh_ = false;
  }

  void outside(const TagAt& tag) {
    if (tag.kind == TagAt::kToken) {
      cut(false, tag);
    } else if (tag.kind == TagAt::kOpen) {
      if (!stands_alone(text_, at_, tag.begin) && (seen_ || !closes_after(tag))) return;
      cut(false, tag);
      open_ = tag.family;
      fresh_ = true;
    } else if (!seen_ && start_.state == Start::kNone) {
      // Opened by a prompt that is not known: all that precedes is thinking.
      cut(false, tag);
      out_.thinking.swap(out_.response);
      for (Channels::Piece& piece : out_.pieces) piece.thinking = true;
      seen_ = true;
    }
  }

  bool closes_after(const TagAt& open) const { return last_close_[static_cast<std::size_t>(open.family)] > open.begin; }

  std::string_view text_;
  Start start_;
  std::vector<TagAt> tags_;
  std::array<std::size_t, kNTagFamilies> last_close_{};  // where a family's thinking ends last; 0 = nowhere
  std::optional<TagFamily> open_;
  bool fresh_ = true;  // no tag has come since thinking was opened
  bool seen_;          // thinking has been closed: a tag in running text is then a quotation
  std::size_t at_ = 0;
  Channels out_;
};

// gpt-oss without its control tokens: what is left of them runs into the text.
bool split_flattened_harmony(std::string_view text, Channels& out) {
  constexpr std::string_view kOpen = "analysis", kFinal = "assistantfinal";
  const std::size_t begin = static_cast<std::size_t>(trim(text).data() - text.data());
  if (!trim(text).starts_with(kOpen)) return false;
  const std::size_t final = text.find(kFinal, begin);
  if (final == text.npos) return false;
  const std::size_t thinking = begin + kOpen.size(), response = final + kFinal.size();
  out.thinking = text.substr(thinking, final - thinking);
  out.response = text.substr(response);
  out.pieces = {{thinking, final, true}, {response, text.size(), false}};
  out.has_thinking = !trim(out.thinking).empty();
  return true;
}

}  // namespace

PromptEnd prompt_end(std::string_view rendered_prompt) {
  const Start start = start_of(rendered_prompt, {});
  if (start.state == Start::kNone) return PromptEnd::kPlain;
  return start.state == Start::kOpen ? PromptEnd::kThinkingOpen : PromptEnd::kThinkingClosed;
}

Channels split_channels(std::string_view text, std::string_view prompt_tail, std::string_view family) {
  if (Channels flat; split_flattened_harmony(text, flat)) return flat;
  return Splitter(text, start_of(prompt_tail, family), family).split();
}

Channels channels_of(std::string_view text, const ReadInput& input) {
  if (!input.n_thinking_bytes) return split_channels(text, input.prompt_tail, input.template_family);
  // A character is in one channel; and where bytes are repaired, the place moves with them.
  std::size_t end = std::min(*input.n_thinking_bytes, input.text.size());
  while (end > 0 && end < input.text.size() && !scan::begins_code_point(input.text, end)) --end;
  const std::size_t n = to_valid_utf8(input.text.substr(0, end)).size();
  Channels out;
  out.thinking = text.substr(0, n);
  out.response = text.substr(std::min(n, text.size()));
  out.pieces = {{0, out.thinking.size(), true}, {out.thinking.size(), text.size(), false}};
  out.has_thinking = !trim(out.thinking).empty();
  out.unfinished = out.has_thinking && trim(out.response).empty() && is_cut(input.finish);
  return out;
}

}  // namespace brink
