#include "brink/backends/llama/selftest.h"

#include <gmock/gmock.h>

#include <fstream>

#include "brink/backends/llama/gguf_file.h"
#include "brink/backends/llama/tiny_llama.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

using testing::HasSubstr;

class Selftest : public tiny_llama::TinyLlama {
 protected:
  EndpointSpec spec(const char* name, const TinyModel& model, bool deterministic = true) const {
    write_tiny_gguf(folder_ / name, model);
    EndpointSpec out;
    out.path = (folder_ / name).string();
    out.n_parallel = 4;
    out.n_threads = 1;
    out.n_ctx = 1024;
    out.deterministic = deterministic;
    return out;
  }
};

TEST_F(Selftest, FindsNothingWrongWithAModelInEitherMode) {
  for (const bool deterministic : {true, false}) {
    SCOPED_TRACE(deterministic ? "bitwise" : "fast");
    const SelftestReport report = selftest(spec("m.gguf", {}, deterministic));
    EXPECT_EQ(report.bitwise, deterministic);
    EXPECT_EQ(report.rows.size(), 7U);
    for (const SelftestRow& row : report.rows) {
      EXPECT_TRUE(row.ok()) << row.what << ": " << row.note;
      EXPECT_GE(row.n, 3) << row.what << ": " << row.note;
    }
    EXPECT_TRUE(report.drift.empty());
  }
}

TEST_F(Selftest, TheDriftIsThatOfTheWeights) {
  const EndpointSpec exact = spec("f32.gguf", {.type = GGML_TYPE_F32});
  spec("q8.gguf", {.type = GGML_TYPE_Q8_0});
  spec("q4.gguf", {.type = GGML_TYPE_Q4_0});
  const auto drift = [&](const char* name) { return selftest(exact, (folder_ / name).string()).drift; };
  const auto none = drift("f32.gguf"), small = drift("q8.gguf"), large = drift("q4.gguf");
  ASSERT_EQ(none.size(), 4U);  // layers 0 to 2, final
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(none[i].cosine, 1, 1e-12);
    EXPECT_NEAR(none[i].norm, 1, 1e-12);
    EXPECT_GT(small[i].cosine, .99);
    EXPECT_LT(large[i].cosine, small[i].cosine);
    EXPECT_LE(large[i].cosine_low, large[i].cosine);
  }
  EXPECT_EQ(none.back().site.what, Site::Point::kFinal);
}

TEST_F(Selftest, AnotherModelIsRefused) {
  const EndpointSpec one = spec("one.gguf", {});
  EXPECT_THROW(selftest(one, (folder_ / "none.gguf").string()), Error);
  std::ofstream(folder_ / "text.gguf") << "not a model";
  EXPECT_THROW(GgufFile(folder_ / "text.gguf"), Error);
}

TEST_F(Selftest, ARowIsAsTheFileHasIt) {
  spec("q8.gguf", {.type = GGML_TYPE_Q8_0});
  const GgufFile file(folder_ / "q8.gguf");
  EXPECT_EQ(file.row("token_embd.weight", 5)->size(), 256U);
  EXPECT_NE(*file.row("token_embd.weight", 5), *file.row("token_embd.weight", 6));
  EXPECT_EQ(file.row("output_norm.weight", 0), std::vector<float>(256, 1.0F));
  EXPECT_FALSE(file.row("token_embd.weight", 260));
  EXPECT_FALSE(file.row("none.weight", 0));
  EXPECT_FLOAT_EQ(*file.number(".attention.layer_norm_rms_epsilon"), 1e-5F);
  EXPECT_FALSE(file.number(".nothing"));
}

TEST(SelftestRow, AViolationIsSaid) {
  EXPECT_FALSE((SelftestRow{.what = "bits", .n = 1, .n_different = 1}.ok()));
  EXPECT_FALSE((SelftestRow{.what = "direction", .n = 1, .cosine = .98, .least = .99}.ok()));
  EXPECT_TRUE((SelftestRow{.what = "direction", .n = 1, .n_different = 1, .cosine = .995, .least = .99}.ok()));
  SelftestReport report;
  report.rows = {{.what = "bits", .n = 1, .n_different = 1}};
  EXPECT_FALSE(report.ok());
}

}  // namespace
}  // namespace brink::llama
