// Pieces of a mapped text lie where they are; those of a packed one are unpacked one by one.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/text_pieces.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace orujo::io {

text_pieces::text_pieces(std::shared_ptr<const graph_file> file, std::size_t piece_bytes)
    : file_(std::move(file)),
      piece_bytes_(std::max<std::size_t>(piece_bytes, 1)),
      stream_(file_->text_is_whole() ? nullptr : file_->unpack()) {}

std::string_view text_pieces::next() {
  if (stream_) { return unpack(); }
  const std::size_t taken = taken_.load(std::memory_order_relaxed);
  const std::string_view piece = file_->text().substr(taken, piece_bytes_);
  taken_.store(taken + piece.size(), std::memory_order_relaxed);  // relaxed: a figure
  return piece;
}

std::string_view text_pieces::unpack() {
  piece_.resize(piece_bytes_);
  std::size_t filled = 0;
  std::size_t now = 1;
  try {
    while (filled < piece_bytes_ && now > 0) {
      now = stream_->read(std::span(piece_).subspan(filled));
      filled += now;
    }
  } catch (const damaged_stream& damage) {
    const std::string_view good = std::string_view(piece_).substr(0, filled);
    const std::uint64_t line = position_in(good, good.data() + good.size(), lines_ + 1).line;
    throw input_error(file_->path(), {line, 0}, damage.what());
  }
  piece_.resize(filled);
  lines_ += static_cast<std::uint64_t>(std::count(piece_.begin(), piece_.end(), '\n'));
  taken_.store(stream_->consumed(), std::memory_order_relaxed);
  return piece_;
}

double text_pieces::progress() const noexcept {
  const std::size_t all = stream_ ? file_->bytes().size() : file_->text().size();
  const std::size_t taken = std::min(taken_.load(std::memory_order_relaxed), all);
  return all == 0 ? 1.0 : static_cast<double>(taken) / static_cast<double>(all);
}

}  // namespace orujo::io
