#pragma once

#include <span>
#include <string>
#include <vector>

#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"
#include "brink/store/store.h"

namespace brink {

/// What a reader must know beside the tables of one data set: answers that are missing and how far they could move
/// the numbers, failed requests, few items. A sentence or two each.
std::vector<std::string> notes(const Observations& obs, std::span<const Result> results, const std::string& dataset);

/// Whether these rows of a study, of one configuration, put every item in one order alone.
bool in_one_order(std::span<const Observation* const> rows);

/// How the figures differ from the papers' definitions; the same for every report.
std::vector<std::string> definitions(const Observations& obs);

/// A warning per configuration whose records were not all made the same way: another build, another number of
/// threads, ... names what differs.
std::vector<std::string> provenance_warnings(const Store& store);

}  // namespace brink
