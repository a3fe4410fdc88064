#include "scripts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "doubt.h"

namespace brink::scripted {
namespace {

using Text = std::optional<std::string>;

int first_slot(const Shown&, const Pull&, SplitMix64&) { return 0; }

// The option whose text has the least hash: the same content whatever the order.
int content_slot(const Shown& shown, const Pull&, SplitMix64&) {
  const auto least = std::min_element(shown.options.begin(), shown.options.end(),
                                      [](const auto& a, const auto& b) { return sha256(a) < sha256(b); });
  return shown.options.empty() ? 0 : static_cast<int>(least - shown.options.begin());
}

int guessed_slot(const Shown& shown, const Pull&, SplitMix64& draw) {
  return shown.options.empty() ? 0 : static_cast<int>(draw.below(shown.options.size()));
}

// Where the first label of the alphabet stands.
int first_label(const Shown& shown, const Pull&, SplitMix64&) {
  return static_cast<int>(std::min_element(shown.labels.begin(), shown.labels.end()) - shown.labels.begin());
}

int longest_slot(const Shown& shown, const Pull&, SplitMix64&) {
  const auto longest = std::max_element(shown.options.begin(), shown.options.end(),
                                        [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return shown.options.empty() ? 0 : static_cast<int>(longest - shown.options.begin());
}

int behind_all(const Shown& shown, const Pull&, SplitMix64&) { return static_cast<int>(shown.options.size()); }

std::string repeated(std::string_view sentence, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += sentence;
  return out;
}

Text answer(const Shown&, char letter, char, int) { return std::string("The answer is (") + letter + ")."; }

Text think(const Shown&, char letter, char other, int) {
  using namespace std::string_literals;
  return "<think>\nLet me consider each option. Option "s + other + " looks plausible. I think the answer is " + other +
         ". Wait, let me check again. Option " + letter + " fits better, so the answer is " + letter +
         ".\n</think>\n\nThe answer is (" + letter + ").";
}

constexpr std::string_view kBabble = "Let me think about it once more. ";

Text truncate(const Shown&, char, char, int n_tokens) { return repeated(kBabble, n_tokens); }
Text overthink(const Shown&, char, char, int n_tokens) { return "<think>\n" + repeated(kBabble, n_tokens); }
Text vague(const Shown&, char, char, int) { return "It depends on how the question is understood."; }
Text multiple(const Shown&, char letter, char other, int) {
  return std::string("The answer is (") + letter + ") and the answer is (" + other + ").";
}
Text out_of_range(const Shown&, char, char, int) { return "The answer is (Z)."; }
Text refuse(const Shown&, char, char, int) { return "I'm sorry, but I can't help with that."; }
Text fail(const Shown&, char, char, int) { return std::nullopt; }
Text doubt(const Shown& shown, char letter, char, int) { return doubtful_text(shown, letter); }

constexpr std::array kScripts{
    Script{"content", "answers the same content in every order", 1, content_slot, answer},
    Script{"guess", "answers a slot at random", 1, guessed_slot, answer},
    Script{"first", "answers slot A", 1, first_slot, answer},
    Script{"position", "answers slot A for half of the requests, the same content for the others", 0.5, first_slot,
           answer},
    Script{"label", "answers label A, wherever it stands, for half of the requests, the same content for the others",
           0.5, first_label, answer},
    Script{"longest", "answers the longest option", 1, longest_slot, answer},
    Script{"tie", "answers the letter behind the last option's", 1, behind_all, answer},
    Script{"think", "thinks aloud, leaning to another option before it switches to its answer", 1, content_slot, think},
    Script{"truncate", "writes on until the token limit", 1, content_slot, truncate},
    Script{"overthink", "thinks until the token limit", 1, content_slot, overthink},
    Script{"vague", "answers nothing", 1, content_slot, vague},
    Script{"multiple", "answers two letters", 1, content_slot, multiple},
    Script{"out_of_range", "answers a letter that no option has", 1, content_slot, out_of_range},
    Script{"refuse", "refuses", 1, content_slot, refuse},
    Script{"fail", "fails: no completion", 1, content_slot, fail},
    Script{"mixed", "does what a script above does, drawn for every request", 1, content_slot, nullptr},
    Script{
        "doubt",
        "thinks the longer the less sure it is of an item, and draws its answer; doubt:PULL:GROWTH draws slot A by so "
        "many logits more, and by so many per unit of log length",
        1, drawn_slot, doubt},
};

const Script& find(std::string_view name) {
  return *std::find_if(kScripts.begin(), kScripts.end(), [&](const Script& s) { return s.name == name; });
}

// Lines of the last user turn, or of the raw text.
std::string_view question_text(const Input& input) {
  if (const auto* raw = std::get_if<RawText>(&input)) return raw->text;
  if (const auto* messages = std::get_if<Messages>(&input))
    for (auto m = messages->rbegin(); m != messages->rend(); ++m)
      if (m->role == "user") return m->content;
  return {};
}

struct Line {
  int number;
  char label;
  std::string_view text;
};

// Every line that could show an option.
std::vector<Line> option_lines(std::string_view text) {
  std::vector<Line> out;
  for (int number = 0; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.size() >= 3 && line.substr(1, 2) == ". " && std::isalnum(static_cast<unsigned char>(line[0])))
      out.push_back({number, line[0], line.substr(3)});
  }
  return out;
}

// From the last line back to the first label of its alphabet; and where the labels are rotated, further back through
// the lines directly above it, which then begin with the label behind the last line's.
Shown shown_list(std::string_view text) {
  const std::vector<Line> lines = option_lines(text);
  Shown out;
  if (lines.empty()) return out;
  const char last = lines.back().label;
  const char first = last >= 'a' ? 'a' : last >= 'A' ? 'A' : '1';
  std::vector<Line> list;  // from the end
  auto at = lines.rbegin();
  for (char wanted = last; at != lines.rend() && wanted >= first; ++at)
    if (at->label == wanted) {
      list.push_back(*at);
      --wanted;
    }
  if (list.back().label != first) return out;
  std::vector<Line> wrapped = list;
  for (; at != lines.rend() && at->number == wrapped.back().number - 1; ++at) {
    const bool goes_on = wrapped.size() > list.size() ? at->label == wrapped.back().label - 1 : at->label > last;
    if (!goes_on) break;
    wrapped.push_back(*at);
  }
  if (wrapped.back().label == last + 1) list = wrapped;
  for (auto line = list.rbegin(); line != list.rend(); ++line) {
    out.options.emplace_back(line->text);
    out.labels += line->label;
  }
  return out;
}

Shown shown_answers(std::string_view text) {
  Shown out{.options = {}, .labels = {}, .judged = true};
  constexpr std::string_view kOpen = "[Answer ", kClose = "]\n";
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    const std::size_t label = at + kOpen.size(), begin = label + 1 + kClose.size();
    if (begin > text.size() || text.substr(label + 1, kClose.size()) != kClose) continue;
    const std::size_t end = text.find(std::string("\n[End of answer ") + text[label] + "]", begin - 1);
    if (end == text.npos) continue;
    out.options.emplace_back(text.substr(begin, std::max(end, begin) - begin));
    out.labels += text[label];
  }
  return out;
}

SplitMix64 draw_for(const Choice& choice, const Request& request) {
  // What `doubt` is sampled on with is drawn anew: its answers to equal questions are independent.
  if (choice.script->slot == drawn_slot && request.prefix && request.decoding.temperature > 0)
    return SplitMix64(request.id().head());
  Request part = request;
  part.prefix.reset();
  part.decoding = {};
  part.decoding.temperature = request.decoding.temperature;
  return SplitMix64(part.id().head());
}

std::optional<double> parse_number(std::string_view text) {
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(out)) return std::nullopt;
  return out;
}

Pull parse_pull(std::string_view text, const std::string& where) {
  const std::size_t colon = text.find(':');
  const auto always = parse_number(text.substr(0, colon));
  const auto growth = colon == std::string_view::npos ? std::optional(0.0) : parse_number(text.substr(colon + 1));
  if (!always || !growth)
    throw Error(ErrorKind::kModel, where + "'" + std::string(text) + "' is not a pull",
                "write one or two numbers, logits and logits per unit of log length, as in 'doubt:0.4:0.2'");
  return {*always, *growth};
}

const Script& played(const Choice& choice, SplitMix64& draw) {
  const Script& content = find("content");
  if (draw.uniform() >= choice.share) return choice.script == &content ? find("guess") : content;
  if (choice.script->text) return *choice.script;
  return kScripts[draw.below(static_cast<std::size_t>(choice.script - kScripts.data()))];  // those above `mixed`
}

}  // namespace

std::span<const Script> scripts() { return kScripts; }

char Shown::label(int slot) const {
  if (slot < static_cast<int>(labels.size())) return labels[static_cast<std::size_t>(slot)];
  return labels.empty() ? 'A' : static_cast<char>(*std::max_element(labels.begin(), labels.end()) + 1);
}

Shown shown(const Input& input) {
  const std::string_view text = question_text(input);
  Shown answers = shown_answers(text);
  return answers.options.empty() ? shown_list(text) : answers;
}

Choice parse_choice(std::string_view path) {
  const std::size_t colon = path.find(':');
  const std::string_view name = path.substr(0, colon);
  const std::string where = "scripted model '" + std::string(path) + "': ";
  std::vector<std::string> names;
  std::string known;
  for (const Script& s : kScripts) {
    if (s.name != name) {
      names.emplace_back(s.name);
      known += (known.empty() ? "" : ", ") + names.back();
      continue;
    }
    if (colon == std::string_view::npos) return {&s, s.standard_share};
    const std::string_view text = path.substr(colon + 1);
    if (s.slot == drawn_slot) return {&s, 1, parse_pull(text, where)};
    const auto share = parse_number(text);
    if (!share || *share < 0 || *share > 1)
      throw Error(ErrorKind::kModel, where + "'" + std::string(text) + "' is not a share",
                  "write a number from 0 to 1, as in '" + std::string(name) + ":0.5'");
    return {&s, *share};
  }
  const std::string close = closest(name, names);
  throw Error(ErrorKind::kModel, where + "there is no such script",
              (close.empty() ? "" : "did you mean '" + close + "'? ") + "known scripts: " + known);
}

Performance perform(const Choice& choice, const Request& request, int n_tokens) {
  SplitMix64 draw = draw_for(choice, request);
  const Shown options = shown(request.input);
  const Script& script = played(choice, draw);
  const int slot = script.slot(options, choice.pull, draw);
  const int n_options = std::max(1, static_cast<int>(options.options.size()));
  const char label = options.label(slot);
  if (options.judged && script.text == answer) return {slot, label, std::string("My verdict: [[") + label + "]]"};
  return {slot, label, script.text(options, label, options.label((slot + 1) % n_options), n_tokens)};
}

}  // namespace brink::scripted
