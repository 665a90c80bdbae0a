// The engines of shortest paths, one for each type of distances.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/sssp/functions.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"

namespace orujo {

// Each is compiled in a source of its own: together they take a compiler a gigabyte.
extern template class label_correcting<whole_paths<std::uint32_t>>;
extern template class label_correcting<whole_paths<std::uint64_t>>;
extern template class label_correcting<real_paths>;

}  // namespace orujo
