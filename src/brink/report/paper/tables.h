#pragma once

#include <span>
#include <string>
#include <vector>

#include "brink/report/paper_tables.h"

/// The tables of paper_tables(): a row for each configuration that has what the table is about.
namespace brink::paper {

using Results = std::span<const Result>;

PaperTable every_configuration(Results results);
PaperTable correlations(Results results);
PaperTable length_bins(Results results);
PaperTable truncation(Results results);
PaperTable modes(Results results);
PaperTable probes(Results results);

/// What names a configuration's row: data set, model, mode with its treatment.
inline std::vector<std::string> labels(const Configuration& c) {
  return {c.dataset, c.model, c.treatment == "none" ? c.mode : c.mode + " " + c.treatment};
}

}  // namespace brink::paper
