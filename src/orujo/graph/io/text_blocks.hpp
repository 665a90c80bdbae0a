// Cuts a text into blocks of whole lines that workers parse at the same time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

/// So many bytes behind a block may be read (they mean nothing), so that scanners can load words.
inline constexpr std::size_t block_padding_bytes = 64;

/// Whole lines, each with its '\n'.
struct text_block {
  std::string_view text;
  std::uint64_t first_line = 0;   ///< The number of its first line in the file; 0: not counted.
  std::uint64_t rows_before = 0;  ///< Lines that are no comment, from the data's begin to here.
  std::uint64_t offset = 0;       ///< Where in the file's text it begins.
  std::string storage;            ///< Where the text lies, if not in the mapped file.
};

struct block_layout {
  std::size_t data_begin = 0;  ///< Where in the file's text the first block begins.
  std::size_t block_bytes = std::size_t{1} << 20;
  /// Whether `rows_before` is wanted, and what a line that does not count begins with.
  bool number_rows = false;
  char comment = '%';
};

class block_source {
public:
  virtual ~block_source() = default;

  /// Gives the next block; false when there is none left. Call: any worker, concurrently.
  /// Throws: input_error if the compressed data is damaged or a line is absurdly long.
  virtual bool next(text_block& block) = 0;

  /// Fraction handed out, 0 … 1.
  [[nodiscard]] virtual double progress() const noexcept = 0;

  /// The line and column of `at`, a place in `block`. Cost: a look at the whole file before it.
  [[nodiscard]] virtual file_position position_of(const text_block& block,
                                                  const char* at) const noexcept = 0;
};

/// Opens `part`'s share of the text behind `layout.data_begin`.
[[nodiscard]] std::unique_ptr<block_source> open_blocks(std::shared_ptr<const graph_file> file,
                                                        const block_layout& layout,
                                                        input_part part);

struct line_count {
  std::uint64_t lines = 0;
  std::uint64_t comments = 0;  ///< Of the lines, those that begin with the comment letter.
};

/// Counts the lines of `text`; a last one without an end counts.
[[nodiscard]] line_count count_lines(std::string_view text, char comment) noexcept;

}  // namespace orujo::io
