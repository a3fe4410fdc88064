#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "brink/base/text.h"
#include "brink/import/row_source.h"

namespace brink {
namespace {

// A request of the harness: a prompt, and a continuation to score or the arguments of a generation.
struct Asked {
  std::string prompt;
  const Json* second = nullptr;  // a text = continuation, an object = generation arguments
};

// {"gen_args_0": {"arg_0", "arg_1"}}, or in older files a list of lists.
std::vector<Asked> requests_of(const Json& row) {
  const Json& arguments = need(row, "arguments");
  std::vector<Asked> out;
  const auto add = [&](const Json& one) {
    const bool list = one.is_array();
    const Json* prompt = list ? (one.empty() ? nullptr : &one[0]) : member(one, "arg_0");
    const Json* second = list ? (one.size() < 2 ? nullptr : &one[1]) : member(one, "arg_1");
    if (!prompt || !second) throw RowError("a request has no prompt, or nothing to generate or to score");
    out.push_back({scalar_text(*prompt, "arguments"), second});
  };
  if (!arguments.is_array() && !arguments.is_object()) throw RowError("'arguments' is neither a list nor an object");
  for (const Json& one : arguments) add(one);
  if (out.empty()) throw RowError("'arguments' is empty");
  return out;
}

// Log-probabilities are texts in newer files.
double logprob_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = scalar_text(value, "resps");
  double out = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (failure != std::errc{} || end != text.data() + text.size() || std::isnan(out))
    throw RowError(fmt::format("the log-probability '{}' is no number", text));
  return out;
}

std::vector<double> logprobs_of(const Json& resps) {
  std::vector<double> out;
  for (const Json& resp : resps) {
    const Json* one = &resp;
    while (one->is_array() && !one->empty() && (*one)[0].is_array()) one = &(*one)[0];
    if (!one->is_array() || one->empty()) throw RowError("'resps' has no log-probability");
    out.push_back(logprob_of((*one)[0]));
  }
  return out;
}

// What the harness takes for the answer: the first of the greatest.
std::size_t place_of_greatest(const std::vector<double>& x) {
  return static_cast<std::size_t>(std::ranges::max_element(x) - x.begin());
}

// acc_norm is about the log-probability per character of the option, the white space before it aside. Nothing where an
// option has none.
std::optional<std::size_t> most_probable_per_character(std::vector<double> logprobs, std::span<const Asked> asked) {
  for (std::size_t i = 0; i < logprobs.size(); ++i) {
    std::string_view option = asked[i].second->get_ref<const std::string&>();
    if (option.starts_with(' ') || option.starts_with('\n')) option.remove_prefix(1);
    if (option.empty()) return std::nullopt;
    logprobs[i] /= static_cast<double>(count_code_points(option));
  }
  return place_of_greatest(logprobs);
}

std::string letter_of(std::size_t place) {
  return std::string(1, static_cast<char>('A' + std::min<std::size_t>(place, 25)));
}

RawItem item_of(const Json& row, int line, bool scored) {
  static const Columns columns({});
  const Json& doc = need(row, "doc");
  if (!doc.is_object()) throw RowError("'doc' is not an object");
  RawItem item;
  try {
    item = columns.read(doc, line);
  } catch (const RowError&) {  // a task of its own shape: the prompt may still show options
    item.line = line;
  }
  item.id = scalar_text(need(row, "doc_id"), "doc_id");
  const auto target = text_member(row, "target");
  if (target && scored)
    item.gold = {.kind = GoldCell::Kind::kIndex, .values = {*target}};
  else if (target && item.gold.values.empty())
    item.gold = {.kind = GoldCell::Kind::kAny, .values = {*target}};
  return item;
}

// Newer files name their metrics; in older ones every other number of the row is one.
std::vector<std::string> metrics_of(const Json& row) {
  std::vector<std::string> out;
  if (const Json* names = member(row, "metrics"); names && names->is_array()) {
    for (const Json& name : *names) out.push_back(scalar_text(name, "metrics"));
    return out;
  }
  for (const auto& [name, value] : row.items())
    if (name != "doc_id" && name != "target" && (value.is_number() || value.is_boolean())) out.push_back(name);
  return out;
}

// @param per_character  the answer that acc_norm grades, of a scored task
std::vector<Given> given_of(const Json& row, const std::optional<std::string>& answer,
                            const std::optional<std::string>& per_character = {}) {
  const std::string filter = text_member(row, "filter").value_or("none");
  std::vector<Given> out;
  for (const std::string& metric : metrics_of(row)) {
    const Json* value = member(row, metric);
    if (!value || value->is_structured()) continue;
    Given& one = out.emplace_back();
    one.answer = metric == "acc_norm" ? per_character : answer;
    one.verdict = scalar_text(*value, metric);
    one.scorer = filter == "none" ? metric : filter + " " + metric;
  }
  return out;
}

void set_decoding(Decoding& decoding, const Json& arguments) {
  if (const Json* n = member(arguments, "max_gen_toks"))
    decoding.max_tokens = count_of(*n).value_or(decoding.max_tokens);
  if (const Json* t = member(arguments, "temperature"); t && t->is_number()) decoding.temperature = t->get<double>();
  if (const Json* sample = member(arguments, "do_sample"); sample && *sample == false) decoding.temperature = 0;
}

// samples_TASK_TIME.jsonl
std::string task_of(const std::filesystem::path& path) {
  std::string name = path.stem().string();
  if (const std::size_t at = name.find("samples_"); at != name.npos) name.erase(0, at + 8);
  if (const std::size_t time = name.rfind("_20"); time != name.npos && name.find('T', time) != name.npos)
    name.erase(time);
  return name;
}

// The harness writes into a folder named after the model, its slashes as two underscores.
std::string model_of(const std::filesystem::path& path) {
  std::string name = std::filesystem::absolute(path).parent_path().filename().string();
  const std::size_t slash = name.find("__");
  return slash == name.npos ? "" : name.replace(slash, 2, "/");
}

void read_row(const Json& row, int line, ImportRow common, const RowSink& sink) {
  const std::vector<Asked> asked = requests_of(row);
  const Json& resps = need(row, "resps");
  if (!resps.is_array() || resps.empty()) throw RowError("'resps' is not a list of answers");
  const bool scored = asked[0].second->is_string();
  common.line = line;
  common.item = item_of(row, line, scored);
  common.key = *common.item.id;
  common.prompt_tail = asked[0].prompt;
  common.input = RawText{asked[0].prompt};
  read_prompt(common.item, asked[0].prompt);

  if (scored) {
    if (resps.size() != asked.size()) throw RowError("'resps' and 'arguments' differ in number");
    for (const Asked& one : asked)
      if (!one.second->is_string()) throw RowError("some of 'arguments' are to be scored and some not");
    const std::vector<double> logprobs = logprobs_of(resps);
    const std::size_t best = place_of_greatest(logprobs);
    const auto per_character = most_probable_per_character(logprobs, asked);
    common.mode = "loglikelihood";
    common.response = completion_of("", scalar_text(*asked[best].second, "arguments"), Finish::kEnd);
    common.given =
        given_of(row, letter_of(best), per_character ? std::optional(letter_of(*per_character)) : std::nullopt);
    return sink(std::move(common));
  }
  set_decoding(common.decoding, *asked[0].second);
  const Json& texts = resps[0].is_array() ? resps[0] : resps;
  if (texts.empty()) throw RowError("'resps' holds no answer");
  const Json* filtered = member(row, "filtered_resps");
  std::optional<std::string> answer;
  if (filtered && filtered->is_array() && !filtered->empty() && (*filtered)[0].is_string()) answer = (*filtered)[0];
  common.given = given_of(row, answer);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ImportRow one = common;
    if (i > 0) one.key += fmt::format(" #{}", i + 1);
    one.response = completion_of("", scalar_text(texts[i], "resps"));
    sink(std::move(one));
  }
}

void read(const ImportInput& input) {
  ImportRow common;
  common.dataset = task_of(input.path);
  common.model = model_of(input.path);
  each_json_row(input.path, [&](const Json& row, int line) { read_row(row, line, common, input.row); });
}

}  // namespace

extern const ImportFormat kImportLmEval;
constinit const ImportFormat kImportLmEval{
    .name = "lm-eval",
    .summary =
        "lm-evaluation-harness: samples_TASK.jsonl of --log_samples, old and new; one record per document, a "
        "verdict per filter and metric",
    .source = "https://github.com/EleutherAI/lm-evaluation-harness (0.4.0 to 0.4.13)",
    .takes_columns = false,
    .read = read,
};

}  // namespace brink
