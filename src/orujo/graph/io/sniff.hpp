// Decides which format a file has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// Throws: input_error, which says what the file seems to be, if it is none of ours.
[[nodiscard]] file_format sniff_format(const graph_file& file);

}  // namespace orujo::io
