// Hidden states as files that NumPy reads.
#include "brink/export/states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "brink/base/error.h"
#include "brink/metrics/hand_made.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::TemporaryDirectory;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

class ExportStates : public testing::Test {
 protected:
  ExportStates() : store_(Store::open(dir_ / "a.brink", Store::Mode::kWrite)) {
    hand_made::add(obs_,
                   {{.answers = "AB", .gold = 0, .options = {"x", "y"}}, {.answers = "A!", .options = {"x", "y"}}},
                   {"org/tiny", "quiz", "direct", "none"});
  }
  void keep(const Observation& row, std::vector<float> x, Site site = {Site::Point::kResidPost, 8, Site::Pool::kLast}) {
    Record record;
    record.id = row.record;
    Completion done;
    done.states = {{site, std::move(x)}};
    record.response = std::move(done);
    store_.append(record);
  }

  TemporaryDirectory dir_;
  Store store_;
  Observations obs_;
};

TEST_F(ExportStates, RowsOfAnArrayAreNamedInTheIndex) {
  keep(obs_.rows[0], {1, 2, 3});
  keep(obs_.rows[2], {4, 5, 6});
  const auto files = export_states(obs_, store_, "npy", dir_ / "out", false);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0], dir_ / "out" / "org_tiny" / "last_prompt.layer_8.npy");
  EXPECT_EQ(contents(files[1]),
            "model,dataset,item,variant,mode,treatment,trial,answer,correct,last_prompt.layer_8\r\n"
            "org/tiny,quiz,q1,0,direct,none,0,A,1,0\r\n"
            "org/tiny,quiz,q1,1,direct,none,0,B,1,\r\n"
            "org/tiny,quiz,q2,0,direct,none,0,A,1,1\r\n"
            "org/tiny,quiz,q2,1,direct,none,0,,,\r\n");
  const std::string npy = contents(files[0]);
  EXPECT_THAT(npy, HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
  ASSERT_EQ(npy.size() % 64, 24u) << "numbers begin at a multiple of 64";
  float last = 0;
  std::memcpy(&last, npy.data() + npy.size() - sizeof last, sizeof last);
  EXPECT_EQ(last, 6);
}

TEST_F(ExportStates, SafetensorsHoldsOneTensorOfTheFilesName) {
  keep(obs_.rows[0], {1, 2, 3}, {Site::Point::kFinal, 0, Site::Pool::kLast});
  keep(obs_.rows[2], {4, 5, 6}, {Site::Point::kFinal, 0, Site::Pool::kLast});
  const auto files = export_states(obs_, store_, "safetensors", dir_ / "out", false);
  EXPECT_EQ(files[0], dir_ / "out" / "org_tiny" / "last_prompt.final.safetensors");
  const std::string bytes = contents(files[0]);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  EXPECT_EQ(length % 8, 0u);
  ASSERT_EQ(bytes.size(), 8 + length + 6 * sizeof(float));
  EXPECT_EQ(
      nlohmann::json::parse(bytes.substr(8, length)),
      nlohmann::json::parse(R"({"last_prompt.final": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}})"));
  float fourth = 0;
  std::memcpy(&fourth, bytes.data() + 8 + length + 3 * sizeof fourth, sizeof fourth);
  EXPECT_EQ(fourth, 4);
  EXPECT_THROW(export_states(obs_, store_, "pickle", dir_ / "other", false), Error);
}

TEST_F(ExportStates, RowsAreInTheOrderThatPeopleCountIn) {
  obs_ = {};
  hand_made::add(obs_, std::vector<hand_made::Question>(12, {.answers = "A", .options = {"x", "y"}}),
                 {"org/tiny", "quiz", "direct", "none"});
  for (const Observation& row : obs_.rows) keep(row, {1});
  std::vector<std::string> ids;
  std::stringstream csv(contents(export_states(obs_, store_, "npy", dir_ / "out", false).back()));
  std::string line;
  for (std::getline(csv, line); std::getline(csv, line);) ids.push_back(line.substr(14, line.find(',', 14) - 14));
  EXPECT_THAT(ids, testing::ElementsAre("q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11", "q12"));
}

TEST_F(ExportStates, IsRefusedWithoutStatesOrWhereLengthsDiffer) {
  const auto says = [&](const char* what) {
    try {
      export_states(obs_, store_, "npy", dir_ / "out", false);
      ADD_FAILURE() << "written";
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr(what));
    }
    EXPECT_FALSE(fs::exists(dir_ / "out"));
  };
  says("no hidden states");
  keep(obs_.rows[0], {1, 2, 3});
  keep(obs_.rows[1], {1, 2});
  says("have 3 and 2 numbers");
}

}  // namespace
}  // namespace brink
