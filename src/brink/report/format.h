#pragma once

#include <string>
#include <string_view>

#include "brink/metrics/metric.h"

namespace brink {

/// How numbers look in text reports. An absent value is "n/a".

std::string p_text(std::optional<double> p);            // "0.031", "2e-05", "< 1e-15"
std::string p_equation(std::optional<double> p);        // "p = 0.031", "p < 1e-15"
std::string number_text(std::optional<double> v);       // "0.213"
std::string signed_text(std::optional<double> v);       // "+0.213"
std::string percent_text(std::optional<double> share);  // "71.2%"
std::string interval_text(const Result& r,
                          bool with_sign = false);     // "0.213 [0.150, 0.270]", without CI the value alone
std::string percent_interval_text(const Result& r);    // "71.2% [62, 79]", "99.8% [98.6, 100.0]" near an end
std::string plain_words(std::string name);             // "prompt length" for "prompt_length"
std::string typeset(std::string text);                 // a minus before a digit as the page writes it, U+2212
std::string count_text(long n, std::string_view one);  // "1 item", "2 items"

/// Whether a value rests on fewer than kMinResampled items or answers, or on too few for the interval that others of
/// its kind have: no point for an eye to rest on. Figures leave it out; it stays in the JSON.
bool too_few(const Result& r);

}  // namespace brink
