// Decompression of gzip, xz, zstd and bzip2, one piece after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

#include "orujo/graph/io/format.hpp"

namespace orujo::io {

/// The compressed bytes are cut off or corrupt. Whoever knows the file and line makes an
/// input_error of it.
class damaged_stream : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Decompressed bytes in order. Several members or frames after each other read as one.
class byte_stream {
public:
  virtual ~byte_stream() = default;

  /// Writes the next bytes into `into` and returns their number, which is 0 only at the end.
  /// Throws: damaged_stream, after everything before the damage has been handed out.
  virtual std::size_t read(std::span<char> into) = 0;

  /// How many compressed bytes have been used.
  [[nodiscard]] virtual std::size_t consumed() const noexcept = 0;
};

/// What the first bytes say about the compression.
[[nodiscard]] compression sniff_compression(std::string_view bytes) noexcept;

/// Opens `packed`, which must outlive the stream. `kind` is not compression::none.
[[nodiscard]] std::unique_ptr<byte_stream> open_stream(std::string_view packed, compression kind);

/// Opens a stream over gzip, xz, zstd or bzip2 bytes. One file each.
[[nodiscard]] std::unique_ptr<byte_stream> open_gzip(std::string_view packed);
[[nodiscard]] std::unique_ptr<byte_stream> open_xz(std::string_view packed);
[[nodiscard]] std::unique_ptr<byte_stream> open_zstd(std::string_view packed);
[[nodiscard]] std::unique_ptr<byte_stream> open_bzip2(std::string_view packed);

}  // namespace orujo::io
