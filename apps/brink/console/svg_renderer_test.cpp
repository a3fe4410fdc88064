#include "svg_renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace brink::cli {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// Renderers that are shell scripts: $1 is a specification, $2 its drawing.
class DrawSvg : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("brink_svg_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::vector<std::string> draw(const std::string& script, bool many, std::vector<std::string> names) {
    std::vector<Drawing> drawings;
    for (const std::string& name : names) drawings.push_back({folder_ / name, folder_ / (name + ".svg")});
    const SvgRenderer renderer{"sh", {"sh", "-c", script, "sh"}, {"{specification}", "{drawing}"}, many};
    return draw_svg(renderer, drawings, 2s);
  }
  std::string text(const std::string& name) const {
    std::ifstream in(folder_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path folder_;
};

const std::string kDraw = "echo '<svg/>' > \"$2\"";
const std::string kOne = "case \"$1\" in *fails) exit 7;; *hangs) sleep 100;; *nothing) exit 0;; esac; " + kDraw;
const std::string kMany =
    "echo start >> \"${2%/*}/starts\"\n"
    "while [ $# -gt 0 ]; do\n"
    "  case \"$1\" in *crashes) kill -9 $$;; *hangs) sleep 100;; *fails) echo no scale;;\n"
    "    *nothing) echo;; *) " +
    kDraw +
    "; echo;; esac\n"
    "  shift 2\n"
    "done";

TEST_F(DrawSvg, OneThatFailsLosesNoOther) {
  for (const bool many : {false, true})
    EXPECT_THAT(draw(many ? kMany : kOne, many, {"a", "fails", "nothing", "b"}),
                ElementsAre("", many ? "no scale" : "exit status 7", "nothing was drawn", ""))
        << many;
}

TEST_F(DrawSvg, OneThatHangsIsEndedAndLosesNoOtherUpToTheSecond) {
  for (const bool many : {false, true})
    EXPECT_THAT(draw(many ? kMany : kOne, many, {"a", "1hangs", "b", "2hangs", "c", "d"}),
                ElementsAre("", "not done after 2 s", "", "not done after 2 s", StartsWith("not tried"),
                            StartsWith("not tried")))
        << many;
}

TEST_F(DrawSvg, IsStartedOnceForAllAndAgainBehindACrash) {
  EXPECT_THAT(draw(kMany, true, {"a", "b", "fails", "c"}), ElementsAre("", "", "no scale", ""));
  EXPECT_EQ(text("starts"), "start\n");
  EXPECT_THAT(draw(kMany, true, {"a", "crashes", "b"}), ElementsAre("", "ended by signal 9", ""));
  EXPECT_EQ(text("starts"), "start\nstart\nstart\n");
}

TEST_F(DrawSvg, SlowIsNotHanging) {
  EXPECT_THAT(draw("for i in 1 2 3; do sleep .8; " + kDraw + "; echo; shift 2; done", true, {"a", "b", "c"}),
              ElementsAre("", "", ""));
}

TEST_F(DrawSvg, AProgramThatIsNotThereIsTheProblem) {
  EXPECT_THAT(draw_svg({"none", {"/nowhere/none"}, {}}, std::vector<Drawing>{{"a", "b"}}),
              ElementsAre("No such file or directory"));
  EXPECT_THAT(draw(kMany, true, {}), IsEmpty());
}

}  // namespace
}  // namespace brink::cli
