// Shortest paths of real distances.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/engines.hpp"

namespace orujo {

template class label_correcting<real_paths>;

}  // namespace orujo
