#include "brink/compare/assertion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "brink/base/error.h"
#include "brink/metrics/hand_made.h"

namespace brink {
namespace {

using testing::HasSubstr;
using Part = Assertion::Part;
using Relation = Assertion::Relation;

TEST(ParseAssertion, ReadsWhatPeopleWrite) {
  struct Case {
    const char* text;
    const char* metric;
    Part part;
    Relation relation;
    double bound;
    std::map<std::string, std::string> where;
  };
  const Case cases[] = {
      {"flip_rate < .1", "flip_rate", Part::kValue, Relation::kLess, 0.1, {}},
      {"flip_rate<.1", "flip_rate", Part::kValue, Relation::kLess, 0.1, {}},
      {" accuracy_low >=50% ", "accuracy", Part::kLow, Relation::kGreaterEqual, 0.5, {}},
      {"accuracy_high != 1e-3", "accuracy", Part::kHigh, Relation::kNotEqual, 0.001, {}},
      {"pull_p > .01", "order_test", Part::kP, Relation::kGreater, 0.01, {}},
      {"order_test_p > .01", "order_test", Part::kP, Relation::kGreater, 0.01, {}},
      {"pbs_null <= 1", "pbs", Part::kNull, Relation::kLessEqual, 1, {}},
      {"pbs_null_mean == -2", "pbs_null_mean", Part::kValue, Relation::kEqual, -2, {}},
      {"pull < .1 where model=m mode = cot",
       "pull",
       Part::kValue,
       Relation::kLess,
       0.1,
       {{"model", "m"}, {"mode", "cot"}}},
      {"pull < .1 where items=\"without positional options\" slot='A'",
       "pull",
       Part::kValue,
       Relation::kLess,
       0.1,
       {{"items", "without positional options"}, {"slot", "A"}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const Assertion a = parse_assertion(c.text);
    EXPECT_EQ(a.metric, c.metric);
    EXPECT_EQ(a.part, c.part);
    EXPECT_EQ(a.relation, c.relation);
    EXPECT_DOUBLE_EQ(a.bound, c.bound);
    EXPECT_EQ(a.where, c.where);
  }
}

TEST(ParseAssertion, EveryMetricCanBeNamedWithEveryPart) {
  for (const Metric* m : metrics()) {
    EXPECT_EQ(parse_assertion(std::string(m->name) + " > 0").metric, m->name);
    if (m->name == "pull") continue;  // pull_p is the order test's
    EXPECT_EQ(parse_assertion(std::string(m->name) + "_p > 0").metric, m->name);
  }
}

TEST(ParseAssertion, SaysWhatWasExpectedAndWhere) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "the name of a metric at character 1"},
      {"flip_rate", "one of > >= < <= == != at character 10"},
      {"flip_rate = .1", "one of > >= < <= == != at character 11"},
      {"flip_rate < x", "a number at character 13"},
      {"flip_rate < nan", "a number at character 13"},
      {"flip_rate < 1x", "a number at character 13"},
      {"flip_rate < .1 when", "'where' or the end at character 16"},
      {"flip_rate < .1 where", "a key, as model=NAME"},
      {"flip_rate < .1 where model", "'=' after 'model'"},
      {"flip_rate < .1 where model=", "a value at character"},
      {"flip_rate < .1 where model='m", "a value with its closing quote"},
      {"flip_rate < .1 where model=m model=m", "each key once"},
      {"flip_rate < .1 & pbs < 1", "'where' or the end"},
  };
  for (const auto& [text, expected] : cases) {
    SCOPED_TRACE(text);
    try {
      parse_assertion(text);
      ADD_FAILURE() << "was read";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_THAT(e.what(), HasSubstr(expected));
    }
  }
}

TEST(ParseAssertion, SuggestsTheNameThatWasMeant) {
  for (const auto& [text, meant] : {std::pair{"fliprate < 1", "'flip_rate'"}, {"acuracy_low > 0", "'accuracy_low'"}}) {
    try {
      parse_assertion(text);
      ADD_FAILURE() << text;
    } catch (const Error& e) {
      EXPECT_THAT(e.hint(), HasSubstr(meant));
    }
  }
}

class CheckAssertion : public testing::Test {
 protected:
  CheckAssertion() {
    hand_made::add(obs_, {{.answers = "AAAA"}, {.answers = "ABCD"}}, {"m", "quiz", "direct", "none"});
    hand_made::add(obs_, {{.answers = "ABCD"}, {.answers = "ABCD"}}, {"m", "quiz", "cot", "none"});
    results_ = compute_metrics(obs_, 7, "subject");
  }
  std::vector<AssertionRow> check(std::string_view text) const {
    return check_assertion(parse_assertion(text), results_);
  }
  int n_failed(std::string_view text) const {
    int n = 0;
    for (const AssertionRow& row : check(text)) n += row.holds ? 0 : 1;
    return n;
  }

  Observations obs_;
  std::vector<Result> results_;
};

TEST_F(CheckAssertion, HoldsForEveryConfigurationUnlessNarrowed) {
  // Whole and of the one subject, in two modes.
  EXPECT_EQ(check("flip_rate < .3").size(), 4u);
  EXPECT_EQ(n_failed("flip_rate < .3"), 2);
  EXPECT_EQ(n_failed("flip_rate < .3 where mode=cot"), 0);
  EXPECT_EQ(check("flip_rate < .3 where mode=cot subject=colours").size(), 1u);
  EXPECT_EQ(n_failed("flip_rate <= .5"), 0);
}

TEST_F(CheckAssertion, EverySlotMustKeepIt) {
  EXPECT_EQ(check("pull < .5 where mode=direct").size(), 8u);
  EXPECT_EQ(check("pull < .5 where mode=direct slot=A").size(), 2u);
  EXPECT_EQ(n_failed("pull < .3 where mode=direct"), 2) << "slot A pulls .375";
}

TEST_F(CheckAssertion, AnAbsentValueDoesNotHoldAndSaysWhy) {
  for (const AssertionRow& row : check("order_test_p > 0 where mode=cot")) {
    EXPECT_FALSE(row.holds);
    EXPECT_EQ(row.reason, "no informative item: none chose other contents in another order");
  }
  for (const AssertionRow& row : check("flip_rate_p > 0")) EXPECT_EQ(row.reason, "the metric has none");
}

TEST_F(CheckAssertion, AgreesWithTheResultsThemselves) {
  for (const char* bound : {"0", "0.25", "0.5", "1"}) {
    for (const Metric* m : metrics()) {
      const double limit = std::stod(bound);
      for (const AssertionRow& row : check(std::string(m->name) + " <= " + bound)) {
        EXPECT_EQ(row.value, row.result->value);
        EXPECT_EQ(row.holds, row.result->value && *row.result->value <= limit) << m->name;
      }
    }
  }
}

TEST_F(CheckAssertion, AWordThatIsInNoResultIsAMistake) {
  const std::pair<const char*, const char*> cases[] = {
      {"flip_rate < 1 where mode=cott", "did you mean 'cot'?"},
      {"flip_rate < 1 where modell=m", "did you mean 'model'?"},
      {"flip_rate < 1 where slot=A", "known: "},
      {"pull < 1 where slot=E", "known: A, B, C, D"},
  };
  for (const auto& [text, hint] : cases) {
    SCOPED_TRACE(text);
    try {
      check(text);
      ADD_FAILURE();
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_THAT(e.hint(), HasSubstr(hint));
    }
  }
  EXPECT_THROW(check_assertion(parse_assertion("pbs < 1"), {}), Error);
}

}  // namespace
}  // namespace brink
