// Shortest paths of distances of 32 bits.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/engines.hpp"

namespace orujo {

template class label_correcting<whole_paths<std::uint32_t>>;

}  // namespace orujo
