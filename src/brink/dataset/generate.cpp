#include "brink/dataset/generate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

#include "brink/base/canonical.h"
#include "brink/base/rng.h"

namespace brink {
namespace {

// A word of three syllables that means nothing, as "mavopel".
std::string nonsense_word(SplitMix64& rng) {
  constexpr std::string_view kOnsets = "bdfgklmnprstvz", kVowels = "aeiou", kCodas = "lmnr";
  std::string word;
  for (int i = 0; i < 3; ++i) {
    word += kOnsets[rng.below(kOnsets.size())];
    word += kVowels[rng.below(kVowels.size())];
  }
  return word + kCodas[rng.below(kCodas.size())];
}

std::vector<std::string> different_words(SplitMix64& rng, int n) {
  std::vector<std::string> out;
  for (std::set<std::string> seen; static_cast<int>(out.size()) < n;)
    if (std::string word = nonsense_word(rng); seen.insert(word).second) out.push_back(std::move(word));
  return out;
}

// Items with options alone; the stem is for `stem` to fill in.
Dataset make(std::string_view name, int n, int m, std::uint64_t seed, std::string (*stem)(SplitMix64&)) {
  Dataset out;
  out.name = name;
  for (int i = 0; i < n; ++i) {
    const std::string source = Canonical("control.1")
                                   .field("kind", name)
                                   .field("seed", std::to_string(seed))
                                   .field("i", std::to_string(i))
                                   .text();
    SplitMix64 rng(sha256(source).head());
    Item item;
    item.id = std::string(name) + "-" + std::to_string(i + 1);
    item.stem = stem(rng);
    item.options = different_words(rng, m);
    for (int option = 0; option < m; ++option) item.labels.emplace_back(1, static_cast<char>('A' + option));
    item.tags[std::string(kControlTag)] = name;
    out.items.push_back(std::move(item));
  }
  finish_items(out.items);
  std::string all;
  for (const Item& item : out.items) all += item.hash.hex();
  out.file = sha256(all);
  return out;
}

std::string nonsense_question(SplitMix64& rng) {
  const std::vector<std::string> words = different_words(rng, 3);
  static constexpr std::array<std::array<std::string_view, 4>, 4> kForms{{
      {"Which ", " is the ", " of a ", "?"},
      {"What does a ", " need to ", " the ", "?"},
      {"Where do ", "s usually ", " their ", "s?"},
      {"Which of these makes a ", " more ", " than a ", "?"},
  }};
  const auto& form = kForms[rng.below(kForms.size())];
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) out.append(form[i]).append(words[i]);
  return out.append(form.back());
}

constexpr Generator kContentFree{
    .name = "content_free",
    .summary = "questions made of words that mean nothing, with options that do not either",
    .source = "after arXiv 2602.17445",
    .make = [](int n, int m, std::uint64_t seed) { return make("content_free", n, m, seed, nonsense_question); },
};

constexpr Generator kEmptyQuestion{
    .name = "empty_question",
    .summary = "no question at all, options that mean nothing: the slot prior",
    .source = "after arXiv 2507.18182",
    .make =
        [](int n, int m, std::uint64_t seed) {
          return make("empty_question", n, m, seed, [](SplitMix64&) { return std::string(); });
        },
};

}  // namespace

std::span<const Generator* const> generators() {
  static constexpr std::array kAll{&kContentFree, &kEmptyQuestion};
  return kAll;
}

std::vector<std::string> generator_names() {
  std::vector<std::string> out;
  for (const Generator* g : generators()) out.emplace_back(g->name);
  return out;
}

const Generator& generator(std::string_view name) {
  const auto all = generators();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Generator* g) { return g->name == name; });
  assert(found != all.end());
  return **found;
}

}  // namespace brink
