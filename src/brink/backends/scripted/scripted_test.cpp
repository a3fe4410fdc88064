#include <algorithm>
#include <cmath>
#include <set>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/store/random_record.h"
#include "distribution.h"
#include "doubt.h"
#include "scripts.h"
#include "vocabulary.h"

namespace brink::scripted {
namespace {

TEST(ScriptedVocabulary, TokensGiveBackAnyText) {
  testing_support::Draw draw(1);
  for (int i = 0; i < 200; ++i) {
    const std::string text = draw.text() + "The answer is (B). <think>\nWait" + draw.text();
    EXPECT_EQ(detokenize(tokenize(text)), text);
  }
  const auto tokens = tokenize("The answer is (B)");
  EXPECT_TRUE(std::count(tokens.begin(), tokens.end(), 'B') == 1) << "the letter is a token of its own";
}

TEST(ScriptedOptions, TheLastListOfTheLastUserTurnCounts) {
  struct Case {
    const char* name;
    Input input;
    std::vector<std::string> options;
  };
  const Case cases[] = {
      {"plain", Messages{{"user", "Q?\nA. x\nB. y\nC. z"}}, {"x", "y", "z"}},
      {"text after them", Messages{{"user", "Q?\nA. x\nB. y\n\nThink step by step."}}, {"x", "y"}},
      {"an example before", Messages{{"user", "A. old\nB. older\nC. oldest\nQ?\nA. x\nB. y"}}, {"x", "y"}},
      {"open assistant turn", Messages{{"user", "A. x\nB. y"}, {"assistant", "A. no"}}, {"x", "y"}},
      {"raw text", RawText{"Q?\nA. x\nB. y\nAnswer:"}, {"x", "y"}},
      {"none", Messages{{"user", "Say something."}}, {}},
      {"rotated labels", Messages{{"user", "Q?\nC. x\nA. y\nB. z"}}, {"x", "y", "z"}},
      {"statements before rotated labels", Messages{{"user", "B. old\nQ?\nB. x\nC. y\nA. z"}}, {"x", "y", "z"}},
      {"digits", Messages{{"user", "Q?\n1. x\n2. y"}}, {"x", "y"}},
      {"answers to judge",
       Messages{{"user", "Q?\n[Answer A]\nA. x\ny\n[End of answer A]\n\n[Answer B]\nz\n[End of answer B]\nJudge."}},
       {"A. x\ny", "z"}},
      {"letters out of turn", Messages{{"user", "A. x\nD. y\nB. z"}}, {"x", "z"}},
  };
  for (const Case& c : cases) EXPECT_EQ(shown(c.input).options, c.options) << c.name;
}

std::string question(const std::vector<std::string>& options) {
  std::string out = "Q?";
  char letter = 'A';
  for (const std::string& o : options) out += std::string("\n") + letter++ + ". " + o;
  return out;
}

Request request(const std::string& user) {
  Request out;
  out.input = Messages{{"user", user}};
  return out;
}

TEST(ScriptedScripts, ContentAnswersTheSameOptionInEveryOrder) {
  std::vector<std::string> options{"red", "green", "blue", "black"};
  std::set<std::string> answered;
  do {
    const Performance p = perform(parse_choice("content"), request(question(options)), 0);
    answered.insert(options[static_cast<std::size_t>(p.letter - 'A')]);
  } while (std::next_permutation(options.begin(), options.end()));
  EXPECT_EQ(answered.size(), 1u);
}

TEST(ScriptedScripts, PositionPutsItsShareOnSlotA) {
  // 400 questions of four options: A is drawn with .6 + .4 / 4 = .7; the standard error is .023.
  int n_first = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string n = std::to_string(i);
    const auto p = perform(parse_choice("position:0.6"), request(question({"a" + n, "b" + n, "c" + n, "d" + n})), 0);
    n_first += p.letter == 'A' ? 1 : 0;
  }
  EXPECT_NEAR(n_first / 400.0, 0.7, 0.07);
  EXPECT_EQ(perform(parse_choice("first"), request(question({"x", "y"})), 0).letter, 'A');
}

// Of 600 questions: by the law, slot A beyond a quarter by the logits that pull, and accuracy by how sure the model is.
TEST(ScriptedScripts, DoubtFollowsItsLaw) {
  const auto letter_of = [](const char* script, int i) {
    const std::string n = std::to_string(i);
    return perform(parse_choice(script), request(question({"a" + n, "b" + n, "c" + n, "d" + n})), 0);
  };
  const auto doubt = [](int i) {
    const std::string n = std::to_string(i);
    return doubt_of({.options = {"a" + n, "b" + n, "c" + n, "d" + n}, .labels = "ABCD"});
  };
  double n_first = 0, n_pulled = 0, n_own = 0, expected_own = 0, sure = 0, n_long_pulled = 0, n_long = 0;
  constexpr int kQuestions = 600;
  for (int i = 0; i < kQuestions; ++i) {
    const Doubt d = doubt(i);
    sure += d.sure / kQuestions;
    expected_own += std::exp(d.sure) / (std::exp(d.sure) + 3);
    const Performance plain = letter_of("doubt", i);
    n_own += plain.slot == d.own;
    n_first += plain.letter == 'A';
    n_pulled += letter_of("doubt:5", i).letter == 'A';
    n_long += d.log_length > 1;
    n_long_pulled += d.log_length > 1 && letter_of("doubt:0:9", i).letter == 'A';
    EXPECT_NEAR(static_cast<double>(plain.text->size()), 200 * std::exp(d.log_length), 0.51);
  }
  EXPECT_NEAR(sure, 1.5, 0.15);
  EXPECT_NEAR(n_own, expected_own, 45);
  EXPECT_NEAR(n_first / kQuestions, 0.25, 0.07);
  EXPECT_GT(n_pulled, 0.85 * kQuestions);
  EXPECT_GT(n_long_pulled, 0.95 * n_long);
}

TEST(ScriptedScripts, AnotherTrialIsAnotherDraw) {
  std::set<char> letters;
  for (int trial = 0; trial < 20; ++trial) {
    Request q = request(question({"a", "b", "c", "d"}));
    q.trial = trial;
    letters.insert(perform(parse_choice("guess"), q, 0).letter);
  }
  EXPECT_GT(letters.size(), 1u);
}

TEST(ScriptedScripts, UnknownNamesAndSharesAreErrorsThatHelp) {
  for (const auto& [path, hint] :
       {std::pair{"contnet", "content"}, std::pair{"first:2", "0 to 1"}, std::pair{"first:x", "0 to 1"},
        std::pair{"", "known scripts"}, std::pair{"doubt:x", "logits"}, std::pair{"doubt:1:", "logits"}})
    try {
      parse_choice(path);
      ADD_FAILURE() << path;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kModel);
      EXPECT_NE(e.hint().find(hint), std::string::npos) << e.hint();
    }
}

Response answer_of(const std::string& script, const Request& q) {
  const auto backend = open_backend({.backend = "scripted", .path = script});
  Response out;
  const Bundle bundle{{q}};
  backend->answer({&bundle, 1}, [&](const Request&, const Response& r) { out = r; }, {}, {});
  return out;
}

TEST(Scripted, EveryScriptDoesWhatItSays) {
  const Request q = request(question({"x", "y"}));
  for (const Script& s : scripts()) {
    SCOPED_TRACE(std::string(s.name));
    const Response r = answer_of(std::string(s.name) + ":1", q);
    const auto* done = std::get_if<Completion>(&r);
    if (s.name == "mixed") continue;
    EXPECT_EQ(done == nullptr, s.name == "fail");
    if (!done) continue;
    const bool endless = s.name == "truncate" || s.name == "overthink";
    EXPECT_EQ(done->finish, endless ? Finish::kLength : Finish::kEnd);
    EXPECT_EQ(done->text.starts_with("<think>"), s.name == "think" || s.name == "overthink");
  }
}

TEST(Scripted, MixedPlaysEveryOtherScript) {
  std::set<std::string> texts;
  bool failed = false;
  for (int i = 0; i < 200; ++i) {
    const Response r =
        answer_of("mixed", request(question({"x", "y"}) + std::string(static_cast<std::size_t>(i), ' ')));
    if (const auto* done = std::get_if<Completion>(&r))
      texts.insert(done->text);
    else
      failed = true;
  }
  EXPECT_TRUE(failed);
  EXPECT_GE(texts.size(), 8u);
}

TEST(Scripted, AForcedAnswerIsTheScriptsLetter) {
  Request q = request(question({"x", "y", "z"}));
  const Response whole = answer_of("think", q);
  const std::string& text = std::get<Completion>(whole).text;
  const char letter = text[text.size() - 3];
  q.prefix_tokens = {std::get<Completion>(whole).tokens[0]};
  q.prefix = Prefix{sha256("parent"), 1, "\n</think>\n\nThe answer is (", std::nullopt};
  const Response forced = answer_of("think", q);
  EXPECT_EQ(std::get<Completion>(forced).text, std::string(1, letter) + ").");
}

TEST(Scripted, AnAnswerStopsWhenItIsComplete) {
  Request q = request(question({"x", "y"}));
  q.decoding.stop_at_answer = true;
  const Response r = answer_of("first", q);
  EXPECT_EQ(std::get<Completion>(r).text, "The answer is (A)");
  EXPECT_EQ(std::get<Completion>(r).finish, Finish::kAnswer);
}

TEST(Scripted, TheContextCanFillUpWhileItWrites) {
  const Request q = request("Say something.");
  const auto backend = open_backend({.backend = "scripted", .path = "truncate", .n_ctx = 40});
  Response r;
  const Bundle bundle{{q}};
  backend->answer({&bundle, 1}, [&](const Request&, const Response& got) { r = got; }, {}, {});
  const auto& done = std::get<Completion>(r);
  EXPECT_EQ(done.finish, Finish::kContext);
  EXPECT_EQ(done.usage.n_prompt + done.usage.n_generated, 40);
}

TEST(ScriptedDistribution, IsADistributionWhoseMostProbableTokenIsTheScripts) {
  Position at(7);
  at.read('x');
  const Distribution d(at, 'B');
  double sum = 0;
  double entropy = 0;
  for (Token id = 0; id < n_vocab(); ++id) {
    const double lp = d.logprob_nats(id);
    sum += std::exp(lp);
    entropy -= std::exp(lp) * lp / std::log(2.0);
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  const std::vector<Token> asked{'B', 'C'};
  const ReadOut r = d.read_out(asked);
  EXPECT_NEAR(r.entropy_bits, entropy, 1e-4);
  EXPECT_LT(r.entropy_top100_bits, r.entropy_bits);
  ASSERT_EQ(r.top.size(), 100u);
  EXPECT_EQ(r.top[0].id, 'B');
  EXPECT_EQ(r.asked[1].logprob_nats, d.logprob_nats('C'));
}

}  // namespace
}  // namespace brink::scripted
