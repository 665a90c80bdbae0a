// Blocks of a mapped text, found by position, and of a compressed one, cut off in order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/text_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include <fmt/format.h>

namespace orujo::io {

namespace {

/// Block k holds the lines that begin in [data_begin + k·size, data_begin + (k+1)·size): every
/// worker can find its ends alone.
class mapped_blocks final : public block_source {
public:
  mapped_blocks(std::shared_ptr<const graph_file> file, const block_layout& layout, input_part part)
      : file_(std::move(file)), layout_(layout) {
    const std::size_t data_bytes = file_->text().size() - layout.data_begin;
    const auto parts = static_cast<std::size_t>(part.count);
    const auto index = static_cast<std::size_t>(part.index);
    constexpr std::size_t blocks_per_part = 8;  // so that small files are shared out too
    constexpr std::size_t smallest = std::size_t{1} << 16;
    layout_.block_bytes = std::clamp(data_bytes / (parts * blocks_per_part),
                                     std::min(smallest, layout.block_bytes), layout.block_bytes);
    const std::size_t blocks = (data_bytes + layout_.block_bytes - 1) / layout_.block_bytes;
    first_ = blocks * index / parts;
    last_ = blocks * (index + 1) / parts;
    if (layout_.number_rows) { number_rows(); }
  }

  bool next(text_block& block) override {
    std::size_t number = first_ + taken_.fetch_add(1, std::memory_order_relaxed);
    while (number < last_) {
      cut(number, block);
      pass_over_long_line(block.offset + block.text.size());
      if (!block.text.empty()) { return true; }
      number = first_ + taken_.fetch_add(1, std::memory_order_relaxed);
    }
    return false;
  }

  [[nodiscard]] double progress() const noexcept override {
    const std::size_t all = last_ - first_;
    const std::size_t taken = std::min(taken_.load(std::memory_order_relaxed), all);
    return all == 0 ? 1.0 : static_cast<double>(taken) / static_cast<double>(all);
  }

  [[nodiscard]] file_position position_of(const text_block& block,
                                          const char* at) const noexcept override {
    const std::string_view text = file_->text();
    const std::uint64_t lines_before = position_in(text, text.data() + block.offset).line;
    return position_in(block.text, at, lines_before);
  }

private:
  /// Where block `number` begins.
  [[nodiscard]] std::size_t begin_of(std::size_t number) const noexcept {
    const std::string_view text = file_->text();
    if (number == 0) { return layout_.data_begin; }
    const std::size_t from = layout_.data_begin + number * layout_.block_bytes;
    if (from >= text.size()) { return text.size(); }
    const std::size_t newline = text.find('\n', from - 1);
    return newline == std::string_view::npos ? text.size() : newline + 1;
  }

  void cut(std::size_t number, text_block& block) const {
    const std::string_view text = file_->text();
    const std::size_t begin = begin_of(number);
    const std::size_t end = begin_of(number + 1);
    block.offset = begin;
    block.first_line = 0;
    block.text = text.substr(begin, end - begin);
    block.storage.clear();
    block.rows_before = layout_.number_rows ? rows_before_[number - first_] : 0;
    if (!block.text.empty() && end + block_padding_bytes > text.size()) { copy_out(block); }
  }

  /// Blocks that lie inside one long line are empty; finding that out for each would take the
  /// square of the line's length.
  void pass_over_long_line(std::size_t end) noexcept {
    const std::size_t number = (end - layout_.data_begin) / layout_.block_bytes;
    const std::size_t goal = number > first_ ? number - first_ : 0;
    std::size_t taken = taken_.load(std::memory_order_relaxed);
    while (taken < goal && !taken_.compare_exchange_weak(taken, goal, std::memory_order_relaxed)) {}
  }

  /// The last lines of the file have nothing behind them, and perhaps no line end.
  static void copy_out(text_block& block) {
    const bool ended = block.text.ends_with('\n');
    block.storage.reserve(block.text.size() + 1 + block_padding_bytes);
    block.storage.assign(block.text);
    if (!ended) { block.storage += '\n'; }
    const std::size_t size = block.storage.size();
    block.storage.append(block_padding_bytes, '\0');
    block.text = std::string_view(block.storage).substr(0, size);
  }

  void number_rows() {
    std::size_t from = begin_of(first_);
    std::uint64_t rows = rows_in(layout_.data_begin, from);
    for (std::size_t number = first_; number < last_; ++number) {
      rows_before_.push_back(rows);
      const std::size_t goal = layout_.data_begin + (number + 1) * layout_.block_bytes;
      const std::size_t to = goal <= from ? from : begin_of(number + 1);
      rows += rows_in(from, to);
      from = to;
    }
  }

  [[nodiscard]] std::uint64_t rows_in(std::size_t begin, std::size_t end) const noexcept {
    const line_count count = count_lines(file_->text().substr(begin, end - begin), layout_.comment);
    return count.lines - count.comments;
  }

  std::shared_ptr<const graph_file> file_;
  block_layout layout_;
  std::size_t first_ = 0;  ///< The blocks of this part are first_ … last_-1.
  std::size_t last_ = 0;
  std::vector<std::uint64_t> rows_before_;
  std::atomic<std::size_t> taken_{0};
};

/// A worker that needs a block unpacks it under the lock; the others parse meanwhile.
class streamed_blocks final : public block_source {
public:
  streamed_blocks(std::shared_ptr<const graph_file> file, const block_layout& layout)
      : file_(std::move(file)), layout_(layout), stream_(file_->unpack()) {
    const line_count head = count_lines(file_->text().substr(0, layout.data_begin), layout.comment);
    lines_ = head.lines;
    skip(layout.data_begin);
    handed_out_ = layout.data_begin;
  }

  bool next(text_block& block) override {
    const std::lock_guard lock(mutex_);
    std::size_t size = fill();
    while (size == 0 && !rest_.empty()) {
      if (rest_.size() > longest_line_bytes) { fail(lines_ + 1, "this line exceeds 1 GiB"); }
      size = fill();
    }
    consumed_.store(stream_->consumed(), std::memory_order_relaxed);
    if (size == 0) { return false; }
    hand_out(block, size);
    return true;
  }

  [[nodiscard]] double progress() const noexcept override {
    return static_cast<double>(consumed_.load(std::memory_order_relaxed)) /
           static_cast<double>(file_->bytes().size());
  }

  [[nodiscard]] file_position position_of(const text_block& block,
                                          const char* at) const noexcept override {
    return position_in(block.text, at, block.first_line);
  }

private:
  static constexpr std::size_t longest_line_bytes = std::size_t{1} << 30;

  [[noreturn]] void fail(std::uint64_t line, std::string_view problem) const {
    throw input_error(file_->path(), {line, 0}, problem);
  }

  void skip(std::size_t bytes) {
    std::string skipped(bytes, '\0');
    std::size_t done = 0;
    while (done < bytes) { done += stream_->read(std::span(skipped).subspan(done)); }
  }

  /// Adds a block's worth of text to `rest_`; the bytes of it that are whole lines, or 0.
  std::size_t fill() {
    std::size_t filled = rest_.size();
    const std::size_t scanned = filled;
    const std::size_t goal = filled + layout_.block_bytes;
    rest_.resize(goal);
    std::size_t now = 1;
    while (filled < goal && now > 0) {
      now = read(filled);
      filled += now;
    }
    rest_.resize(filled);
    if (now == 0 && filled > 0 && rest_.back() != '\n') { rest_ += '\n'; }
    const std::string_view fresh = std::string_view(rest_).substr(scanned);
    const std::size_t newline = fresh.rfind('\n');
    return newline == std::string_view::npos ? 0 : scanned + newline + 1;
  }

  std::size_t read(std::size_t filled) {
    try {
      return stream_->read(std::span(rest_).subspan(filled));
    } catch (const damaged_stream& damage) {
      const std::string_view good = std::string_view(rest_).substr(0, filled);
      fail(position_in(good, good.data() + good.size(), lines_ + 1).line, damage.what());
    }
  }

  void hand_out(text_block& block, std::size_t size) {
    std::string remainder = rest_.substr(size);
    block.storage = std::move(rest_);
    block.storage.resize(size);
    block.storage.append(block_padding_bytes, '\0');
    block.text = std::string_view(block.storage).substr(0, size);
    block.first_line = lines_ + 1;
    block.offset = handed_out_;
    handed_out_ += size;
    block.rows_before = rows_;
    const line_count count = count_lines(block.text, layout_.comment);
    lines_ += count.lines;
    rows_ += count.lines - count.comments;
    rest_ = std::move(remainder);
  }

  std::shared_ptr<const graph_file> file_;
  const block_layout layout_;
  std::mutex mutex_;
  std::unique_ptr<byte_stream> stream_;
  std::string rest_;  ///< Unpacked, not handed out.
  std::uint64_t lines_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t handed_out_ = 0;
  std::atomic<std::size_t> consumed_{0};
};

/// What the parts have that get nothing of a compressed file.
class no_blocks final : public block_source {
public:
  bool next(text_block&) override { return false; }
  [[nodiscard]] double progress() const noexcept override { return 1.0; }
  [[nodiscard]] file_position position_of(const text_block&, const char*) const noexcept override {
    return {};
  }
};

}  // namespace

std::unique_ptr<block_source> open_blocks(std::shared_ptr<const graph_file> file,
                                          const block_layout& layout, input_part part) {
  if (file->text_is_whole()) {
    return std::make_unique<mapped_blocks>(std::move(file), layout, part);
  }
  if (part.index > 0) { return std::make_unique<no_blocks>(); }
  return std::make_unique<streamed_blocks>(std::move(file), layout);
}

line_count count_lines(std::string_view text, char comment) noexcept {
  line_count count;
  count.lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (!text.empty() && text.back() != '\n') { ++count.lines; }
  std::size_t at = text.find(comment);
  while (at != std::string_view::npos) {
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    count.comments += begins_line ? 1 : 0;
    at = text.find(comment, begins_line ? text.find('\n', at) : at + 1);
  }
  return count;
}

}  // namespace orujo::io
