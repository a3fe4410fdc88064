#pragma once

#include <optional>
#include <string>
#include <vector>

namespace brink {

/// The p-values that are shown together, and what holds over all of them at .05.
class Family {
 public:
  explicit Family(std::vector<double> p);

  /// Rejected by Holm's rule over the family.
  bool holds(std::optional<double> p) const { return p && holm_ && *p <= *holm_; }
  /// "0.031", with "*" where Holm's rule rejects and "+" where Benjamini and Hochberg's alone does.
  std::string text(std::optional<double> p) const { return with_mark(p, false); }
  /// "p = 0.031*".
  std::string equation(std::optional<double> p) const { return with_mark(p, true); }
  std::size_t size() const { return n_; }
  /// What the marks mean and what the family is. @param of  "of this section"
  std::string note(const std::string& of) const;

 private:
  std::string with_mark(std::optional<double> p, bool equation) const;

  std::size_t n_;
  std::optional<double> holm_, bh_;  // the greatest p that is rejected
};

}  // namespace brink
