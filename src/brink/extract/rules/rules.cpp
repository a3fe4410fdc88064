#include "brink/extract/rules.h"

#include <array>
#include <string>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

constexpr Profile kPaper{
    .name = "paper",
    .summary =
        "The paper's rules to the letter: first match of four patterns in the whole text; nine mention patterns.",
    .source = "More Thinking, More Bias, App. A.2 and A.3",
    .reads_labels = false,
    .read = read_paper,
    .read_open = read_paper_open,
};

constexpr Profile kRobust{
    .name = "robust",
    .summary =
        "What a careful person reads: the last commitment of the response, else of the thinking; typed mentions.",
    .source = "docs/design/reader.md",
    .reads_labels = true,
    .read = read_robust,
    .read_open = read_robust_open,
};

constexpr Profile kVerdict{
    .name = "verdict",
    .summary = "A judge's verdict: the last label in double brackets, [[A]], of the response.",
    .source = "after Zheng et al. 2023 (MT-Bench), app. A",
    .reads_labels = true,
    .read = read_verdict,
    .read_open = read_robust_open,
};

constexpr std::array kProfiles{&kPaper, &kRobust, &kVerdict};

}  // namespace

std::span<const Profile* const> profiles() { return kProfiles; }

Reading read_by(const Profile& profile, const ReadInput& input) {
  return input.ask == Ask::kLabel ? profile.read(input) : profile.read_open(input);
}

const Profile& profile(std::string_view name) {
  std::vector<std::string> known;
  std::string list;
  for (const Profile* p : kProfiles) {
    if (p->name == name) return *p;
    known.emplace_back(p->name);
    list += (list.empty() ? "" : ", ") + known.back();
  }
  const std::string near = closest(name, known);
  throw Error(ErrorKind::kUsage, "unknown reading profile '" + std::string(name) + "'",
              (near.empty() ? "" : "did you mean '" + near + "'? ") + ("known profiles: " + list));
}

}  // namespace brink
