#include <gmock/gmock.h>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/store/random_record.h"
#include "brink/store/store.h"

namespace brink {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

class Replay : public ::testing::Test {
 protected:
  Response answer_of(const std::string& path, const Request& q) {
    const auto backend = open_backend({.backend = "replay", .path = path});
    Response out;
    const Bundle bundle{{q}};
    backend->answer({&bundle, 1}, [&](const Request&, const Response& r) { out = r; }, {}, {});
    return out;
  }
  const TemporaryDirectory dir_;
  const std::string path_ = (dir_ / "a.brink").string();
};

TEST_F(Replay, GivesBackWhatIsRecordedAndFailsOnWhatIsNot) {
  Record record = Draw(1).record();
  record.request.captures.clear();
  record.request.asked.clear();
  record.request.decoding.max_tokens = 5;
  record.id = record.request.id();
  record.response = Completion{};
  std::get<Completion>(record.response).text = "as it was";
  {
    Store store = Store::open(path_, Store::Mode::kWrite);
    store.put_model("m", record.request.model, {});
    store.append(record);
  }
  expect_same_response(answer_of(path_, record.request), record.response);

  Request other = record.request;
  other.trial += 1;
  const Response missing = answer_of(path_, other);
  ASSERT_TRUE(std::holds_alternative<Failure>(missing));
  EXPECT_EQ(std::get<Failure>(missing).message, "not recorded in " + path_);

  // An answer is one without what the record does not say beside it; a read request is not.
  Request more = record.request;
  more.asked = {3};
  expect_same_response(answer_of(path_, more), record.response);
  Request states = record.request;
  states.captures = {{Site::Point::kFinal}};
  EXPECT_EQ(std::get<Failure>(answer_of(path_, states)).kind, Failure::Kind::kUnsupported);
  record.request.decoding.max_tokens = 0;
  record.id = record.request.id();
  Store::open(path_, Store::Mode::kWrite).append(record);
  more.decoding.max_tokens = 0;
  EXPECT_EQ(std::get<Failure>(answer_of(path_, more)).kind, Failure::Kind::kUnsupported);
}

TEST_F(Replay, OfSeveralModelsOneIsNamed) {
  ModelKey a;
  a.kind = "gguf";
  ModelKey b = a;
  b.kv_type = "q8_0";
  {
    Store store = Store::open(path_, Store::Mode::kWrite);
    store.put_model("one", a, {});
    store.put_model("two", b, {});
  }
  EXPECT_EQ(open_backend({.backend = "replay", .path = path_ + "#two"})->model(), b);
  for (const auto& [path, says] :
       {std::pair{path_, "several models: 'one', 'two'"}, std::pair{path_ + "#three", "no records of a model 'three'"}})
    try {
      open_backend({.backend = "replay", .path = path});
      ADD_FAILURE() << path;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kModel);
      EXPECT_THAT(e.what(), HasSubstr(says));
    }
}

TEST(Backends, AnUnknownNameIsAnErrorWithTheKnownOnes) {
  try {
    open_backend({.backend = "replya", .path = {}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_THAT(e.hint(), HasSubstr("did you mean 'replay'?"));
    EXPECT_THAT(e.hint(), HasSubstr("scripted"));
  }
}

}  // namespace
}  // namespace brink
