// A graph file as its readers see it: its text, whether it is compressed or not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/byte_stream.hpp"
#include "orujo/graph/io/mapped_file.hpp"

namespace orujo::io {

/// Something is wrong at `at`, a place in a text. Whoever knows the file makes an input_error of
/// it.
class malformed_text : public std::runtime_error {
public:
  malformed_text(const char* at, const std::string& problem)
      : std::runtime_error(problem), at_(at) {}

  [[nodiscard]] const char* at() const noexcept { return at_; }

private:
  const char* at_;
};

/// Whether a file without a letter, packed or not, is read as such.
enum class empty_text { refused, allowed };

class graph_file {
public:
  /// Throws: input_error if the file cannot be read, is empty and may not be, or its beginning is
  /// damaged.
  explicit graph_file(std::string path, empty_text empty = empty_text::refused);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// The path's last part.
  [[nodiscard]] std::string_view name() const noexcept;
  /// The last suffix in lower case, leaving out one of a compression: "el" of "Kron.EL.gz".
  [[nodiscard]] std::string suffix() const;

  [[nodiscard]] compression packing() const noexcept { return packing_; }
  /// The bytes on the disk.
  [[nodiscard]] std::string_view bytes() const noexcept { return file_.bytes(); }

  /// The file's text, unpacked and without a byte order mark: all of it if `text_is_whole`, else
  /// whole lines of the first MiB.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] bool text_is_whole() const noexcept { return whole_; }

  /// About how long the whole text is.
  [[nodiscard]] double estimated_text_bytes() const noexcept;

  /// The compressed text from its start. Call: only if it is compressed.
  [[nodiscard]] std::unique_ptr<byte_stream> unpack() const;
  /// All bytes, unpacked, or the first `most_bytes`. Throws: input_error if they are damaged.
  [[nodiscard]] std::string unpack_up_to(std::uint64_t most_bytes) const;

  /// The line and column of `at`, a place in `text`.
  [[nodiscard]] file_position position_of(const char* at) const noexcept;

  /// Throws an input_error that points at `at` in `text`; nullptr: at nothing.
  [[noreturn]] void fail(const char* at, std::string_view problem) const;

private:
  void unpack_head();

  std::string path_;
  mapped_file file_;
  compression packing_;
  std::string head_;  ///< Unpacked beginning of a compressed file.
  std::string_view text_;
  bool whole_ = true;
  std::size_t mark_bytes_ = 0;
  std::size_t head_packed_bytes_ = 0;  ///< What `head_` takes compressed.
};

/// The place of `at` in `text`, whose first character is line `first_line`, column 1.
[[nodiscard]] file_position position_in(std::string_view text, const char* at,
                                        std::uint64_t first_line = 1) noexcept;

/// `token` between quotes for a message: cut to a sensible length, control characters escaped.
[[nodiscard]] std::string quoted(std::string_view token);

}  // namespace orujo::io
