// Users' operators on whole labels of 32 bits.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/label_run.hpp"

namespace orujo::python {

template label_answer<std::int32_t> correct_labels(rank_team&, const csr_graph&,
                                                   const label_request<std::int32_t>&);

}  // namespace orujo::python
