#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <utility>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/columns.h"
#include "brink/dataset/generate.h"
#include "brink/dataset/labels.h"
#include "brink/model/record.h"
#include "brink/prompt/template.h"
#include "brink/study/study.h"
#include "brink/study/toml_table.h"
#include "brink/study/words.h"

namespace brink {
namespace {

using Words = std::vector<std::string>;

constexpr int kMany = std::numeric_limits<int>::max();

const Words kReaders{"paper", "robust", "verdict"};
const Words kKvTypes{"f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"};
const Words kPlaceholders{"question", "options", "passage"};
const Words kTemplates{"chat", "raw"};
const Words kLabelSets{"letters", "digits", "lower", "none"};

Words format_names() {
  Words out;
  for (const DataFormat* format : data_formats()) out.emplace_back(format->name);
  return out;
}

/// Reads the parts of one study file; problems collect in the tables it is given.
class Reader {
 public:
  Reader(const std::filesystem::path& path, const Words& backends) : path_(path), backends_(backends) {}

  Study read(TomlTable file) {
    Study study;
    study.name = path_.stem().string();
    study.store = path_;
    study.store.replace_extension(".brink");

    file.text("name", study.name);
    std::int64_t seed = 0;
    if (file.integer("seed", seed, std::int64_t{0}, std::numeric_limits<std::int64_t>::max()))
      study.seed = static_cast<std::uint64_t>(seed);
    if (std::string store; file.text("store", store)) study.store = resolve_path(store, path_);

    file.require("model");
    for (auto& [name, table] : file.tables("model")) study.models.push_back(model(name, table));
    file.require("data");
    for (auto& [name, table] : file.tables("data")) study.data.push_back(data(name, table));
    study.modes = modes(file);
    permutations(file, study.permutations);
    labels(file, study);
    if (auto table = file.table("decoding")) study.decoding = decoding(*table);
    study.on_positional_options = on_positional_options(file);
    if (auto table = file.table("states")) study.states = states(*table, study);
    study.treatments = treatments(file, study);
    file.refuse_other_keys();
    return study;
  }

 private:
  ModelSpec model(const std::string& name, TomlTable& table) {
    ModelSpec out{name, {}, table.at()};
    EndpointSpec& e = out.endpoint;
    table.word("backend", e.backend, "back end", backends_);
    table.require("path");
    // The path of a scripted model is the name of a script inside the program.
    if (std::string path; table.text("path", path))
      e.path = e.backend == "scripted" ? path : resolve_path(path, path_).string();
    table.integer("n_ctx", e.n_ctx, 0, kMany);
    table.integer("n_parallel", e.n_parallel, 0, 1024);
    table.integer("threads", e.n_threads, 0, 4096);
    table.integer("gpu_layers", e.gpu_layers, -1, kMany);
    table.boolean("deterministic", e.deterministic);
    table.word("kv_type", e.kv_type, "KV cache type", kKvTypes);
    if (std::string path; table.text("chat_template", path)) e.chat_template = template_text(path, table);
    table.refuse_other_keys();
    return out;
  }

  std::string template_text(const std::string& name, TomlTable& table) {
    const std::filesystem::path path = resolve_path(name, path_);
    std::error_code ignored;
    std::ifstream in(path, std::ios::binary);
    std::string text;
    if (std::filesystem::is_regular_file(path, ignored) && in) text.assign(std::istreambuf_iterator<char>(in), {});
    if (text.empty() || first_invalid_utf8(text) != std::string::npos)
      table.problem(table.at("chat_template"),
                    fmt::format("the chat template {} is not a readable UTF-8 text file", path.string()));
    return text;
  }

  DataSpec data(const std::string& name, TomlTable& table) {
    DataSpec out;
    out.name = name;
    out.at = table.at();
    if (table.word("generate", out.generate, "generator", generator_names())) {
      table.integer("n", out.n, 1, 1'000'000);
      table.integer("options", out.options, 2, 26);
      table.refuse_other_keys();
      return out;
    }
    table.require("path");
    if (std::string path; table.text("path", path)) out.path = resolve_path(path, path_);
    table.word("format", out.format, "data format", format_names());
    table.integer("limit", out.limit, 0, kMany);
    table.word("as", out.as, "form", {"open", "choice"});
    if (out.as == "choice") table.integer("options", out.options, 2, 10);
    if (auto columns = table.table("columns")) {
      for (const ColumnRole& role : column_roles())
        if (std::string column; columns->text(role.name, column)) out.columns[std::string(role.name)] = column;
      columns->refuse_other_keys();
      for (const DataFormat* format : data_formats())
        if (format->name == out.format && !format->takes_columns)
          table.problem(columns->at(), fmt::format("the format '{}' has fixed columns", out.format),
                        "use \"jsonl\" or \"csv\" with a column map");
    }
    table.refuse_other_keys();
    return out;
  }

  std::vector<ModeSpec> modes(TomlTable& file) {
    std::string standard = kTemplates.front();
    file.word("template", standard, "template", kTemplates);
    std::vector<ModeSpec> own;
    for (auto& [name, table] : file.tables("mode")) own.push_back(mode(name, table, standard));

    Words known;
    for (const ModePreset* preset : mode_presets()) known.push_back(to_mode(*preset).name);
    for (const ModeSpec& mode : own) known.push_back(mode.name);

    std::vector<ModeSpec> out;
    file.require("modes");
    Words names;
    if (file.texts("modes", names) && names.empty()) file.problem(file.at("modes"), "'modes' is an empty list");
    for (const std::string& name : names) {
      const auto mine = std::find_if(own.begin(), own.end(), [&](const ModeSpec& m) { return m.name == name; });
      const ModePreset* preset = find_mode(name);
      if (mine == own.end() && !preset) {
        file.problem(file.at("modes"), fmt::format("unknown prompt mode '{}'", name), suggest(name, known));
        continue;
      }
      ModeSpec mode = mine != own.end() ? *mine : to_mode(*preset);
      if (mine == own.end()) {
        mode.at = file.at("modes");
        mode.raw = standard == "raw";
      }
      if (std::any_of(out.begin(), out.end(), [&](const ModeSpec& m) { return m.name == mode.name; }))
        file.problem(file.at("modes"), fmt::format("the mode '{}' is named twice", mode.name));
      else
        out.push_back(std::move(mode));
    }
    for (const ModeSpec& mode : own)
      if (std::find(names.begin(), names.end(), mode.name) == names.end())
        file.problem(mode.at, fmt::format("[mode.{}] is not used", mode.name), "name it in 'modes'");
    return out;
  }

  ModeSpec mode(const std::string& name, TomlTable& table, std::string template_kind) {
    ModeSpec out;
    out.name = name;
    out.at = table.at();
    if (find_mode(name))
      table.problem(table.at(), fmt::format("'{}' is the name of a preset mode", name), "choose another name");
    table.text("system", out.system);
    table.text("user", out.user);
    table.text("open_user", out.open_user);
    table.word("template", template_kind, "template", kTemplates);
    out.raw = template_kind == "raw";
    table.text("prefill", out.prefill);
    table.text("commit_suffix", out.commit_suffix);
    table.text("option", out.option);
    table.text("between", out.between);
    table.boolean("tie", out.tie);
    table.word("reader", out.reader, "reader", kReaders);
    if (int n = 0; table.integer("max_tokens", n, 0, kMany)) out.max_tokens = n;
    if (auto args = table.table("template_args")) out.template_args = args->json_entries();
    table.refuse_other_keys();

    check_texts(out, table);
    return out;
  }

  static void check_texts(const ModeSpec& mode, TomlTable& table) {
    const Words system = placeholders(mode.system), user = placeholders(mode.user), open = placeholders(mode.open_user);
    for (const auto& [key, places] : {std::pair{"system", system}, {"user", user}, {"open_user", open}})
      for (const std::string& place : places)
        if (std::ranges::find(kPlaceholders, place) == kPlaceholders.end())
          table.problem(table.at(key), fmt::format("unknown placeholder {{{}}} in 'mode.{}.{}'", place, mode.name, key),
                        suggest(place, kPlaceholders));
    const auto shows = [&](const Words& text, const char* place) {
      return std::ranges::count(system, place) + std::ranges::count(text, place) > 0;
    };
    for (const auto& [key, places] : {std::pair{"user", user}, {"open_user", open}})
      if (!shows(places, "question") && (key == std::string_view("user") || !mode.open_user.empty()))
        table.problem(table.at(key), fmt::format("the mode '{}' shows no {{question}}", mode.name),
                      fmt::format("put {{question}} into '{}'", key));
    if (mode.open_user.empty()) return;
    if (shows(open, "options"))
      table.problem(table.at("open_user"), "'open_user' is for items without options, and shows {options}");
    else if (!shows(user, "options"))
      table.problem(table.at("user"), fmt::format("the mode '{}' has two texts for items without options", mode.name),
                    "put {options} into 'user', or leave 'open_user' out");
  }

  void permutations(TomlTable& file, PermutationSpec& out) {
    std::string text;
    if (!file.text("permutations", text)) return;
    if (const auto set = permutation_from_text(text))
      out = *set;
    else
      file.problem(file.at("permutations"), fmt::format("unknown permutation set '{}'", text),
                   text.starts_with("random")
                       ? "write random:n with n from 1 to 120, as random:8"
                       : suggest(text, {"cyclic", "none", "reversed", "both", "all", "random:n", "pairs"}));
  }

  void labels(TomlTable& file, Study& study) {
    file.boolean("label_rotate", study.label_rotate);
    LabelSet set;
    if (Words list; file.is_list("labels")) {
      file.texts("labels", list);
      set.base = fmt::format("{}", fmt::join(list, ","));
      if (std::string problem = label_problem(set); !problem.empty()) return file.problem(file.at("labels"), problem);
    } else {
      file.word("labels", set.base, "label set", kLabelSets);
    }
    study.labels = set.base;
    if (study.label_rotate && set.base == "none")
      file.problem(file.at("label_rotate"), "without labels there is nothing to rotate", "leave 'label_rotate' out");
    for (const ModeSpec& mode : study.modes) {
      if (mode.tie && set.base == "none")
        file.problem(mode.at, fmt::format("the mode '{}' offers a tie, which needs a label", mode.name));
      set.tie = mode.tie;
      if (n_labels(set) < 2) {
        file.problem(file.at("labels"),
                     fmt::format("the mode '{}' offers a tie: two options and that need three labels", mode.name));
        continue;
      }
      if (are_letters(set, std::min(n_labels(set), 26))) continue;
      const std::string hint = "write a [mode.NAME] that asks for these labels, with a reader that reads them";
      if (find_mode(mode.name))
        file.problem(file.at("labels"), fmt::format("the preset mode '{}' asks for the letters A, B, ...", mode.name),
                     hint);
      else if (mode.reader == "paper")
        file.problem(file.at("labels"),
                     fmt::format("the reader of mode '{}', \"paper\", reads the letters A, B, ... alone", mode.name),
                     hint);
    }
  }

  Decoding decoding(TomlTable& table) {
    Decoding out;
    table.integer("max_tokens", out.max_tokens, 0, kMany);
    table.number("temperature", out.temperature, 0, 100);
    table.number("top_p", out.top_p, 0, 1, true);
    table.integer("top_k", out.top_k, 0, kMany);
    table.texts("stop", out.stop);
    if (std::find(out.stop.begin(), out.stop.end(), "") != out.stop.end())
      table.problem(table.at("stop"), "'decoding.stop' has an empty text, which stops everything");
    table.boolean("stop_at_answer", out.stop_at_answer);
    table.refuse_other_keys();
    return out;
  }

  OnPositional on_positional_options(TomlTable& file) {
    std::string text(to_string(OnPositional::kKeep));
    Words words;
    for (const OnPositional policy : {OnPositional::kKeep, OnPositional::kDrop, OnPositional::kError})
      words.emplace_back(to_string(policy));
    file.word("on_positional_options", text, "policy", words);
    return text == words[1] ? OnPositional::kDrop : text == words[2] ? OnPositional::kError : OnPositional::kKeep;
  }

  StatesSpec states(TomlTable& table, const Study& study) {
    StatesSpec out;
    out.at = table.at();
    Words points{std::string(kLastPrompt)};
    if (table.texts("points", points) && points.empty())
      table.problem(table.at("points"), "'states.points' is an empty list", "leave [states] out to keep no states");
    for (const std::string& text : points) {
      const auto point = state_point(text);
      if (!point)
        table.problem(table.at("points"), fmt::format("unknown point '{}'", text),
                      text.starts_with("fraction") ? "write fraction:f with f above 0 and below 1, as fraction:0.5"
                                                   : suggest(text, state_points()));
      else if (std::ranges::find(out.points, *point) != out.points.end())
        table.problem(table.at("points"), fmt::format("the point '{}' is named twice", *point));
      else
        out.points.push_back(*point);
    }
    layers(table, out);
    std::string type(to_string(out.type));
    if (table.word("dtype", type, "dtype", {"float16", "float32"}))
      out.type = type == "float32" ? StateType::kFloat32 : StateType::kFloat16;
    out.modes = some_modes(table, study);
    table.refuse_other_keys();
    return out;
  }

  void layers(TomlTable& table, StatesSpec& out) {
    if (!table.is_list("layers")) {
      std::string word = "quarters";
      table.word("layers", word, "layers", {"quarters", "all"});
      if (word == "all") out.layers = StatesSpec::Layers::kAll;
      return;
    }
    out.layers = StatesSpec::Layers::kListed;
    Words names;
    if (table.words_or_integers("layers", names) && names.empty())
      table.problem(table.at("layers"), "'states.layers' is an empty list");
    for (const std::string& name : names) {
      const auto site = site_from_text(name);
      if (!site)
        table.problem(table.at("layers"), fmt::format("unknown layer '{}'", name),
                      "layers are numbers from 0 (embeddings), and \"final\"");
      else if (std::ranges::find(out.listed, *site) != out.listed.end())
        table.problem(table.at("layers"), fmt::format("the layer '{}' is named twice", name));
      else
        out.listed.push_back(*site);
    }
  }

  /// The list `modes` of a table: those of the study that it is for.
  Words some_modes(TomlTable& table, const Study& study) {
    Words out, known;
    table.texts("modes", out);
    for (const ModeSpec& mode : study.modes) known.push_back(mode.name);
    for (const std::string& mode : out)
      if (std::ranges::find(known, mode) == known.end())
        table.problem(table.at("modes"), fmt::format("the study has no mode '{}'", mode), suggest(mode, known));
    return out;
  }

  std::vector<TreatmentSpec> treatments(TomlTable& file, const Study& study) {
    std::vector<TreatmentSpec> out;
    Words names;
    file.texts("treatments", names);
    for (const std::string& name : names) {
      std::optional<TreatmentSpec> spec = treatment_from_text(name);
      if (!spec) {
        file.problem(file.at("treatments"), fmt::format("unknown treatment '{}'", name),
                     name.starts_with("budget") ? "write budget:n with the number of tokens kept, as budget:64"
                     : name == kStates          ? "hidden states are asked for by a table of their own, [states]"
                                                : suggest(name, treatment_kinds()));
      } else if (std::ranges::find(out, name, &TreatmentSpec::name) != out.end()) {
        file.problem(file.at("treatments"), fmt::format("the treatment '{}' is named twice", name));
      } else {
        spec->at = file.at("treatments");
        out.push_back(*std::move(spec));
      }
    }
    for (auto& [kind, table] : file.tables("treatment")) {
      const std::optional<TreatmentSpec> standard = treatment_from_text(kind == "budget" ? "budget:1" : kind);
      if (!standard || kind.find(':') != std::string::npos) {
        file.problem(table.at(), fmt::format("unknown treatment '{}'", kind),
                     kind.starts_with("budget:") ? "settings of all budgets stand in [treatment.budget]"
                                                 : suggest(kind, treatment_kinds()));
        continue;
      }
      const TreatmentSpec settings = treatment(table, study, *standard);
      bool used = false;
      for (TreatmentSpec& spec : out) {
        if (spec.kind != kind) continue;
        const TreatmentSpec named = std::exchange(spec, settings);
        spec.name = named.name;
        spec.n = named.n;
        used = true;
      }
      if (!used) file.problem(table.at(), fmt::format("[treatment.{}] is not used", kind), "name it in 'treatments'");
    }
    follow_the_curve(file, study, out);
    return out;
  }

  // Treatments that rest on the read-outs of the curve are for its modes; "eat" reads at its places.
  void follow_the_curve(TomlTable& file, const Study& study, std::vector<TreatmentSpec>& all) {
    const auto curve = std::ranges::find(all, "curve", &TreatmentSpec::kind);
    const auto is_for = [](const TreatmentSpec& spec, const std::string& mode) {
      return spec.modes.empty() || std::ranges::find(spec.modes, mode) != spec.modes.end();
    };
    for (TreatmentSpec& spec : all) {
      if (spec.kind != "eat" && spec.ccp != "forced") continue;
      const std::string what =
          spec.kind == "eat" ? "the treatment 'eat'" : fmt::format("'treatment.{}.ccp' = 'forced'", spec.kind);
      if (curve == all.end()) {
        file.problem(spec.at, what + " needs the treatment 'curve'", "name it in 'treatments'");
        continue;
      }
      if (spec.kind == "eat") spec.checkpoints = curve->checkpoints;
      if (spec.modes.empty()) spec.modes = curve->modes;
      for (const ModeSpec& mode : study.modes)
        if (is_for(spec, mode.name) && !is_for(*curve, mode.name))
          file.problem(spec.at, fmt::format("{} is for mode '{}', where there is no curve to rest on", what, mode.name),
                       "name the mode in [treatment.curve], or leave it out here");
    }
  }

  TreatmentSpec treatment(TomlTable& table, const Study& study, TreatmentSpec out) {
    out.at = table.at();
    const Words& settings = treatment_settings(out.kind);
    if (int n = 0; out.kind == "eat" && table.integer("checkpoints", n, 1, 1000))
      table.problem(table.at("checkpoints"), "'treatment.eat.checkpoints' cannot be set: it reads where the curve does",
                    "set 'treatment.curve.checkpoints'");
    const auto has = [&](const char* key) { return std::ranges::find(settings, key) != settings.end(); };
    if (has("checkpoints")) table.integer("checkpoints", out.checkpoints, 1, 1000);
    if (has("draws")) table.integer("draws", out.draws, 1, 1000);
    if (has("temperature")) table.number("temperature", out.temperature, 0, 100, true);
    if (has("top_p")) table.number("top_p", out.top_p, 0, 1, true);
    if (has("max_tokens")) table.integer("max_tokens", out.max_tokens, 1, kMany);
    if (has("ccp")) table.word("ccp", out.ccp, "CCP", {"a3", "eq2", "forced"});
    if (has("offsets") && table.numbers("offsets", out.offsets, -1, 1) && out.offsets.empty())
      table.problem(table.at("offsets"), "'offsets' is an empty list");
    out.modes = some_modes(table, study);
    table.refuse_other_keys();
    return out;
  }

  std::filesystem::path path_;
  const Words& backends_;
};

}  // namespace

namespace {

// The TOML parser recurses over the parts of a dotted key.
void refuse_long_keys(std::string_view toml, const std::filesystem::path& path) {
  constexpr auto kMostParts = 100;
  int line = 0;
  while (!toml.empty()) {
    ++line;
    const std::string_view text = toml.substr(0, toml.find('\n'));
    toml.remove_prefix(std::min(toml.size(), text.size() + 1));
    const std::string_view key = text.substr(0, text.find('='));
    if (std::count(key.begin(), key.end(), '.') > kMostParts)
      throw Error(ErrorKind::kUsage, SourceLine{path.string(), line}.text() + ": a key of more than 100 parts",
                  "keys of a study have at most three, as model.NAME.path");
  }
}

}  // namespace

Study read_study(std::string_view toml, const std::filesystem::path& path, const Words& known_backends) {
  refuse_long_keys(toml, path);
  toml::table root;
  try {
    root = toml::parse(toml, path.string());
  } catch (const toml::parse_error& e) {
    const SourceLine at{path.string(), static_cast<int>(e.source().begin.line)};
    throw Error(ErrorKind::kUsage, at.text() + ": " + std::string(e.description()), "the file must be valid TOML");
  }
  std::vector<Problem> problems;
  Study study = Reader(path, known_backends).read(TomlTable(root, "", {path.string(), 0}, problems));
  if (problems.empty()) return study;
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.at.line < b.at.line; });
  throw Error(ErrorKind::kUsage, describe(problems));
}

Study read_study_file(const std::filesystem::path& path, const Words& known_backends) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path, ignored) || !in)
    throw Error(ErrorKind::kInput, path.string() + ": cannot be opened",
                "`brink init` writes a study file to start from");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return read_study(text, path, known_backends);
}

}  // namespace brink
