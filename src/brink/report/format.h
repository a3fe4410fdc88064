#pragma once

#include <string>

#include "brink/metrics/metric.h"

namespace brink {

/// How numbers look in text reports. An absent value is "n/a".

std::string p_text(std::optional<double> p);            // "0.031", "2e-05", "< 1e-15"
std::string p_equation(std::optional<double> p);        // "p = 0.031", "p < 1e-15"
std::string number_text(std::optional<double> v);       // "0.213"
std::string signed_text(std::optional<double> v);       // "+0.213"
std::string percent_text(std::optional<double> share);  // "71.2%"
std::string interval_text(const Result& r,
                          bool with_sign = false);   // "0.213 [0.150, 0.270]", without CI the value alone
std::string percent_interval_text(const Result& r);  // "71.2% [62, 79]"

}  // namespace brink
