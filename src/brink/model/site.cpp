#include "brink/model/site.h"

namespace brink {

std::string site_name(const Site& site) {
  std::string out = site.what == Site::Point::kFinal ? "final" : "resid_post:" + std::to_string(site.layer);
  if (site.pool == Site::Pool::kMeanInput) out += ":mean_input";
  return out;
}

}  // namespace brink
