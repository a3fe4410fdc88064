#include "conformance.h"

namespace brink::conformance {

INSTANTIATE_TEST_SUITE_P(Backends, Conformance, ::testing::ValuesIn(rows(Needs::kNothing)), row_name);

}  // namespace brink::conformance
