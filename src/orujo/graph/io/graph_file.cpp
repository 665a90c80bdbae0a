// The text of a graph file, and messages about places in it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/graph_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/base/printable_text.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 20;

/// What some Windows programs begin a UTF-8 text with.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Reads until `text` has `limit` bytes or the stream ends; true at the end. When the stream is
/// damaged, `text` holds what comes before the damage.
bool read_up_to(byte_stream& stream, std::string& text, std::size_t limit) {
  std::size_t filled = text.size();
  text.resize(limit);
  try {
    std::size_t now = 1;
    while (filled < limit && now > 0) {
      now = stream.read(std::span(text).subspan(filled));
      filled += now;
    }
  } catch (const damaged_stream&) {
    text.resize(filled);
    throw;
  }
  text.resize(filled);
  return filled < limit;
}

}  // namespace

graph_file::graph_file(std::string path, empty_text empty)
    : path_(std::move(path)), file_(path_), packing_(sniff_compression(file_.bytes())) {
  const bool is_refused = empty == empty_text::refused;
  if (bytes().empty() && is_refused) { fail(nullptr, "is empty"); }
  if (packing_ == compression::none) {
    text_ = bytes();
  } else {
    unpack_head();
  }
  if (text_.empty() && is_refused) {
    fail(nullptr, fmt::format("unpacks to nothing ({})", name_of(packing_)));
  }
  if (text_.starts_with(byte_order_mark)) {
    mark_bytes_ = byte_order_mark.size();
    text_.remove_prefix(mark_bytes_);
  }
}

void graph_file::unpack_head() {
  const std::unique_ptr<byte_stream> stream = unpack();
  try {
    whole_ = read_up_to(*stream, head_, head_bytes);
  } catch (const damaged_stream& damage) {
    throw input_error(path_, {position_in(head_, head_.data() + head_.size()).line, 0},
                      damage.what());
  }
  head_packed_bytes_ = stream->consumed();
  text_ = head_;
  const std::size_t last_line_end = head_.rfind('\n');
  if (!whole_ && last_line_end != std::string::npos) { text_ = text_.substr(0, last_line_end + 1); }
}

std::unique_ptr<byte_stream> graph_file::unpack() const {
  std::unique_ptr<byte_stream> stream = open_stream(bytes(), packing_);
  std::string mark(mark_bytes_, '\0');
  if (mark_bytes_ > 0) { static_cast<void>(stream->read(mark)); }
  return stream;
}

std::string_view graph_file::name() const noexcept {
  return std::string_view(path_).substr(path_.rfind('/') + 1);
}

std::string graph_file::suffix() const {
  std::string rest = lower_case(name());
  for (const std::string_view packed : {".gz", ".xz", ".zst", ".bz2"}) {
    if (rest.ends_with(packed)) { rest.resize(rest.size() - packed.size()); }
  }
  const std::size_t dot = rest.rfind('.');
  return dot == std::string::npos ? std::string() : rest.substr(dot + 1);
}

double graph_file::estimated_text_bytes() const noexcept {
  const auto known = static_cast<double>(text_.size());
  if (whole_ || head_packed_bytes_ == 0) { return known; }
  return known * static_cast<double>(bytes().size()) / static_cast<double>(head_packed_bytes_);
}

std::string graph_file::unpack_up_to(std::uint64_t most_bytes) const {
  const std::unique_ptr<byte_stream> stream = unpack();
  std::string all;
  // In steps: whoever wrote the file may have promised more than there is.
  std::size_t limit = std::min<std::uint64_t>(head_bytes, most_bytes);
  try {
    while (!read_up_to(*stream, all, limit) && limit < most_bytes) {
      limit = std::min<std::uint64_t>(limit * 2, most_bytes);
    }
  } catch (const damaged_stream& damage) { throw input_error(path_, {}, damage.what()); }
  return all;
}

file_position graph_file::position_of(const char* at) const noexcept {
  return position_in(text_, at);
}

void graph_file::fail(const char* at, std::string_view problem) const {
  throw input_error(path_, at == nullptr ? file_position{} : position_of(at), problem);
}

file_position position_in(std::string_view text, const char* at,
                          std::uint64_t first_line) noexcept {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(at - text.data()));
  const auto newlines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return {first_line + static_cast<std::uint64_t>(newlines), before.size() - line_begin + 1};
}

std::string quoted(std::string_view token) {
  constexpr std::size_t longest = 40;
  return "'" + printable(token.substr(0, longest)) + (token.size() > longest ? "…'" : "'");
}

}  // namespace orujo::io
