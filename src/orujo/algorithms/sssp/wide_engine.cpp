// Shortest paths of distances of 64 bits.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/engines.hpp"

namespace orujo {

template class label_correcting<whole_paths<std::uint64_t>>;

}  // namespace orujo
