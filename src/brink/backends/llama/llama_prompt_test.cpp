#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "brink/backends/llama/tiny_llama.h"

namespace brink {
namespace {

using namespace tiny_llama;

TEST_F(TinyLlama, BeginsWithBosExactlyOnce) {
  const auto backend = open(1, {.chat_template = std::string("{{ bos_token }}") + kTemplate});
  for (const Request& r : {raw("hello", 0), chat({{"user", "hello"}}, 0)}) {
    const Completion c = complete(*backend, r);
    EXPECT_EQ(c.prompt_tokens.front(), 1);
    EXPECT_EQ(std::count(c.prompt_tokens.begin(), c.prompt_tokens.end(), 1), 1);
  }
  const Response twice = ask_one(*backend, raw("<s>hello", 0));
  EXPECT_EQ(std::get<Failure>(twice).kind, Failure::Kind::kTemplate);
  EXPECT_NE(std::get<Failure>(twice).message.find("BOS"), std::string::npos);
}

TEST_F(TinyLlama, RendersTheTemplateItHas) {
  struct Case {
    const char* name;
    std::string chat_template;
    Messages messages;
    std::map<std::string, std::string> args;
    std::string rendered;
    bool merged = false;
  };
  const Messages question = {{"system", "Be brief."}, {"user", "Why?"}};
  const std::string no_system =
      "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
      "<{{ m.role }}>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<model>{% endif %}";
  const Case cases[] = {
      {"turns", kTemplate, question, {}, "[system] Be brief.\n[user] Why?\n[assistant] "},
      {"an open turn goes on",
       kTemplate,
       {{"user", "Why?"}, {"assistant", "<think>\nBecause"}},
       {},
       "[user] Why?\n[assistant] <think>\nBecause"},
      {"system merged", no_system, question, {}, "<user>Be brief.\nWhy?<model>", true},
      {"arguments",
       "{{ messages[0].content }}{% if enable_thinking %}T{% endif %}{{ effort }}",
       {{"user", "x"}},
       {{"enable_thinking", "false"}, {"effort", "\"low\""}},
       "xlow"},
      {"thinking by default",
       "{{ messages[0].content }}{% if enable_thinking %}T{% endif %}",
       {{"user", "x"}},
       {},
       "xT"},
      {"a date that stays", "{{ date_string }}|{{ messages[0].content }}", {{"user", "x"}}, {}, "26 Jul 2024|x"},
      {"a date that is given",
       "{{ date_string }}|{{ messages[0].content }}",
       {{"user", "x"}},
       {{"date_string", "\"1 May 2025\""}},
       "1 May 2025|x"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Request r = chat(c.messages, 0);
    r.template_args = c.args;
    const Completion done = complete(*open(1, {.chat_template = c.chat_template}), r);
    EXPECT_EQ(done.rendered_prompt, c.rendered);
    EXPECT_EQ(done.system_merged, c.merged);
  }
}

TEST_F(TinyLlama, ATurnThatSpellsAControlTokenIsText) {
  const auto prompt_of = [&](const std::string& chat_template, const std::string& text) {
    return complete(*open(1, {.chat_template = chat_template}), chat({{"system", "Be brief."}, {"user", text}}, 0));
  };
  const auto n_ends = [](const Completion& c) { return std::ranges::count(c.prompt_tokens, Token{2}); };
  const std::string ending = "{% for m in messages %}[{{ m.role }}] {{ m.content }}</s>\n{% endfor %}[assistant] ";
  const Completion spelled = prompt_of(ending, "What is </s>? Or <s>?");
  EXPECT_EQ(spelled.rendered_prompt, "[system] Be brief.</s>\n[user] What is </s>? Or <s>?</s>\n[assistant] ");
  EXPECT_EQ(n_ends(spelled), 2) << "those of the template alone";
  EXPECT_EQ(std::ranges::count(spelled.prompt_tokens, Token{1}), 1) << "BOS once";
  EXPECT_EQ(n_ends(prompt_of(ending, "What is that?")), 2);
}

TEST_F(TinyLlama, RefusesWhatItCannotServeWithAReason) {
  struct Case {
    const char* name;
    std::string chat_template;
    Request request;
    Failure::Kind kind;
    const char* says;
  };
  const auto with = [](Request r, auto change) {
    change(r);
    return r;
  };
  const Case cases[] = {
      {"no template", "", chat({{"user", "x"}}), Failure::Kind::kTemplate, "chat_template"},
      {"a template that refuses", "{{ raise_exception('only tools') }}", chat({{"user", "x"}}),
       Failure::Kind::kTemplate, "only tools"},
      {"a template that changes a turn which spells a control token", "{{ messages[0].content | replace('0', '') }}",
       chat({{"user", "</s>"}}), Failure::Kind::kTemplate, "spells a control token"},
      {"an argument that is not JSON", kTemplate,
       with(chat({{"user", "x"}}), [](Request& r) { r.template_args["a"] = "{"; }), Failure::Kind::kTemplate,
       "refuses"},
      {"an unknown prompt", "", with(raw("", 1), [](Request& r) { r.input = Unknown{}; }), Failure::Kind::kUnsupported,
       "not known"},
      {"ids out of range", "",
       with(raw("", 1),
            [](Request& r) {
              r.input = TokenIds{{1, 260}};
            }),
       Failure::Kind::kOther, "token 260"},
      {"no ids", "", with(raw("", 1), [](Request& r) { r.input = TokenIds{}; }), Failure::Kind::kOther, "no tokens"},
      {"asked out of range", "", with(raw("x", 1), [](Request& r) { r.asked = {-1}; }), Failure::Kind::kOther, "asked"},
      {"an intervention", "", with(raw("x", 1), [](Request& r) { r.interventions.emplace_back(Steer{}); }),
       Failure::Kind::kUnsupported, "interventions"},
      {"a layer too many", "",
       with(raw("x", 1),
            [](Request& r) {
              r.captures = {{Site::Point::kResidPost, 3}};
            }),
       Failure::Kind::kUnsupported, "resid_post:3"},
      {"a mean of a layer too many", "",
       with(raw("x", 1),
            [](Request& r) {
              r.captures = {{Site::Point::kResidPost, 3, Site::Pool::kMeanInput}};
            }),
       Failure::Kind::kUnsupported, "resid_post:3:mean_input"},
      {"prefix tokens missing", "",
       with(raw("x", 1),
            [](Request& r) {
              r.prefix = Prefix{Sha256{}, 3, "", std::nullopt};
            }),
       Failure::Kind::kOther, "prefix has 3"},
      {"a prompt that does not fit", "", raw(std::string(600, 'x'), 1), Failure::Kind::kContextFull,
       "602 tokens, the context holds 512"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto backend = open(2, {.chat_template = c.chat_template});
    const Response response = ask_one(*backend, c.request);
    ASSERT_TRUE(std::holds_alternative<Failure>(response));
    EXPECT_EQ(std::get<Failure>(response).kind, c.kind);
    EXPECT_NE(std::get<Failure>(response).message.find(c.says), std::string::npos)
        << std::get<Failure>(response).message;
    EXPECT_EQ(complete(*backend, raw("next", 2)).tokens.size(), 2U);
  }
}

}  // namespace
}  // namespace brink
