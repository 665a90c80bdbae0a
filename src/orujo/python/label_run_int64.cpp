// Users' operators on whole labels of 64 bits.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/label_run.hpp"

namespace orujo::python {

template label_answer<std::int64_t> correct_labels(rank_team&, const csr_graph&,
                                                   const label_request<std::int64_t>&);

}  // namespace orujo::python
