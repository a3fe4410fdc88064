#include "brink/study/study.h"

namespace brink {

std::string_view example_study() {
  return R"toml(# A study: models x data sets x modes, every item under several orders of its options.
# Paths are relative to this file; "~/" is the home directory. Values shown after "#" are the defaults.

name = "my-study"           # in tables and reports; the file's name when left out
seed = 1                    # of the subset of items, random orders and sampling
# store = "my-study.brink"  # where answers are kept; this file's name with .brink

modes = ["direct", "cot", "brief"]   # ways of asking: presets (direct, cot, reasoning) and those in [mode.NAME]
permutations = "cyclic"              # orders of the options: cyclic, none, reversed, both, all, random:n, pairs
# labels = "letters"                 # what options are called: letters, digits, lower, none, or a list: ["I", "II"]
# label_rotate = false               # also the file's order under every rotation of the labels: token or place?
# on_positional_options = "keep"     # items with "all of the above" and the like: keep (and flag), drop, error
# template = "chat"                  # of every mode: the model's chat template, or raw: the text as it stands
# treatments = []             # what follows an answer: curve, eat, free, truncate, placebo, resample, budget:n

# One table per model.
[model.small]
path = "model.gguf"         # the weights
# backend = "llama"         # "llama" (a GGUF file), "replay" (answers of a store), "scripted" (for tests)
# n_ctx = 0                 # tokens one answer may use with its prompt; 0 = 8192, or what the model was trained for
# n_parallel = 0            # answers decoded together; 0 = chosen
# threads = 0               # 0 = physical cores
# gpu_layers = 0            # layers on a GPU; -1 = all
# deterministic = true      # answers do not depend on what else runs beside them, to the bit
# chat_template = "t.jinja" # a file that replaces the model's own chat template
# kv_type = "f16"           # type of the KV cache: f32, f16, bf16, q8_0, q5_1, q5_0, q4_1, q4_0

# One table per data set.
[data.questions]
path = "questions.jsonl"
# format = "jsonl"          # mmlu, arc, jsonl, csv; found from the file when left out
limit = 200                 # items, chosen by the seed; a larger limit extends a smaller one; 0 = all
# columns = { stem = "question", options = "choices", gold_index = "answer" }  # for jsonl and csv
# as = "choice"             # give GSM8K and the like options (options = 4); "open" takes those of AQuA away
# A control without a file: generate = "content_free" (or "empty_question"), n = 50, options = 4

[decoding]
max_tokens = 512
# temperature = 0.0         # 0 = greedy
# top_p = 1.0
# top_k = 0                 # 0 = off
# stop = ["\n\n\n"]         # generation ends before any of these
stop_at_answer = true       # ... and as soon as "answer is (X)" is complete

# Hidden states to keep; without this table none are.
# [states]
# points = ["last_prompt"]  # where: last_prompt, mean_prompt, first_output, last_think, after_answer_delimiter,
#                           # fraction:0.5, last_output
# layers = "quarters"       # L/4, L/2, 3L/4 and L; or "all"; or a list of numbers (0 = embeddings) and "final"
# dtype = "float16"         # or "float32"
# modes = []                # of these modes alone; [] = of all

# A way of asking. {question}, {options} and {passage} are replaced; other braces are text.
[mode.brief]
system = "Answer multiple-choice questions."
user = """
{question}
{options}

Give one short reason, then finish with: The answer is (X)."""
max_tokens = 128            # instead of decoding.max_tokens
# open_user = ""            # in place of user for items without options; a user text without {options} asks only those
# template = "chat"         # chat: the model's chat template; raw: the text as it stands (base models)
# prefill = ""              # text that opens the model's turn
# commit_suffix = "\n\nThe answer is ("  # what asks for the answer when reasoning is cut short
# reader = "robust"         # how answers are read: robust, paper (docs/reader.md), verdict ([[A]])
# option = "{label}. {option}"  # how {options} shows each of them; between = "\n" stands between two
# tie = false               # the label behind the last option's answers that none is better
# template_args = { enable_thinking = false }  # handed to the chat template
)toml";
}

}  // namespace brink
