// Widest paths over whole weights.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/engines.hpp"

namespace orujo {

template class label_correcting<widest_paths<std::uint32_t>>;
template class label_correcting<widest_paths<std::int64_t>>;

}  // namespace orujo
