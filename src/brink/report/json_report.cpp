#include "brink/report/json_report.h"

#include <nlohmann/json.hpp>

#include "brink/metrics/result_json.h"

namespace brink {

Json json_report(std::span<const Result> results) {
  Json list = Json::array();
  for (const Result& r : results) list.push_back(result_json(r));
  return {{"brink_report", kReportFormat}, {"results", std::move(list)}};
}

}  // namespace brink
