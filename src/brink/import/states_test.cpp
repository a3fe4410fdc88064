// Hidden states of other programs: array files byte by byte, and what a file of labels makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "brink/base/error.h"
#include "brink/import/arrays.h"
#include "brink/import/import.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
std::string raw(const std::vector<T>& values) {
  std::string out(values.size() * sizeof(T), '\0');
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

/// A .npy file of version 1.
std::string npy(const std::string& header, const std::string& data) {
  std::string out = "\x93NUMPY";
  out += '\x01';
  out += '\0';
  return out + raw<std::uint16_t>({static_cast<std::uint16_t>(header.size())}) + header + data;
}
std::string npy(const std::string& descr, bool fortran, const std::string& shape, const std::string& data) {
  return npy("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
                 ", }          \n",
             data);
}

std::string safetensors(const std::string& header, const std::string& data) {
  return raw<std::uint64_t>({header.size()}) + header + data;
}

const std::vector<float> kSix{1, 2, 3, 4, 5, 6};

TEST(Npy, ReadsEveryTypeAndOrder) {
  const std::vector<double> doubles{1, 2, 3, 4, 5, 6};
  const std::vector<std::uint16_t> halves{0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
  const struct {
    const char* name;
    std::string bytes;
  } cases[] = {
      {"float32", npy("<f4", false, "(2, 3)", raw(kSix))},
      {"float64", npy("<f8", false, "(2, 3)", raw(doubles))},
      {"float16", npy("<f2", false, "(2, 3)", raw(halves))},
      {"Fortran", npy("<f4", true, "(2, 3)", raw<float>({1, 4, 2, 5, 3, 6}))},
      {"members in another order", npy("{\"shape\":(2,3),'fortran_order':False,'descr':'<f4'}", raw(kSix))},
  };
  for (const auto& [name, bytes] : cases) {
    SCOPED_TRACE(name);
    const Array array = read_npy(bytes, "x.npy");
    EXPECT_THAT(array.shape, ElementsAre(2, 3));
    EXPECT_EQ(array.values, kSix);
  }
  const Array cube = read_npy(npy("<f4", true, "(2, 1, 3)", raw<float>({1, 4, 2, 5, 3, 6})), "x.npy");
  EXPECT_EQ(cube.values, kSix);
}

TEST(Npy, RefusesWhatIsNotOneAndSaysWhy) {
  const std::string good = npy("<f4", false, "(2, 3)", raw(kSix));
  const struct {
    const char* says;
    std::string bytes;
  } cases[] = {
      {"does not begin as a .npy", "PNG"},
      {"cut in its header", good.substr(0, 9)},
      {"cut in its header", good.substr(0, 30)},
      {"20 bytes of numbers where its shape [2, 3] needs 24", good.substr(0, good.size() - 4)},
      {"25 bytes of numbers", good + "x"},
      {"big-endian", npy(">f4", false, "(2, 3)", raw(kSix))},
      {"Python objects", npy("|O", false, "(2, 3)", raw(kSix))},
      {"numbers of type ('<i8')", npy("<i8", false, "(2, 3)", raw(kSix))},
      {"records", npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,), }", raw(kSix))},
      {"holds no numbers, or too many", npy("<f4", false, "(0, 3)", "")},
      {"holds no numbers, or too many", npy("<f4", false, "(4294967296, 4294967296, 2)", raw(kSix))},
      {"its header is not", npy("{'descr': '<f4', 'shape': (2, 3)}", raw(kSix))},
      {"its header is not", npy("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3)}", raw(kSix))},
      {"its header is not", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}", raw(kSix))},
      {"its header is not", npy("{", raw(kSix))},
      {"version 9", std::string(good).replace(6, 1, "\x09")},
  };
  for (const auto& [says, bytes] : cases) {
    try {
      read_npy(bytes, "x.npy");
      ADD_FAILURE() << "read, though: " << says;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kInput);
      EXPECT_THAT(e.what(), HasSubstr("x.npy: "));
      EXPECT_THAT(e.what(), HasSubstr(says));
      EXPECT_FALSE(e.hint().empty());
    }
  }
}

TEST(Safetensors, ReadsTensorsInTheOrderOfTheFile) {
  const std::string header =
      R"({"b.2":{"dtype":"F32","shape":[1,3],"data_offsets":[12,24]},)"
      R"("a.1":{"dtype":"F32","shape":[1,3],"data_offsets":[0,12]},"__metadata__":{"format":"pt"}})";
  const auto arrays = read_safetensors(safetensors(header, raw(kSix)), "x");
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[0].name, "a.1");
  EXPECT_THAT(arrays[1].values, ElementsAre(4, 5, 6));
  const auto halves = read_safetensors(
      safetensors(R"({"x":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})", raw<std::uint16_t>({0x3F80, 0xC000})),
      "x");
  EXPECT_THAT(halves[0].values, ElementsAre(1, -2));
}

TEST(Safetensors, RefusesWhatIsNotOneAndSaysWhy) {
  const auto one = [](const std::string& tensor) { return safetensors("{\"x\":" + tensor + "}", raw(kSix)); };
  const struct {
    const char* says;
    std::string bytes;
  } cases[] = {
      {"cut in its header", "abc"},
      {"its header is longer than the file", safetensors("{}", "").substr(0, 9)},
      {"is not a JSON object", safetensors("[1]", "")},
      {"is not a JSON object", safetensors("{\"x\":", "")},
      {"no dtype, shape", one("{}")},
      {"outside the file", one(R"({"dtype":"F32","shape":[6],"data_offsets":[0,28]})")},
      {"outside the file", one(R"({"dtype":"F32","shape":[6],"data_offsets":[24,0]})")},
      {"not a whole number", one(R"({"dtype":"F32","shape":[-6],"data_offsets":[0,24]})")},
      {"numbers of type 'I64'", one(R"({"dtype":"I64","shape":[3],"data_offsets":[0,24]})")},
      {"needs 20", one(R"({"dtype":"F32","shape":[5],"data_offsets":[0,24]})")},
      {"bytes that belong to no tensor", one(R"({"dtype":"F32","shape":[5],"data_offsets":[0,20]})")},
      {"overlap, or leave a gap", one(R"({"dtype":"F32","shape":[5],"data_offsets":[4,24]})")},
  };
  for (const auto& [says, bytes] : cases) {
    try {
      read_safetensors(bytes, "x");
      ADD_FAILURE() << "read, though: " << says;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr(says));
    }
  }
}

class ImportStates : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  Store import(const fs::path& states, const fs::path& labels, std::vector<std::string> layers = {}) const {
    Store store = Store::open(folder_ / "a.brink", Store::Mode::kWrite);
    ImportOptions options;
    options.labels = labels;
    options.layers = std::move(layers);
    import_file(store, states, "states", options);
    return store;
  }
  std::string refusal(const fs::path& states, const fs::path& labels, std::vector<std::string> layers = {}) const {
    try {
      const Store store = import(states, labels, std::move(layers));
    } catch (const Error& e) {
      return e.what();
    }
    return "imported";
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("brink_states_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(ImportStates, EveryRowIsAnAnswerWithItsStatesAndLabels) {
  const fs::path labels = write("l.csv", "id,mode,gold,chosen,label\nq1,direct,A,B,easy\nq1,cot,A,A,easy\n");
  const Store store = import(write("x.npy", npy("<f4", false, "(2, 3)", raw(kSix))), labels);
  const Dataset data = store.dataset("x");
  ASSERT_EQ(data.items.size(), 1u) << "two modes of one item";
  EXPECT_EQ(data.items[0].id, "q1");
  EXPECT_EQ(data.items[0].gold_option(), 0);
  std::map<std::string, Record> by_mode;
  for (const Cell& cell : store.cells()) by_mode[cell.key.mode] = *store.record(cell.record);
  const auto& states = std::get<Completion>(by_mode.at("cot").response).states;
  ASSERT_EQ(states.size(), 1u);
  EXPECT_EQ(site_name(states[0].site), "resid_post:1");
  EXPECT_THAT(states[0].x, ElementsAre(4, 5, 6));
  EXPECT_EQ(by_mode.at("direct").verdicts[0].verdict, "0") << "from gold and chosen";
  EXPECT_EQ(by_mode.at("cot").verdicts[0].verdict, "1");
  EXPECT_EQ(by_mode.at("cot").verdicts[1].answer, "easy");
}

TEST_F(ImportStates, LayersAreNamedByTheFileOrByHand) {
  const fs::path labels = write("l.jsonl", "{\"id\": \"a\", \"correct\": true}\n{\"id\": \"b\", \"correct\": false}\n");
  const std::string header = R"({"layer_8":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                             R"("final":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]}})";
  {
    const Store store = import(write("x.safetensors", safetensors(header, raw(kSix))), labels);
    std::vector<Sha256> ids;
    for (const Cell& cell : store.cells()) ids.push_back(cell.record);
    const auto sites = store.state_sites(ids);
    ASSERT_EQ(sites.size(), 2u);
    EXPECT_EQ(site_name(sites[0]), "resid_post:8");
    EXPECT_EQ(site_name(sites[1]), "final");
    std::vector<float> last;
    store.each_state(ids, sites[1], [&](std::size_t, std::span<const float> x) { last.assign(x.begin(), x.end()); });
    EXPECT_THAT(last, ElementsAre(5, 6));
  }
  EXPECT_THAT(refusal(write("y.safetensors", safetensors(header, raw(kSix))), labels, {"8"}),
              HasSubstr("--layers names 1 layers"));
  EXPECT_THAT(refusal(write("z.npy", npy("<f4", false, "(2, 3)", raw(kSix))), labels, {"x"}),
              HasSubstr("which layer is 'x'?"));
}

TEST_F(ImportStates, TwoSetsOfOneConfigurationAreRefusedAndKeptApartByAnotherMode) {
  const auto file = [&](const char* name, std::vector<float> numbers) {
    return write(name, npy("<f4", false, "(2, 3)", raw(numbers)));
  };
  const fs::path labels = write("l.jsonl", "{\"id\": \"a\"}\n{\"id\": \"b\"}\n");
  const fs::path more = write("more.jsonl", "{\"id\": \"a\", \"label\": \"x\"}\n{\"id\": \"b\", \"label\": \"y\"}\n");
  const fs::path one = file("one.npy", kSix), other = file("other.npy", {6, 5, 4, 3, 2, 1});
  const auto imported = [&](const fs::path& path, const fs::path& of, const char* mode,
                            std::vector<std::string> layers = {}) -> std::string {
    Store store = Store::open(folder_ / "a.brink", Store::Mode::kWrite);
    ImportOptions options{.model = "m", .dataset = "d", .mode = mode, .labels = of, .layers = std::move(layers)};
    try {
      return std::to_string(import_file(store, path, "states", options).n_added);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kInput);
      EXPECT_THAT(e.hint(), HasSubstr("--mode"));
      return e.what();
    }
  };
  EXPECT_EQ(imported(one, labels, "cot"), "2");
  EXPECT_EQ(imported(one, labels, "cot"), "0") << "the same again";
  EXPECT_THAT(imported(other, labels, "cot"), HasSubstr("has answers of model 'm', data set 'd', mode 'cot' already"));
  EXPECT_THAT(imported(other, labels, "cot"), HasSubstr("one.npy"));
  EXPECT_THAT(imported(one, more, "cot"), HasSubstr("with other labels or layers"));
  EXPECT_THAT(imported(one, labels, "cot", {"9"}), HasSubstr("with other labels or layers"));
  EXPECT_EQ(imported(other, labels, "direct"), "2");
  EXPECT_EQ(imported(one, labels, "plain"), "2") << "the same file under another name";
  EXPECT_EQ(imported(one, labels, "plain"), "0");
  const Store store = Store::open(folder_ / "a.brink", Store::Mode::kRead);
  EXPECT_EQ(store.n_records(), 6);
  EXPECT_EQ(store.dataset("d").items.size(), 2u) << "the modes have the same items";
}

TEST_F(ImportStates, IdsThatRepeatAreTrialsAndNotedGroupsAreTags) {
  const fs::path states = write("x.npy", npy("<f4", false, "(3, 2)", raw(kSix)));
  const fs::path repeated = write("r.csv", "id,mode\na,m\na,n\na,m\n");
  const fs::path grouped = write("g.csv", "id,group\na,p1\nb,p1\nc,p2\n");
  const auto notes = [&](const fs::path& labels, const char* store_name) {
    Store store = Store::open(folder_ / store_name, Store::Mode::kWrite);
    ImportOptions options;
    options.labels = labels;
    return import_file(store, states, "states", options).notes;
  };
  const auto said = notes(repeated, "r.brink");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_THAT(said[0], HasSubstr("1 of 3 rows repeat an id of their mode, first 'a' in line 4"));
  EXPECT_TRUE(notes(grouped, "g.brink").empty());
  const Dataset data = Store::open(folder_ / "g.brink", Store::Mode::kRead).dataset("x");
  ASSERT_EQ(data.items.size(), 3u);
  EXPECT_EQ(data.items[1].id, "b");
  EXPECT_EQ(data.items[1].tags.at("group"), "p1");
}

TEST_F(ImportStates, AnItemIsTheSameInEveryFileOrTheLaterOneIsRefused) {
  const fs::path states = write("x.npy", npy("<f4", false, "(3, 2)", raw(kSix)));
  const fs::path first = write("a.csv", "id,group,gold,chosen\na,p1,A,C\nb,p1,B,B\nc,,,A\n");
  const auto imported = [&](const char* name, const std::string& labels, int n_options = 0) -> std::string {
    const fs::path path = write(name, labels);
    const std::string file = std::string(name) + ".brink";
    fs::remove(folder_ / file);
    ImportOptions options{.model = "m", .dataset = "d", .mode = "one", .labels = first, .n_options = n_options};
    Store store = Store::open(folder_ / file, Store::Mode::kWrite);
    import_file(store, states, "states", options);
    options.mode = "other";
    options.labels = path;
    try {
      import_file(store, states, "states", options);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kInput);
      EXPECT_THAT(e.hint(), HasSubstr("--dataset"));
      EXPECT_EQ(store.n_records(), 3) << "nothing of it was kept";
      return e.what();
    }
    return std::to_string(store.dataset("d").items.size()) + " items";
  };
  EXPECT_EQ(imported("same.csv", "id,group,gold,chosen\na,p1,A,B\nb,p1,B,C\nc,,,B\n"), "3 items");
  EXPECT_EQ(imported("more.csv", "id,group,gold,chosen\na,p1,A,B\ne,p1,B,C\nf,p3,,B\n"), "5 items");
  EXPECT_THAT(imported("group.csv", "id,group,gold,chosen\na,p1,A,B\nb,p2,B,C\nc,,,B\n"),
              HasSubstr("group.csv: line 3: 'b' has group 'p2', and 'p1' where data set 'd' was imported before"));
  EXPECT_THAT(imported("none.csv", "id,gold,chosen\na,A,B\nb,B,C\nc,,B\n"),
              HasSubstr("line 2: 'a' has group none, and 'p1'"));
  EXPECT_THAT(imported("gold.csv", "id,group,gold,chosen\na,p1,A,B\nb,p1,C,C\nc,,,B\n"),
              HasSubstr("line 3: 'b' has gold C, and B"));
  const std::string four = "id,group,gold,chosen\na,p1,A,D\nb,p1,B,C\nc,,,B\n";
  EXPECT_THAT(imported("four.csv", four), HasSubstr("line 2: 'a' has letters A to D, and A to C"));
  EXPECT_EQ(imported("four.csv", four, 4), "3 items");
}

TEST_F(ImportStates, ARightOptionThatOneRowNamesIsThatOfTheItem) {
  const fs::path labels = write("l.csv", "id,mode,gold,chosen,correct,label\nq,direct,,A,,\nq,cot,B,B,,easy\n");
  const Store store = import(write("x.npy", npy("<f4", false, "(2, 3)", raw(kSix))), labels);
  const Dataset data = store.dataset("x");
  ASSERT_EQ(data.items.size(), 1u);
  EXPECT_EQ(data.items[0].gold_option(), 1);
  for (const Cell& cell : store.cells())
    EXPECT_EQ(store.record(cell.record)->verdicts.size(), cell.key.mode == "cot" ? 2u : 1u) << "an empty label is none";
}

TEST_F(ImportStates, WhatDoesNotFitIsRefusedByName) {
  const fs::path good = write("good.npy", npy("<f4", false, "(2, 3)", raw(kSix)));
  const fs::path labels = write("l.jsonl", "{\"id\": \"a\"}\n{\"id\": \"b\"}\n");
  std::vector<float> broken = kSix;
  broken[4] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(refusal(write("inf.npy", npy("<f4", false, "(2, 3)", raw(broken))), labels),
              HasSubstr("row 1 of resid_post:1 holds a number that is not finite"));
  EXPECT_THAT(refusal(write("huge.npy", npy("<f8", false, "(2, 1)", raw<double>({1, 1e300}))), labels),
              HasSubstr("row 1 of resid_post:1"));
  EXPECT_THAT(refusal(good, write("three.jsonl", "{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3}\n")),
              HasSubstr("it has 2 rows where"));
  EXPECT_THAT(refusal(good, write("no_id.jsonl", "{\"id\": \"a\"}\n{\"correct\": 1}\n")),
              HasSubstr("no_id.jsonl:2: it has no 'id'"));
  EXPECT_THAT(refusal(good, write("maybe.jsonl", "{\"id\": \"a\", \"correct\": \"maybe\"}\n")),
              HasSubstr("maybe.jsonl:1: 'correct' is 'maybe'"));
  EXPECT_THAT(refusal(good, write("word.jsonl", "{\"id\": \"a\", \"gold\": \"seven\"}\n")),
              HasSubstr("'gold' is 'seven'"));
  EXPECT_THAT(refusal(good, write("three.csv", "id,gold,chosen,correct\na,A,A,1\nb,A,B,1\n")),
              HasSubstr("three.csv:3: 'correct' is 1, but 'chosen' is B and 'gold' is A"));
  EXPECT_THAT(refusal(good, {}), HasSubstr("states need a file"));
  EXPECT_THAT(refusal(write("flat.npy", npy("<f4", false, "(6,)", raw(kSix))), labels),
              HasSubstr("it has 1 dimensions"));
  EXPECT_THAT(refusal(write("text.npy", "hello"), labels), HasSubstr("neither .npy nor .npz"));
  EXPECT_THAT(refusal(folder_ / "none.npy", labels), HasSubstr("none.npy"));
}

}  // namespace
}  // namespace brink
