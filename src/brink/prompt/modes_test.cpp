#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "brink/prompt/prompt.h"
#include "brink/prompt/template.h"

namespace brink {
namespace {

Item metal() {
  Item item;
  item.id = "1";
  item.stem = "Which metal is liquid at room temperature?";
  item.options = {"mercury", "iron", "copper", "zinc"};
  return item;
}

// Two answers to be judged.
Item comparison() {
  Item item;
  item.id = "2";
  item.stem = "Name a metal that is liquid at room temperature.";
  item.options = {"Mercury.\nIt melts at -39 degrees Celsius.", "Iron is liquid."};
  return item;
}

// A question whose answer is a number.
Item count() {
  Item item;
  item.id = "3";
  item.stem = "How many metals are liquid at 20 degrees Celsius?";
  item.gold = Decimal{"1"};
  return item;
}

const Variant kNoOrder{.order = {}, .label_set = "none"};
const Variant kTwo{.order = {0, 1}, .label_set = "letters+tie"};
const Variant kFileOrder{.order = {0, 1, 2, 3}};

std::string as_text(const Messages& turns) {
  std::string out;
  for (const Message& turn : turns) out += "--- " + turn.role + "\n" + turn.content + "\n";
  return out;
}

std::string golden(const std::string& name) {
  std::ifstream in(BRINK_SOURCE_DIR "/tests/golden/prompts/" + name + ".txt");
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Modes, EveryPresetRendersItsGoldenFileToTheCharacter) {
  for (const ModePreset* preset : mode_presets()) {
    const ModeSpec mode = to_mode(*preset);
    std::string shown;
    if (asks(mode, true))
      shown += as_text(mode.tie ? render(comparison(), kTwo, mode) : render(metal(), kFileOrder, mode));
    if (asks(mode, false)) shown += as_text(render(count(), kNoOrder, mode));
    EXPECT_EQ(shown, golden(mode.name)) << preset->name;
  }
}

TEST(Modes, AShortNameIsThatOfTheShortestFullOne) {
  EXPECT_EQ(find_mode("cot")->name, "position-bias/cot") << "an alias comes first";
  EXPECT_EQ(find_mode("babble")->name, "intention/babble");
  EXPECT_EQ(find_mode("numeric/babble")->name, "intention/numeric/babble");
  EXPECT_EQ(find_mode("intention/choice"), nullptr) << "a family is no mode";
  EXPECT_EQ(to_mode(*find_mode("baseline")).max_tokens, 50);
  EXPECT_EQ(to_mode(*find_mode("cot")).max_tokens, std::nullopt);
}

TEST(Modes, AModeAsksWhatItsTextIsFor) {
  const auto asked = [](const char* name) {
    const ModeSpec mode = to_mode(*find_mode(name));
    return std::pair(asks(mode, true), asks(mode, false));
  };
  EXPECT_EQ(asked("direct"), std::pair(true, false));
  EXPECT_EQ(asked("intention/cot"), std::pair(true, true));
  EXPECT_EQ(asked("intention/choice/cot"), std::pair(true, false));
  EXPECT_EQ(asked("intention/numeric/cot"), std::pair(false, true));
}

TEST(Modes, EveryPresetIsFoundByItsFullAndShortNameAndDescribed) {
  std::set<std::string_view> names;
  for (const ModePreset* preset : mode_presets()) {
    EXPECT_TRUE(names.insert(preset->name).second) << preset->name;
    EXPECT_EQ(find_mode(preset->name), preset);
    EXPECT_EQ(find_mode(to_mode(*preset).name), preset);
    EXPECT_FALSE(preset->summary.empty());
    EXPECT_FALSE(preset->source.empty());
  }
  EXPECT_EQ(find_mode("position-bias"), nullptr);
  EXPECT_EQ(find_mode(""), nullptr);
}

TEST(Render, ShowsTheOptionsInTheVariantsOrderUnderFixedLetters) {
  const auto turns = render(metal(), {.order = {3, 0, 1, 2}}, ModeSpec{});
  ASSERT_EQ(turns.size(), 1u) << "no system text, no system turn";
  EXPECT_EQ(turns[0].content, "Which metal is liquid at room temperature?\nA. zinc\nB. mercury\nC. iron\nD. copper");
}

TEST(Render, APrefillIsAnOpenAssistantTurn) {
  ModeSpec mode;
  mode.prefill = "<think>\n";
  const auto turns = render(metal(), kFileOrder, mode);
  ASSERT_EQ(turns.size(), 2u);
  EXPECT_EQ(turns.back(), (Message{"assistant", "<think>\n"}));
}

TEST(Render, APassagePrecedesTheQuestionUnlessTheTemplatePlacesIt) {
  Item item = metal();
  item.passage = "Metals differ.";
  EXPECT_TRUE(render(item, kFileOrder, ModeSpec{})[0].content.starts_with("Metals differ.\n\nWhich metal"));
  ModeSpec mode;
  mode.user = "{question} {options} ({passage})";
  const std::string placed = render(item, kFileOrder, mode)[0].content;
  EXPECT_TRUE(placed.starts_with("Which metal")) << placed;
  EXPECT_TRUE(placed.ends_with("(Metals differ.)")) << placed;
}

TEST(Render, ARawModeIsOneText) {
  ModeSpec mode;
  mode.system = "Answer.";
  mode.prefill = "So";
  EXPECT_TRUE(std::holds_alternative<Messages>(input_of(metal(), kFileOrder, mode)));
  mode.raw = true;
  mode.user = "{question}\n";
  EXPECT_EQ(std::get<RawText>(input_of(metal(), kFileOrder, mode)).text,
            "Answer.\n\nWhich metal is liquid at room temperature?\nSo");
}

TEST(Render, BracesInAnItemAreText) {
  Item item = metal();
  item.stem = "What does {options} or {question} print?";
  EXPECT_TRUE(
      render(item, kFileOrder, ModeSpec{})[0].content.starts_with("What does {options} or {question} print?\nA"));
}

TEST(Render, LabelsAreTheVariantsNotThePlaces) {
  const auto shown = [](const char* labels) {
    return render(metal(), {.order = {3, 0, 1, 2}, .label_set = labels}, ModeSpec{})[0].content;
  };
  EXPECT_TRUE(shown("letters@1").ends_with("\nD. zinc\nA. mercury\nB. iron\nC. copper"));
  EXPECT_TRUE(shown("digits").ends_with("\n1. zinc\n2. mercury\n3. iron\n4. copper"));
  EXPECT_TRUE(shown("I,II,III,IV").ends_with("\nI. zinc\nII. mercury\nIII. iron\nIV. copper"));
  EXPECT_TRUE(shown("none").ends_with("\n- zinc\n- mercury\n- iron\n- copper"));
}

TEST(Render, AModeMayShowOptionsInAFormOfItsOwn) {
  ModeSpec mode;
  mode.user = "{question}|{options}";
  mode.option = "<{label}>{option}</{label}>";
  mode.between = "|";
  Item item = metal();
  item.options = {"{label}", "x"};
  EXPECT_EQ(render(item, {.order = {1, 0}}, mode)[0].content, item.stem + "|<A>x</A>|<B>{label}</B>");
}

}  // namespace
}  // namespace brink
