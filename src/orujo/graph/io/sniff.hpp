// Decides which format a file has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// Throws: input_error, which says what the file seems to be, if it is none of ours.
[[nodiscard]] file_format sniff_format(const graph_file& file);

/// For texts that are no graphs. Throws: input_error if the file is a zip, 7-Zip or tar archive or
/// UTF-16.
void refuse_archives(const graph_file& file);

}  // namespace orujo::io
