// An edge_input over the exchange formats of graph programs, each read in order by one worker at a
// time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// Whether `format` is GraphML, GEXF, GML or Pajek.
[[nodiscard]] bool is_exchange_format(file_format format) noexcept;

/// The exchange format whose mark `file` has.
[[nodiscard]] std::optional<file_format> sniff_exchange(const graph_file& file);

/// Throws: input_error where `options` choose what such a file does not have.
void check_exchange_options(const std::string& path, file_format format,
                            const open_options& options);

/// Opens such a file; part 0 reads all of it. Throws: input_error.
[[nodiscard]] std::unique_ptr<edge_input> open_exchange(std::shared_ptr<const graph_file> file,
                                                        file_format format, input_part part,
                                                        const open_options& options);

}  // namespace orujo::io
