#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/store/random_record.h"

/// The contract of model/backend.h, held against every row of the table: conformance_suite.cpp has the tests,
/// conformance_test.cpp and conformance_model_test.cpp run them.
namespace brink::conformance {

enum class Needs { kNothing, kWeights };

/// The rows of backend_kinds() with those needs.
std::vector<const BackendKind*> rows(Needs needs);

/// For INSTANTIATE_TEST_SUITE_P: a case is named after its row.
std::string row_name(const ::testing::TestParamInfo<const BackendKind*>& info);

using Responses = std::map<Sha256, Response>;

class Conformance : public ::testing::TestWithParam<const BackendKind*> {
 protected:
  void SetUp() override;  // opens, or skips with the reason

  std::unique_ptr<Backend> open(int n_ctx = 1024) const;
  /// Answers, checking that no request is passed to the sink twice.
  static Responses answers(Backend& backend, const std::vector<Bundle>& bundles,
                           const Backend::FollowUps& follow_ups = {});

  std::unique_ptr<Backend> backend_;

 private:
  std::optional<testing_support::TemporaryDirectory> directory_;
  EndpointSpec spec_;
};

/// What the suite asks; a recording made with these is all that replay needs.
std::vector<Request> questions(const ModelKey& model);  // 2 items in 4 orders each
Request as_read(Request request);                       // max_tokens = 0
Request with_stop(Request request);                     // stop string kStop
inline constexpr const char* kStop = "e";
/// Two sites, each at the last position and as a mean.
std::vector<Site> captured_sites();
/// Goes on after half of the tokens of a question, without a suffix and with one.
std::vector<Request> continuations(const Request& request, const Response& response);

}  // namespace brink::conformance
