#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"
#include "brink/store/store.h"

namespace brink {

struct PageInput {
  const Store& store;
  const Observations& obs;
  std::span<const Result> results;
  const Observations* other = nullptr;  // the same cells by another reader: where the two differ is shown
};

struct PageOptions {
  std::string title;                          // "study.brink"
  std::string command;                        // makes the page again
  std::string version;                        // of brink
  std::string text;                           // text_report(): for a browser that runs no scripts
  std::vector<std::string> warnings;          // provenance_warnings()
  std::size_t max_packed_bytes = 18'000'000;  // of texts, compressed; beyond it items are sampled by content hash
};

/// One HTML file that asks for nothing else: the results of a study, figures, every item with its texts. What models
/// and data sets say stands in it as JSON, apart from markup and script, and a content security policy lets only the
/// page's own script and style run. The format of what is embedded: docs/report-page.md.
std::string html_report(const PageInput& input, const PageOptions& options);

}  // namespace brink
