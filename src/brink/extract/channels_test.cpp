#include <gtest/gtest.h>

#include "brink/extract/reading.h"

namespace brink {
namespace {

struct ChannelCase {
  std::string name, prompt_tail, text, thinking, response;
  bool unfinished = false;
};

TEST(Channels, AreThoseOfTheState) {
  const std::vector<ChannelCase> cases{
      {"no tag", "", "The answer is (B).", "", "The answer is (B)."},
      {"both tags", "", "<think>short</think>Answer: B", "short", "Answer: B"},
      {"closing tag only, prompt unknown", "", "Maybe A.</think>\n\nC", "Maybe A.", "\n\nC"},
      {"opened by the prompt", "<|Assistant|><think>\n", "Maybe A.</think>\n\nC", "Maybe A.", "\n\nC"},
      {"opened by the prompt, cut", "<think>\n", "The answer is A if", "The answer is A if", "", true},
      {"opened by the prompt with a prefilled beginning", "<think>\nOkay, ", "so B</think>C", "so B", "C"},
      {"opened by the prompt and again by the model", "<think>\n", "<think>\nHm</think>C", "\nHm", "C"},
      {"opening tag only", "", "<think>\nLet me", "\nLet me", "", true},
      {"closed by the prompt", "<think>\n\n</think>\n\n", "Answer: B", "", "Answer: B"},
      {"closed by the prompt, tag quoted", "<think></think>", "The </think> tag. B", "", "The </think> tag. B"},
      {"closing tag quoted after thinking", "", "<think>s</think>B. (The marker </think> ends.)", "s",
       "B. (The marker </think> ends.)"},
      {"both tags quoted after thinking", "", "<think>s</think>Between <think> and </think>: B", "s",
       "Between <think> and </think>: B"},
      {"opening tag quoted in a sentence, never closed", "", "The <think> tag is B", "", "The <think> tag is B"},
      {"text before the block", "", "Sure! <think>easy</think>D", "easy", "Sure! D"},
      {"two blocks", "", "<think>a</think>x\n<think>b</think>y", "ab", "x\ny"},
      {"empty block", "", "<think>\n\n</think>\nC", "\n\n", "\nC"},
      {"case of the tag", "", "<THINK>a</Think>b", "a", "b"},
      {"a tag in the question is not open", "What does\n<think>\nmean?<|im_end|>\n<|im_start|>assistant\n", "B", "",
       "B"},
      {"a tag in a sentence of the question", "Is <think> a tag? A:", "Yes", "", "Yes"},
      {"another family's tag inside thinking", "<think>\n", "a [/THINK] b</think>c", "a [/THINK] b", "c"},
      {"thinking", "", "<thinking>a</thinking>b", "a", "b"},
      {"brackets", "[/INST][THINK]", "a[/THINK]b", "a", "b"},
      {"seed", "", "<seed:think>a</seed:think>b", "a", "b"},
      {"gemma", "", "<|channel>thought\na<channel|>b", "\na", "b"},
      {"command", "<|START_THINKING|>", "a<|END_THINKING|><|START_RESPONSE|>b<|END_RESPONSE|>", "a", "b"},
      {"kimi", "", "◁think▷a◁/think▷b", "a", "b"},
      {"harmony", "<|start|>assistant",
       "<|channel|>analysis<|message|>Zinc.<|end|><|start|>assistant<|channel|>final<|message|>Answer: B<|return|>",
       "Zinc.", "Answer: B"},
      {"harmony without an end token", "", "<|channel|>analysis<|message|>Z<|channel|>final<|message|>B", "Z", "B"},
      {"harmony, cut", "", "<|channel|>analysis<|message|>Zinc is", "Zinc is", "", true},
      {"harmony whose control tokens were dropped", "", "analysisZinc is light.assistantfinalAnswer: B",
       "Zinc is light.", "Answer: B"},
      {"a text that begins like it", "", "analysis of the data: B", "", "analysis of the data: B"},
      {"harmony without thinking", "", "<|channel|>final<|message|>B<|end|>", "", "B"},
  };
  for (const ChannelCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Channels got = split_channels(c.text, c.prompt_tail);
    EXPECT_EQ(got.thinking, c.thinking);
    EXPECT_EQ(got.response, c.response);
    EXPECT_EQ(got.unfinished, c.unfinished);
    EXPECT_EQ(got.has_thinking, c.thinking.find_first_not_of('\n') != std::string::npos);
  }
}

TEST(PromptEnd, SaysHowThePromptLeavesTheModel) {
  EXPECT_EQ(prompt_end("<|im_start|>assistant\n"), PromptEnd::kPlain);
  EXPECT_EQ(prompt_end("<|im_start|>assistant\n<think>\n"), PromptEnd::kThinkingOpen);
  EXPECT_EQ(prompt_end("<|im_start|>assistant\n<think>\n\n</think>\n\n"), PromptEnd::kThinkingClosed);
  EXPECT_EQ(prompt_end("What does\n<think>\nmean?<|im_end|>\n<|im_start|>assistant\n"), PromptEnd::kPlain);
}

TEST(Channels, LookAtTheEndOfALongPromptOnly) {
  const std::string question(100'000, 'x');
  EXPECT_TRUE(split_channels("a", "<think>" + question + "\n<think>\n").unfinished);
  EXPECT_FALSE(split_channels("a", "\n<think>\n" + question).unfinished);
}

}  // namespace
}  // namespace brink
