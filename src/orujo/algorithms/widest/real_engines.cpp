// Widest paths over real weights.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/engines.hpp"

namespace orujo {

template class label_correcting<widest_paths<float>>;
template class label_correcting<widest_paths<double>>;

}  // namespace orujo
