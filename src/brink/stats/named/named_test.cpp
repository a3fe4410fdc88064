#include "brink/stats/named/named.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "brink/base/error.h"

namespace brink::stats {
namespace {

namespace fs = std::filesystem;

const NamedStatistic* find(std::string_view name) {
  for (const NamedStatistic* s : named_statistics()) {
    if (s->name == name) return s;
  }
  return nullptr;
}

/// The comparison of the golden cases (their compare.py): numbers within default_abs + default_rel max(|a|, |b|) or the
/// field's own tolerance, null for null, reasons by presence, everything else equal; fields of our own are ignored.
class Comparison {
 public:
  explicit Comparison(const Json& tolerance) : tolerance_(tolerance) {}

  void compare(const Json& expected, const Json& got, const std::string& path, const std::string& name) {
    const Json fields = tolerance_.value("fields", Json::object());
    const Json own = fields.contains(name) ? fields[name] : Json();
    if (own == "ignore") return;
    if (name.ends_with("reason") || name == "error") {
      EXPECT_EQ(expected.is_null(), got.is_null()) << path;
    } else if (expected.is_object() && got.is_object()) {
      for (const auto& [key, value] : expected.items()) {
        if (got.contains(key)) {
          compare(value, got[key], path + "." + key, key);
        } else {
          EXPECT_TRUE(value.is_null()) << path << "." << key << " is missing";
        }
      }
    } else if (expected.is_array() && got.is_array() && expected.size() == got.size()) {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        compare(expected[i], got[i], path + "[" + std::to_string(i) + "]", name);
      }
    } else if (expected.is_number() && got.is_number()) {
      const double a = expected.get<double>(), b = got.get<double>();
      const double relative = own.is_number() ? own.get<double>() : tolerance_.at("default_rel").get<double>();
      const double absolute = own.is_number() ? own.get<double>() : tolerance_.at("default_abs").get<double>();
      EXPECT_LE(std::abs(a - b), absolute + relative * std::max(std::abs(a), std::abs(b)))
          << path << ": expected " << a << ", got " << b;
    } else {
      EXPECT_EQ(expected, got) << path;
    }
  }

 private:
  Json tolerance_;
};

Json read(const fs::path& file) {
  std::ifstream in(file);
  return Json::parse(in);
}

/// @return how many cases of `folder` were for a statistic that is here.
int run_cases(const fs::path& folder) {
  int n = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const Json test = read(entry.path());
    const NamedStatistic* statistic = find(test.at("metric").get<std::string>());
    if (!statistic) continue;
    SCOPED_TRACE(entry.path().filename().string());
    Comparison(test.at("tol")).compare(test.at("output"), statistic->compute(test.at("input")), "", "");
    ++n;
  }
  return n;
}

TEST(NamedStatistics, EqualTheReferenceOnTheKeptCases) {
  EXPECT_GE(run_cases(fs::path(BRINK_SOURCE_DIR) / "tests/oracle/stats"), 75);
}

TEST(NamedStatistics, EqualTheReferenceOnTheSharedCases) {
  const fs::path shared = fs::path(BRINK_SHARED_DIR) / "golden/metrics";
  if (!fs::exists(shared)) GTEST_SKIP() << shared << " is absent";
  EXPECT_GE(run_cases(shared), 20);
}

TEST(NamedStatistics, AreDescribedAndNamedOnce) {
  std::set<std::string_view> names;
  for (const NamedStatistic* s : named_statistics()) {
    SCOPED_TRACE(s->name);
    EXPECT_TRUE(names.insert(s->name).second);
    EXPECT_FALSE(s->summary.empty());
    EXPECT_FALSE(s->source.empty());
    EXPECT_TRUE(s->help.starts_with("in:\n"));
    EXPECT_NE(s->help.find("\nout:\n"), std::string_view::npos);
    EXPECT_TRUE(s->help.ends_with("\n"));
  }
}

TEST(NamedStatistics, RefuseWhatIsNotAnObjectAndNameAMissingField) {
  for (const NamedStatistic* s : named_statistics()) {
    SCOPED_TRACE(s->name);
    for (const char* text : {"[]", "null", "3", "\"x\"", "{}"}) {
      try {
        s->compute(Json::parse(text));
        ADD_FAILURE() << text << " was taken";
      } catch (const Error& e) {
        EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      }
    }
  }
}

TEST(NamedStatistics, SayWhichFieldIsWrong) {
  const struct {
    const char *name, *input, *where;
  } cases[] = {
      {"pbs", R"({})", "questions: is missing"},
      {"pbs", R"({"questions": 3})", "questions: must be a list"},
      {"pbs", R"({"questions": [{"answers": ["A", "B", "C"]}]})", "questions[0].answers: must have one entry"},
      {"pbs", R"({"questions": [{"answers": ["A", "B", "C", "E"]}]})",
       "questions[0].answers[3]: must be a letter A..D"},
      {"pbs", R"({"n_options": 2, "questions": [{"answers": [0, 2]}]})", "questions[0].answers[1]: must be a whole"},
      {"pbs", R"({"n_options": 27, "questions": []})", "n_options: must be a whole number from 2 to 26"},
      {"pbs", R"({"n_options": 2, "orders": [[0, 1], [0, 0]], "questions": []})", "orders[1]: must hold each"},
      {"pbs_null", R"({"questions": [], "mode": "some"})", "mode: must be one of"},
      {"trajectory", R"({"mentions": [["AB", 1]], "length": 3})", "mentions[0][0]: must be a letter"},
      {"trajectory", R"({"mentions": [["A", "nan"]], "length": 3})", "mentions[0][1]: must be a finite"},
      {"quantile_bins", R"({"values": [1, "nan"], "k": 1})", "values[1]: must be a finite"},
      {"quantile_bins", R"({"values": [1], "k": 0})", "k: must be a whole number"},
      {"monotonic", R"({"means": [1, "inf"]})", "means[1]: must be a finite"},
      {"bootstrap", R"({"values": [1], "n_boot": 10})", "seed: is missing"},
      {"bootstrap", R"({"values": [1], "clusters": [], "n_boot": 10, "seed": 1})", "clusters: must be as long"},
      {"bootstrap", R"({"values": [1], "indices": [[1]]})", "indices[0][0]: must be a whole number from 0 to 0"},
      {"two_prop", R"({"k1": 3, "n1": 2, "k2": 1, "n2": 2})", "k1: must be at most n1"},
      {"padjust", R"({"p": [0.1, 1.5]})", "p[1]: must lie in [0, 1]"},
      {"chi2_contingency", R"({"table": [[1, 2], [3]]})", "table[1]: must be as long"},
      {"chi2_contingency", R"({"table": [[1, -2], [3, 1]]})", "table[0][1]: must be a count"},
      {"fisher", R"({"table": [[1, 2]]})", "table: must be 2 x 2"},
      {"fisher", R"({"table": [[1, 2], [0.5, 1]]})", "table[1][0]: must be a whole"},
      {"partial_corr", R"({"x": [1], "y": [1]})", "z: is missing"},
      {"partial_corr", R"({"x": [1, 2], "y": [1, "inf"], "z": []})", "y[1]: must not be infinite"},
      {"partial_corr", R"({"x": [1, 2], "y": [1, 2], "z": [[1, 2], [3]]})", "z[1]: must be as long as x"},
      {"wilcoxon", R"({"x": [1], "y": []})", "y: must be as long as x"},
      {"wilcoxon", R"({"x": [1], "y": [1], "alternative": "more"})", "alternative: must be one of"},
      {"truncation", R"({"records": [], "edges": [0, 1], "preferred": null})", "preferred: must name a slot"},
      {"truncation", R"({"records": [{"offset": 0, "answers": ["E"]}], "edges": [], "preferred": "A"})",
       "records[0].answers[0]: must be a letter A..D"},
      {"truncation", R"({"records": [], "edges": [0, 1], "preferred": "omnibus"})", "preferred: needs 'item' and"},
      {"truncation", R"({"records": [], "edges": [1, 0], "preferred": "A"})", "edges: must ascend"},
      {"truncation",
       R"({"records": [{"offset": 0, "answers": [], "item": "q", "order": [0, 1]}], "edges": [], "preferred": 0})",
       "records[0].order: must have a content for each of 4 slots"},
      {"truncation",
       R"({"n_options": 2, "records": [{"offset": 0, "answers": [], "item": "q", "order": [0, 1]},
                                       {"offset": 0, "answers": []}], "edges": [], "preferred": 0})",
       "records[1]: 'item' must be in every record or in none"},
      {"truncation",
       R"({"n_options": 2, "records": [{"ccp": 0.5, "original": 0, "offset": 0, "answers": [], "item": "q", "order": [0, 1]},
                                       {"ccp": 0.5, "original": 0, "offset": 0, "answers": [], "item": "q", "order": [0, 2]}],
           "edges": [], "preferred": 0})",
       "records[1]: 'order' has other contents"},
  };
  for (const auto& [name, input, where] : cases) {
    SCOPED_TRACE(input);
    try {
      find(name)->compute(Json::parse(input));
      ADD_FAILURE() << "was taken";
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).rfind(where, 0), 0u) << e.what();
    }
  }
}

TEST(NamedStatistics, GivenTheCyclicOrdersEqualTheDefault) {
  const Json base = Json::parse(R"({"n_options": 3, "questions": [
      {"answers": ["A", "A", "A"], "gold": 0}, {"answers": ["A", "C", "A"], "gold": 1}, {"answers": ["B", null, "A"]}]})");
  Json with_orders = base;
  with_orders["orders"] = Json::parse("[[0, 1, 2], [2, 0, 1], [1, 2, 0]]");
  Json with_own_orders = base;
  for (Json& q : with_own_orders["questions"]) q["orders"] = with_orders["orders"];
  for (const char* name : {"pbs", "pbs_null", "flip", "rstd", "position_chi2"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(find(name)->compute(with_orders), find(name)->compute(base));
    EXPECT_EQ(find(name)->compute(with_own_orders), find(name)->compute(base));
  }
}

TEST(NamedStatistics, TakeAnyOrdersAndSayWherePbsHasNoMeaning) {
  // Both variants show option 0 first: unbalanced, and yet the order test holds.
  const Json input = Json::parse(R"({"orders": [[0, 1, 2], [0, 2, 1]], "questions": [
      {"answers": ["B", "B"]}, {"answers": ["A", "A"]}]})");
  const Json bias = find("pbs")->compute(input);
  EXPECT_TRUE(bias["mean_pbs_complete"].is_null());
  EXPECT_EQ(bias["reason"], "unbalanced permutations");
  const Json test = find("position_chi2")->compute(input);
  EXPECT_EQ(test["observed"], Json::parse("[2.0, 2.0, 0.0]"));
  EXPECT_EQ(test["expected"], Json::parse("[2.0, 1.0, 1.0]")) << "contents 1 and 2 stand at B in one variant each";
  EXPECT_EQ(find("flip")->compute(input)["flip_rate"], 0.5);
}

// Ten items of two orders that both change to the first slot, where content decides nothing: p = 1/2 an item.
TEST(NamedStatistics, SayWhereChangesGoByAnyChoiceOfTheSlot) {
  Json input{{"n_options", 2}, {"edges", {0, 1}}, {"records", Json::array()}};
  for (int i = 0; i < 10; ++i)
    for (const Json& order : {Json{0, 1}, Json{1, 0}})
      input["records"].push_back({{"item", "q" + std::to_string(i)},
                                  {"order", order},
                                  {"ccp", 0.5},
                                  {"offset", -0.1},
                                  {"original", "B"},
                                  {"answers", {"A"}}});
  const auto direction = [&](const Json& preferred) {
    input["preferred"] = preferred;
    const Json out = find("truncation")->compute(input);
    EXPECT_EQ(out["before"]["to_preferred"], out["preferred"] == 0 ? 20 : 0);
    return out["direction"];
  };
  const Json given = direction("A");
  EXPECT_EQ(given["share"], 1.0);
  EXPECT_EQ(given["null_share"], 0.5);
  EXPECT_NEAR(given["p"].get<double>(), std::pow(0.5, 10), 1e-12) << "two deals an item, one of them to A twice";
  EXPECT_EQ(direction("B")["p"], 1.0);
  const Json omnibus = direction("omnibus");
  EXPECT_EQ(omnibus["df"], 1);
  EXPECT_NEAR(omnibus["statistic"].get<double>(), 10, 1e-9);
  const Json fitted = direction("cross-fitted");
  EXPECT_EQ(fitted["times_chosen"][0], 50);
  EXPECT_LT(fitted["p"].get<double>(), 0.1);
  for (Json& record : input["records"]) record["ccp"] = nullptr;
  EXPECT_EQ(find("truncation")->compute(input)["direction"]["reason"], "no item can vary") << "no record is a cut";
  for (Json& record : input["records"]) record["ccp"] = 0.5;
  for (Json& record : input["records"]) record.erase("item");
  EXPECT_TRUE(direction("A").is_null()) << "items are not known";
}

TEST(NamedStatistics, TellTwoOptionItemsByASignTest) {
  const Json out =
      find("pbs_null")
          ->compute(Json::parse(
              R"({"n_options": 2, "questions": [{"answers": ["A", "A"]}, {"answers": ["A", "A"]}, {"answers": ["A", "B"]}]})"));
  EXPECT_EQ(out["n_informative"], 0);
  EXPECT_EQ(out["same_slot_test"]["n"], 2);
  EXPECT_EQ(out["same_slot_test"]["p"], 0.5);
}

}  // namespace
}  // namespace brink::stats
