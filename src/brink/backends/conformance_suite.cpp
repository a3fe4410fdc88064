#include <set>
#include <thread>

#include "brink/base/error.h"
#include "conformance.h"

namespace brink::conformance {
namespace {

using testing_support::expect_same_response;

/// The parts of a response that batching must not touch: all but cost and time.
Response without_cost(Response response) {
  if (auto* done = std::get_if<Completion>(&response)) {
    done->usage.n_prefilled = done->usage.n_shared = 0;
    done->timings = {};
  }
  return response;
}

void expect_same(const Responses& a, const Responses& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [id, response] : a) {
    SCOPED_TRACE(id.hex());
    ASSERT_TRUE(b.contains(id));
    expect_same_response(without_cost(response), without_cost(b.at(id)));
  }
}

const Completion& completion(const Responses& responses, const Request& q) {
  const Response& r = responses.at(q.id());
  if (const auto* f = std::get_if<Failure>(&r)) throw std::runtime_error("unexpected failure: " + f->message);
  return std::get<Completion>(r);
}

TEST_P(Conformance, EveryRequestGetsOneResponseOnTheCallingThread) {
  const std::vector<Bundle> bundles{{questions(backend_->model())}};
  std::multiset<Sha256> seen;
  const auto here = std::this_thread::get_id();
  backend_->answer(bundles,
                   [&](const Request& q, const Response& r) {
                     EXPECT_EQ(std::this_thread::get_id(), here);
                     seen.insert(q.id());
                     const auto* done = std::get_if<Completion>(&r);
                     ASSERT_TRUE(done) << std::get<Failure>(r).message;
                     EXPECT_EQ(done->usage.n_generated, static_cast<int>(done->tokens.size()));
                     EXPECT_LE(done->tokens.size(), static_cast<std::size_t>(q.decoding.max_tokens));
                     if (backend_->capabilities().logprobs) {
                       EXPECT_EQ(done->logprobs_nats.size(), done->tokens.size());
                       ASSERT_TRUE(done->read_out);
                       EXPECT_EQ(done->read_out->asked.size(), q.asked.size());
                     }
                   },
                   {}, {});
  std::multiset<Sha256> expected;
  for (const Request& q : bundles[0].requests) expected.insert(q.id());
  EXPECT_EQ(seen, expected);
}

TEST_P(Conformance, OrderAndSplitChangeNoResponse) {
  if (!backend_->capabilities().deterministic) GTEST_SKIP() << "opened in a mode that is not bitwise";
  std::vector<Request> all = questions(backend_->model());
  const Responses together = answers(*backend_, {{all}});

  std::vector<Bundle> alone;
  for (auto q = all.rbegin(); q != all.rend(); ++q) alone.push_back({{*q}});
  expect_same(together, answers(*backend_, alone));

  Responses one_call_each;
  const auto fresh = open();
  for (const Request& q : {all[5], all[0], all[2]}) one_call_each.merge(answers(*fresh, {{{q}}}));
  for (const auto& [id, response] : one_call_each)
    expect_same_response(without_cost(together.at(id)), without_cost(response));
}

TEST_P(Conformance, AFailureIsAValueAndItsNeighboursAreServed) {
  std::vector<Request> all = questions(backend_->model());
  const Responses good = answers(*backend_, {{{all[0], all[1]}}});
  Request impossible = all[0];
  impossible.input = Unknown{};
  const Responses mixed = answers(*backend_, {{{all[0], impossible, all[1]}}});
  EXPECT_TRUE(std::holds_alternative<Failure>(mixed.at(impossible.id())));
  for (const auto& [id, response] : good) expect_same_response(without_cost(response), without_cost(mixed.at(id)));
}

TEST_P(Conformance, FollowUpsAreAskedForOncePerRequestAndServed) {
  std::vector<Request> all = questions(backend_->model());
  all.resize(5);  // of two items
  std::multiset<Sha256> asked_about;
  std::set<Sha256> expected;
  for (const Request& q : all) expected.insert(q.id());
  const Responses got = answers(*backend_, {{all}}, [&](const Request& q, const Response& r) {
    asked_about.insert(q.id());
    std::vector<Request> next = continuations(q, r);
    for (const Request& n : next) expected.insert(n.id());
    return next;
  });
  EXPECT_EQ(expected.size(), 3 * all.size());
  EXPECT_EQ(std::multiset<Sha256>(expected.begin(), expected.end()), asked_about);
  for (const Sha256& id : expected) EXPECT_TRUE(got.contains(id));
}

TEST_P(Conformance, PromptTokensAreThoseOfTheRecord) {
  const Request q = questions(backend_->model())[0];
  const Responses first = answers(*backend_, {{{q}}}, continuations);
  for (const Request& next : continuations(q, first.at(q.id())))
    if (const auto tokens = backend_->prompt_tokens(next)) {
      EXPECT_EQ(*tokens, completion(first, next).prompt_tokens);
    }
  if (const auto tokens = backend_->prompt_tokens(q)) {
    EXPECT_EQ(*tokens, completion(first, q).prompt_tokens);
  }
  Request impossible = q;
  impossible.input = Unknown{};
  EXPECT_FALSE(backend_->prompt_tokens(impossible));
}

TEST_P(Conformance, AReadRequestGeneratesNothing) {
  const Request q = as_read(questions(backend_->model())[0]);
  const Responses got = answers(*backend_, {{{q}}});
  const Completion& done = completion(got, q);
  EXPECT_EQ(done.text, "");
  EXPECT_TRUE(done.tokens.empty());
  EXPECT_EQ(done.finish, Finish::kLength);
  EXPECT_EQ(done.read_out.has_value(), backend_->capabilities().logprobs);
}

TEST_P(Conformance, AReadRequestSeesWhatTheAnsweringRequestSees) {
  if (!backend_->capabilities().deterministic) GTEST_SKIP() << "opened in a mode that is not bitwise";
  const Request q = questions(backend_->model())[0];
  const Responses got = answers(*backend_, {{{q, as_read(q)}}});
  EXPECT_EQ(completion(got, q).read_out->top, completion(got, as_read(q)).read_out->top);
  EXPECT_EQ(completion(got, q).read_out->asked, completion(got, as_read(q)).read_out->asked);
}

TEST_P(Conformance, APrefixGivesTheSameWarmAndColdAndGoesOnAsItsParentDid) {
  if (!backend_->capabilities().prefixes) GTEST_SKIP() << "no prefixes here";
  if (!backend_->capabilities().deterministic) GTEST_SKIP() << "opened in a mode that is not bitwise";
  const std::vector<Request> all = questions(backend_->model());
  std::vector<Request> later;
  const Responses warm = answers(*backend_, {{{all[0], all[1]}}}, [&](const Request& q, const Response& r) {
    std::vector<Request> next = continuations(q, r);
    later.insert(later.end(), next.begin(), next.end());
    return next;
  });
  const auto fresh = open();
  for (const Request& q : later) {
    SCOPED_TRACE(q.prefix->suffix);
    const Responses cold = answers(*fresh, {{{q}}});
    expect_same_response(without_cost(warm.at(q.id())), without_cost(cold.at(q.id())));
    if (!q.prefix->suffix.empty()) continue;
    const Completion& parent = std::get<Completion>(warm.at(q.prefix->record));
    const Completion& rest = completion(warm, q);
    std::vector<Token> joined = q.prefix_tokens;
    joined.insert(joined.end(), rest.tokens.begin(), rest.tokens.end());
    EXPECT_EQ(joined, parent.tokens);
    EXPECT_EQ(std::vector<float>(parent.logprobs_nats.begin() + q.prefix->n_tokens, parent.logprobs_nats.end()),
              rest.logprobs_nats);
  }
}

TEST_P(Conformance, AStopStringEndsTheTextBeforeIt) {
  const Request free = questions(backend_->model())[0];
  const Request stopped = with_stop(free);
  const Responses got = answers(*backend_, {{{free, stopped}}});
  const std::string& text = completion(got, free).text;
  const std::size_t at = text.find(kStop);
  ASSERT_NE(at, std::string::npos) << "the test needs a text that holds the stop string: " << text;
  EXPECT_EQ(completion(got, stopped).text, text.substr(0, at));
  EXPECT_EQ(completion(got, stopped).finish, Finish::kStopString);
}

TEST_P(Conformance, AStopRequestEndsItSoonAndItCanBeUsedAgain) {
  const std::vector<Request> all = questions(backend_->model());
  std::stop_source source;
  int n = 0;
  const std::vector<Bundle> bundles{{{all[0], all[1], all[2], all[3]}}, {{all[4], all[5], all[6], all[7]}}};
  backend_->answer(
      bundles,
      [&](const Request&, const Response&) {
        ++n;
        source.request_stop();
      },
      {}, source.get_token());
  EXPECT_GE(n, 1);
  EXPECT_LT(n, 8);
  EXPECT_EQ(answers(*backend_, {{{all[7]}}}).size(), 1u);
}

TEST_P(Conformance, ExceptionsOfTheCallerPassThroughAndItCanBeUsedAgain) {
  const std::vector<Request> all = questions(backend_->model());
  const Responses before = answers(*backend_, {{{all[0], all[1]}}});
  const std::vector<Bundle> bundles{{{all[0], all[1], all[2]}}};
  const auto quiet = [](const Request&, const Response&) {};
  EXPECT_THROW(
      backend_->answer(bundles, [](const Request&, const Response&) { throw std::logic_error("sink"); }, {}, {}),
      std::logic_error);
  EXPECT_THROW(
      backend_->answer(
          bundles, quiet,
          [](const Request&, const Response&) -> std::vector<Request> { throw std::logic_error("follow"); }, {}),
      std::logic_error);
  const Responses after = answers(*backend_, {{{all[0], all[1]}}});
  if (backend_->capabilities().deterministic) expect_same(before, after);
}

TEST_P(Conformance, CapturesAreHonouredOrRefusedAndChangeNoAnswer) {
  const Request plain = questions(backend_->model())[0];
  Request captured = plain;
  captured.captures = {{Site::Point::kFinal}, {Site::Point::kResidPost, 1}};
  const Responses without = answers(*backend_, {{{plain}}});
  const Responses with = answers(*backend_, {{{captured}}});
  if (const auto* f = std::get_if<Failure>(&with.at(captured.id()))) {
    EXPECT_EQ(f->kind, Failure::Kind::kUnsupported);
    EXPECT_FALSE(backend_->capabilities().states);
    return;
  }
  const Completion& done = completion(with, captured);
  EXPECT_EQ(done.tokens, completion(without, plain).tokens);
  ASSERT_EQ(done.states.size(), captured.captures.size());
  for (std::size_t i = 0; i < done.states.size(); ++i) {
    EXPECT_EQ(done.states[i].site, captured.captures[i]);
    if (const int d_model = backend_->capabilities().d_model; d_model > 0) {
      EXPECT_EQ(done.states[i].x.size(), static_cast<std::size_t>(d_model));
    }
  }
  EXPECT_NE(done.states[0].x, done.states[1].x);
}

TEST_P(Conformance, StatesAreTheSameInAnyCompanyAndAtTheEndOfAPrefixToo) {
  if (!backend_->capabilities().states) GTEST_SKIP() << "no states here";
  if (!backend_->capabilities().deterministic) GTEST_SKIP() << "opened in a mode that is not bitwise";
  std::vector<Request> all = questions(backend_->model());
  all.resize(3);
  for (Request& q : all) q.captures = captured_sites();
  const Responses together = answers(*backend_, {{all}}, continuations);
  const auto fresh = open();
  for (const Request& q : {all[2], all[1]}) {
    const Responses alone = answers(*fresh, {{{q}}});
    EXPECT_EQ(completion(alone, q).states.size(), q.captures.size());
    expect_same_response(without_cost(together.at(q.id())), without_cost(alone.at(q.id())));
    for (const Request& fork : continuations(q, alone.at(q.id()))) {
      EXPECT_EQ(fork.captures, q.captures);
      expect_same_response(without_cost(together.at(fork.id())),
                           without_cost(answers(*fresh, {{{fork}}}).at(fork.id())));
    }
  }
}

TEST_P(Conformance, AMeanIsNotTheLastStateAndOfTheWholeInput) {
  if (!backend_->capabilities().states) GTEST_SKIP() << "no states here";
  std::vector<Request> all = questions(backend_->model());
  all.resize(2);
  for (Request& q : all) q.captures = captured_sites();
  const Responses got = answers(*backend_, {{all}});
  const std::vector<State>& a = completion(got, all[0]).states;
  const std::vector<State>& b = completion(got, all[1]).states;
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NE(a[i].x, b[i].x) << site_name(a[i].site);
  for (std::size_t i = 0; i + 1 < a.size(); i += 2) EXPECT_NE(a[i].x, a[i + 1].x) << site_name(a[i].site);
}

TEST_P(Conformance, ALayerThatIsNotThereIsUnsupported) {
  Request q = questions(backend_->model())[0];
  q.captures = {{Site::Point::kResidPost, 4096}};
  const Responses got = answers(*backend_, {{{q}}});
  const auto* f = std::get_if<Failure>(&got.at(q.id()));
  ASSERT_TRUE(f);
  EXPECT_EQ(f->kind, Failure::Kind::kUnsupported);
}

TEST_P(Conformance, APromptThatDoesNotFitIsContextFull) {
  if (backend_->capabilities().n_ctx == 0) GTEST_SKIP() << "no context limit is known here";
  const auto narrow = open(64);
  Request q = questions(narrow->model())[0];
  auto& user = std::get<Messages>(q.input).back().content;
  for (int i = 0; i < 200; ++i) user += " more words";
  const Responses got = answers(*narrow, {{{q}}});
  const auto* f = std::get_if<Failure>(&got.at(q.id()));
  ASSERT_TRUE(f);
  EXPECT_EQ(f->kind, Failure::Kind::kContextFull);
}

TEST_P(Conformance, AnEndpointThatIsNotThereIsAnErrorThatNamesIt) {
  try {
    open_backend({.backend = std::string(GetParam()->name), .path = "/no/such/endpoint"});
    FAIL() << "opened";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("/no/such/endpoint"), std::string::npos) << e.what();
    EXPECT_FALSE(e.hint().empty());
  }
}

}  // namespace
}  // namespace brink::conformance
