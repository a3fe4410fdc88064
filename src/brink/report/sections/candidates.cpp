#include "brink/report/candidates.h"

#include <fmt/format.h>

#include "brink/report/format.h"
#include "brink/report/table.h"

namespace brink {
namespace {

std::string text(const SectionInput& in) {
  TextTable table{
      .head = {"model", "mode", "option of the file", "wins [95%]", "by chance", "answers"}, .rows = {}, .n_labels = 3};
  for (const Configuration& c : in.configurations)
    for (const Result* r : candidates(in, c))
      table.rows.push_back(
          {c.model, c.mode, r->key("option"), percent_interval_text(*r), percent_text(r->null), std::to_string(r->n)});
  if (table.rows.empty()) return "";
  return to_text(table, in.width) +
         wrap(
             "Wins: share of the answers that choose what is at this place of the item's list in the file, wherever it "
             "was shown; intervals by item. A ranking where every item lists the same candidates in one order.",
             in.width, "- ");
}

}  // namespace

extern constinit const Section kCandidatesSection{.title = "Which candidate wins?", .text = text};

}  // namespace brink
