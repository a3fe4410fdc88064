#include <algorithm>
#include <array>
#include <optional>

#include "brink/base/text.h"
#include "brink/extract/reading.h"
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

Start start_of(std::string_view prompt_tail) {
  if (prompt_tail.size() > kTailBytes) prompt_tail.remove_prefix(prompt_tail.size() - kTailBytes);
  const auto tags = find_thinking_tags(prompt_tail);
  const auto last = std::find_if(tags.rbegin(), tags.rend(), [](const TagAt& t) { return t.kind != TagAt::kToken; });
  if (last == tags.rend() || has_turn_marker(prompt_tail.substr(last->end))) return {};
  if (last->kind == TagAt::kClose) return {Start::kClosed, last->family};
  return stands_alone(prompt_tail, 0, last->begin) ? Start{Start::kOpen, last->family} : Start{};
}

class Splitter {
 public:
  Splitter(std::string_view text, Start start)
      : text_(text), start_(start), tags_(find_thinking_tags(text)), seen_(start.state == Start::kClosed) {
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
    (open_ ? out_.thinking : out_.response).append(text_.substr(at_));
    out_.unfinished = open_.has_value();
    out_.has_thinking = !trim(out_.thinking).empty();
    return std::move(out_);
  }

 private:
  // Gives what precedes the tag to a channel and goes on after the tag.
  void cut(std::string& channel, const TagAt& tag) {
    channel.append(text_.substr(at_, tag.begin - at_));
    at_ = tag.end;
  }

  void inside(const TagAt& tag) {
    if (tag.family != *open_) return;
    if (tag.kind != TagAt::kOpen) {
      cut(out_.thinking, tag);
      open_.reset();
      seen_ = true;
    } else if (fresh_ && trim(text_.substr(at_, tag.begin - at_)).empty()) {
      at_ = tag.end;  // the model repeats the tag that is open already
    }
    fresh_ = false;
  }

  void outside(const TagAt& tag) {
    if (tag.kind == TagAt::kToken) {
      cut(out_.response, tag);
    } else if (tag.kind == TagAt::kOpen) {
      if (!stands_alone(text_, at_, tag.begin) && (seen_ || !closes_after(tag))) return;
      cut(out_.response, tag);
      open_ = tag.family;
      fresh_ = true;
    } else if (!seen_ && start_.state == Start::kNone) {
      // Opened by a prompt that is not known: all that precedes is thinking.
      cut(out_.response, tag);
      out_.thinking.swap(out_.response);
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

}  // namespace

PromptEnd prompt_end(std::string_view rendered_prompt) {
  const Start start = start_of(rendered_prompt);
  if (start.state == Start::kNone) return PromptEnd::kPlain;
  return start.state == Start::kOpen ? PromptEnd::kThinkingOpen : PromptEnd::kThinkingClosed;
}

Channels split_channels(std::string_view text, std::string_view prompt_tail) {
  return Splitter(text, start_of(prompt_tail)).split();
}

}  // namespace brink
