// The engines of widest paths, one for each type of weights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/widest/functions.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"

namespace orujo {

// Those of whole and those of real weights are compiled apart: together they take a compiler a
// gigabyte.
extern template class label_correcting<widest_paths<std::uint32_t>>;
extern template class label_correcting<widest_paths<std::int64_t>>;
extern template class label_correcting<widest_paths<float>>;
extern template class label_correcting<widest_paths<double>>;

}  // namespace orujo
