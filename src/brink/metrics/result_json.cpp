#include "brink/metrics/result_json.h"

#include "brink/base/maybe.h"

namespace brink {

Json result_json(const Result& r) {
  return {{"metric", r.metric},
          {"group", r.group},
          {"value", maybe(r.value)},
          {"low", maybe(r.low)},
          {"high", maybe(r.high)},
          {"null", maybe(r.null)},
          {"p", maybe(r.p)},
          {"p_kind", r.p_kind},
          {"n", r.n},
          {"n_clusters", r.n_clusters},
          {"left_out", r.left_out},
          {"unit", r.unit},
          {"reason", r.reason}};
}

}  // namespace brink
