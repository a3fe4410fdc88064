#include "read_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "brink/extract/strict_choice.h"
#include "brink/extract/thinking_tags.h"

namespace brink::cli {
namespace {

constexpr std::size_t kMaxOptions = 26;

// Finish reasons of this program and of the common servers.
Finish finish_of(const std::string& word) {
  if (const auto finish = finish_from_string(word)) return *finish;
  for (const char* end : {"eos", "end_turn", "stop_sequence", "content_filter", "tool_calls"})
    if (word == end) return Finish::kEnd;
  if (word == "max_tokens" || word == "model_length") return Finish::kLength;
  throw BadLine("finish_reason '" + word + "' is not known; use end, stop, length, context, answer or error");
}

const std::string* string_member(const Json& line, const char* name) {
  const auto found = line.find(name);
  if (found == line.end() || found->is_null()) return nullptr;
  if (!found->is_string()) throw BadLine(std::string(name) + " is not a string");
  return found->get_ptr<const std::string*>();
}

std::vector<std::string> texts_of(const Json& list, const char* name) {
  std::vector<std::string> out;
  for (const Json& value : list) {
    if (!value.is_string() && !value.is_number() && !value.is_boolean())
      throw BadLine(fmt::format("{}[{}] is a {}, not a text", name, out.size(), value.type_name()));
    out.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

// What is read must say which option it is.
void check_labels(std::vector<std::string> labels) {
  std::ranges::sort(labels);
  if (!labels.empty() && labels.front().empty()) throw BadLine("a label is empty; labels: [] = options carry none");
  if (const auto twice = std::ranges::adjacent_find(labels); twice != labels.end())
    throw BadLine("two options are labelled '" + *twice + "'");
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json span_json(const Span& span) {
  if (span.pos < 0) return {};
  return {{"pos", span.pos}, {"pos_end", span.pos_end}, {"byte", span.byte}, {"byte_end", span.byte_end}};
}

Json mention_json(const Mention& m, Json name) {
  Json out{{"letter", std::move(name)}, {"pos", m.pos}, {"byte", m.byte}, {"pattern", m.pattern}, {"kind", m.kind}};
  if (m.pos_end < 0) return out;
  out["pos_end"] = m.pos_end;
  out["byte_end"] = m.byte_end;
  if (m.token >= 0) out["token"] = m.token;
  return out;
}

// A pattern's number in profile paper, a rule's name in robust.
Json rule_json(const Reading& reading) {
  if (!reading.rule_name.empty()) return reading.rule_name;
  return reading.rule > 0 ? Json(reading.rule) : Json();
}

}  // namespace

ReadLine::ReadLine(const Json& line) {
  if (!line.is_object()) throw BadLine("not a JSON object");
  const std::string* reason = string_member(line, "finish_reason");
  failed_ = reason && *reason == "error";
  if (failed_) return;
  take_text(line);
  take_kind(line);
  if (ask_ == Ask::kLabel) {
    take_options(line);
    take_labels(line);
  }
  if (const std::string* tail = string_member(line, "prompt_tail")) prompt_tail_ = *tail;
  if (reason) finish_ = finish_of(*reason);
  if (const std::string* family = string_member(line, "template_family")) {
    const auto known = thinking_families();
    if (std::ranges::find(known, *family) == known.end()) {
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      throw BadLine("template_family '" + *family + "' is not known; known: " + list);
    }
    template_family_ = *family;
  }
  if (const auto tokens = line.find("tokens"); tokens != line.end() && !tokens->is_null()) {
    if (!tokens->is_array()) throw BadLine("tokens is not a list of texts");
    tokens_ = texts_of(*tokens, "tokens");
    std::string spelled;
    for (const std::string& token : tokens_) spelled += token;
    if (spelled != text_) throw BadLine("tokens do not spell the text");
  }
  string_member(line, "language");  // checked, not needed: the words of all languages are tried
}

void ReadLine::take_text(const Json& line) {
  const std::string* text = string_member(line, "text");
  const std::string* content = string_member(line, "content");
  const std::string* reasoning = string_member(line, "reasoning");
  if (!reasoning) reasoning = string_member(line, "reasoning_content");
  if (!text && !content && !reasoning) throw BadLine("no text");
  if (text && content) throw BadLine("both text and content; text is the whole, content the part after reasoning");
  if (reasoning) {
    text_ = *reasoning;
    n_thinking_bytes_ = text_.size();
  } else if (content) {
    n_thinking_bytes_ = 0;
  }
  if (text || content) text_ += text ? *text : *content;
}

// What the text answers: the words of specification and golden cases are taken as well.
void ReadLine::take_kind(const Json& line) {
  const std::string* kind = string_member(line, "kind");
  if (!kind || *kind == "choice" || *kind == "mcq" || *kind == "mcq_strict" || *kind == "think") return;
  if (*kind == "number" || *kind == "gsm8k")
    ask_ = Ask::kNumber;
  else if (*kind == "text")
    ask_ = Ask::kText;
  else
    throw BadLine("kind '" + *kind + "' is not known; use choice, number or text");
}

// A list of texts, an object of texts by label, or {label: [...], text: [...]}.
void ReadLine::take_options(const Json& line) {
  const auto options = line.find("options"), number = line.find("n_options");
  std::size_t n = 4;
  if (options != line.end() && !options->is_null()) {
    if (!options->is_array() && !options->is_object()) throw BadLine("options is not a list");
    const bool columns = options->is_object() && options->contains("text") && (*options)["text"].is_array();
    if (columns && options->contains("label") && (*options)["label"].is_array()) {
      labels_ = texts_of((*options)["label"], "label");
      has_labels_ = true;
    } else if (options->is_object() && !columns) {
      for (const auto& [label, text] : options->items()) labels_.push_back(label);
      has_labels_ = true;
    }
    options_ = texts_of(columns ? (*options)["text"] : *options, "options");
    n = options_.size();
    if (has_labels_ && labels_.size() != n) throw BadLine(fmt::format("{} labels for {} options", labels_.size(), n));
    if (number != line.end() && !number->is_null() && *number != n)
      throw BadLine(fmt::format("n_options is {}, but there are {} options", number->dump(), n));
  } else if (number != line.end() && !number->is_null()) {
    if (!number->is_number_integer()) throw BadLine("n_options is not a whole number");
    const auto value = number->get<std::int64_t>();
    if (value < 0) throw BadLine(fmt::format("{} options; 2 to {} can be read", value, kMaxOptions));
    n = static_cast<std::size_t>(value);
  }
  if (n < 2 || n > kMaxOptions) throw BadLine(fmt::format("{} options; 2 to {} can be read", n, kMaxOptions));
  n_options_ = static_cast<int>(n);
}

void ReadLine::take_labels(const Json& line) {
  const auto labels = line.find("labels");
  if (labels == line.end() || labels->is_null()) return check_labels(labels_);
  if (!labels->is_array()) throw BadLine("labels is not a list");
  labels_ = texts_of(*labels, "labels");
  check_labels(labels_);
  has_labels_ = true;
  if (labels_.empty() || labels_.size() == static_cast<std::size_t>(n_options_)) return;
  if (!options_.empty()) throw BadLine(fmt::format("{} labels for {} options", labels_.size(), options_.size()));
  if (labels_.size() < 2 || labels_.size() > kMaxOptions)
    throw BadLine(fmt::format("{} labels; 2 to {} can be read", labels_.size(), kMaxOptions));
  n_options_ = static_cast<int>(labels_.size());
}

ReadInput ReadLine::input() const {
  ReadInput out{.text = text_, .n_options = n_options_, .prompt_tail = prompt_tail_, .finish = finish_};
  out.options = options_;
  if (has_labels_) out.labels = labels_;
  out.n_thinking_bytes = n_thinking_bytes_;
  out.template_family = template_family_;
  out.token_texts = tokens_;
  out.ask = ask_;
  return out;
}

Channels ReadLine::channels() const { return channels_of(text_, input()); }

// What a slot is called: its label, the option's text where options carry no labels, else a letter.
Json ReadLine::name_of(int slot, const Profile& profile) const {
  const auto i = static_cast<std::size_t>(slot);
  if (!profile.reads_labels || !has_labels_) return std::string(1, static_cast<char>('A' + slot));
  if (!labels_.empty()) return labels_.at(i);
  return i < options_.size() ? Json(options_[i]) : Json();
}

// A question without options: the number or the words in place of a label.
Json ReadLine::open_json(const Json& id, const Profile& profile) const {
  const Reading reading = failed_ ? failed_reading("finish_reason is error") : read_by(profile, input());
  return {{"id", id},
          {"answer", reading.status == Status::kOk ? Json(*reading.answer) : Json()},
          {"status", to_string(reading.status)},
          {"rule", rule_json(reading)},
          {"n_chars", reading.n_chars},
          {"unfinished", reading.unfinished},
          {"span", span_json(reading.span)},
          {"raw", reading.raw.empty() ? Json() : Json(reading.raw)},
          {"flags", reading.flags}};
}

Json ReadLine::to_json(const Json& id, const Profile& profile) const {
  if (ask_ != Ask::kLabel) return open_json(id, profile);
  const StrictChoice form = strict_choice(channels().response, n_options_);
  const auto letter = [](std::optional<char> c) { return c ? Json(std::string(1, *c)) : Json(); };
  const Reading reading = failed_ ? failed_reading("finish_reason is error") : profile.read(input());
  const auto name_or_null = [&](std::optional<int> slot) { return slot ? name_of(*slot, profile) : Json(); };
  Json mentions = Json::array();
  for (const Mention& m : reading.mentions) mentions.push_back(mention_json(m, name_of(m.letter - 'A', profile)));
  Json last = reading.last_commitment ? name_of(*reading.last_commitment - 'A', profile) : Json();
  const Trajectory& t = reading.trajectory;
  return {{"id", id},
          {"answer", name_or_null(reading.slot)},
          {"status", to_string(reading.status)},
          {"rule", rule_json(reading)},
          {"letter", reading.letter ? Json(std::string(1, *reading.letter)) : Json()},
          {"letter_pos", reading.pos >= 0 ? Json(reading.pos) : Json()},
          {"mentions", std::move(mentions)},
          {"ccp", or_null(t.ccp)},
          {"ccp_reason", t.ccp ? Json() : Json(t.ccp_reason)},
          {"ccp_literal", or_null(t.ccp_literal)},
          {"ccp_eq2", or_null(t.ccp_eq2)},
          {"switches", t.n_switches},
          {"n_chars", reading.n_chars},
          {"unfinished", reading.unfinished},
          {"index", reading.slot ? Json(*reading.slot) : Json()},
          {"frame", reading.frame.empty() ? Json() : Json(reading.frame)},
          {"span", span_json(reading.span)},
          {"raw", reading.raw.empty() ? Json() : Json(reading.raw)},
          {"last_commitment", std::move(last)},
          {"strict", {{"all", letter(form.all)}, {"end", letter(form.end)}, {"n_tokens", form.n_letters}}},
          {"compliant", form.compliant},
          {"compliant_strict", form.compliant_strict},
          {"flags", reading.flags}};
}

}  // namespace brink::cli
