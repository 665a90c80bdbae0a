// Users' operators on real labels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/label_run.hpp"

namespace orujo::python {

template label_answer<double> correct_labels(rank_team&, const csr_graph&,
                                             const label_request<double>&);

}  // namespace orujo::python
