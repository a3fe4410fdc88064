// What is taken out of a graph's nodes, on nodes made by hand.
#include "brink/backends/llama/capture.h"

#include <ggml-backend.h>
#include <ggml-cpu.h>
#include <gmock/gmock.h>

#include <array>
#include <memory>

namespace brink::llama {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kLayers = 2, kD = 3;
const Site kEmbeddings{Site::Point::kResidPost, 0}, kFirst{Site::Point::kResidPost, 1};

/// Nodes of a graph, with numbers that count up from `first`.
class Nodes {
 public:
  ggml_tensor* add(const char* name, std::array<std::int64_t, 3> shape, float first) {
    contexts_.emplace_back(ggml_init({.mem_size = 1U << 16U, .mem_buffer = nullptr, .no_alloc = true}));
    ggml_context* context = contexts_.back().get();
    ggml_tensor* out = ggml_new_tensor_3d(context, GGML_TYPE_F32, shape[0], shape[1], shape[2]);
    ggml_set_name(out, name);
    buffers_.emplace_back(ggml_backend_alloc_ctx_tensors_from_buft(context, ggml_backend_cpu_buffer_type()));
    std::vector<float> numbers(static_cast<std::size_t>(ggml_nelements(out)));
    for (float& v : numbers) v = first++;
    ggml_backend_tensor_set(out, numbers.data(), 0, ggml_nbytes(out));
    return out;
  }

 private:
  struct Free {
    void operator()(ggml_context* c) const { ggml_free(c); }
    void operator()(ggml_backend_buffer* b) const { ggml_backend_buffer_free(b); }
  };
  std::vector<std::unique_ptr<ggml_context, Free>> contexts_;
  std::vector<std::unique_ptr<ggml_backend_buffer, Free>> buffers_;
};

void evaluate(Capture& capture, std::initializer_list<ggml_tensor*> nodes) {
  for (ggml_tensor* node : nodes)
    if (Capture::on_node(node, true, &capture)) Capture::on_node(node, false, &capture);
}

TEST(Capture, TakesTheLastRowThatIsItsOwn) {
  Nodes nodes;
  Capture capture(kLayers, kD);
  capture.arm(std::array{kFirst});
  capture.set_rows(3, 1);  // the fourth row is company
  evaluate(capture, {nodes.add("embd", {3, 4, 1}, 100), nodes.add("l_out-0", {3, 4, 1}, 0)});
  const auto states = capture.take();
  ASSERT_TRUE(states) << capture.why_none();
  EXPECT_THAT((*states)[0].x, ElementsAre(6, 7, 8));
}

TEST(Capture, Layer0IsWhatEntersTheFirstBlock) {
  for (const char* made : {"inp_scaled", "inpL", "inp_norm-0", "model.embed_tokens"}) {
    SCOPED_TRACE(made);
    Nodes nodes;
    Capture capture(kLayers, kD);
    capture.arm(std::array{kEmbeddings});
    capture.set_rows(1, 0);
    evaluate(capture, {nodes.add("embd", {3, 1, 1}, 0), nodes.add(made, {3, 1, 1}, 50)});
    const auto states = capture.take();
    ASSERT_TRUE(states) << capture.why_none();
    EXPECT_THAT((*states)[0].x, ElementsAre(50, 51, 52));
  }
}

TEST(Capture, MeansAreOverTheRowsOfAllCalls) {
  Nodes nodes;
  Capture capture(kLayers, kD);
  Site mean = kFirst;
  mean.pool = Site::Pool::kMeanInput;
  capture.arm_sums(std::array{mean});
  capture.set_rows(4, 0);
  evaluate(capture, {nodes.add("l_out-0", {3, 4, 1}, 0)});
  capture.set_rows(1, 0);
  evaluate(capture, {nodes.add("l_out-0", {3, 1, 1}, 12)});
  const auto states = capture.take();
  ASSERT_TRUE(states) << capture.why_none();
  EXPECT_THAT((*states)[0].x, ElementsAre(6, 7, 8));
}

TEST(Capture, ANodeThatIsMissingOrOfAnotherShapeIsNamed) {
  Nodes nodes;
  Capture capture(kLayers, kD);
  capture.arm(std::array{kFirst});
  capture.set_rows(2, 0);
  evaluate(capture, {nodes.add("embd", {3, 2, 1}, 0)});
  EXPECT_FALSE(capture.take());
  EXPECT_THAT(capture.why_none(), HasSubstr("no node l_out-0"));
  for (const auto& shape : {std::array<std::int64_t, 3>{3, 2, 4}, {5, 2, 1}}) {
    capture.arm(std::array{kFirst});
    evaluate(capture, {nodes.add("l_out-0", shape, 0)});
    EXPECT_FALSE(capture.take());
    EXPECT_THAT(capture.why_none(), HasSubstr("its node l_out-0 is f32 ["));
  }
}

}  // namespace
}  // namespace brink::llama
