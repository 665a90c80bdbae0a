// Hands out the text of a file in order, in pieces that may end within a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

class text_pieces {
public:
  /// Opens the text of `file`, packed or not.
  text_pieces(std::shared_ptr<const graph_file> file, std::size_t piece_bytes);

  /// The next piece, which stays until the next call; empty at the end.
  /// Throws: input_error if the packed bytes are damaged.
  [[nodiscard]] std::string_view next();

  /// Fraction handed out, 0 … 1. Call: any worker, concurrently.
  [[nodiscard]] double progress() const noexcept;

private:
  [[nodiscard]] std::string_view unpack();

  std::shared_ptr<const graph_file> file_;
  std::size_t piece_bytes_;
  std::unique_ptr<byte_stream> stream_;  ///< nullptr: the whole text is in memory, or mapped.
  std::string piece_;
  std::uint64_t lines_ = 0;            ///< Unpacked so far.
  std::atomic<std::size_t> taken_{0};  ///< Bytes of the text, or of the packed file.
};

}  // namespace orujo::io
