// Serialized GAP graphs, read from the mapped file without a copy.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/gap_binary.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include <fmt/format.h>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/io/fields.hpp"
#include "orujo/graph/io/gap_format.hpp"

namespace orujo::io {

namespace {

constexpr std::uint64_t largest_size = std::uint64_t{1} << 48;

gap_header header_in(std::string_view text) noexcept {
  std::array<std::byte, gap_header_bytes> bytes;
  std::memcpy(bytes.data(), text.data(), bytes.size());
  return read_gap_header(bytes);
}

/// The number at `at`, which need not be aligned.
template <typename T>
T load(const char* at) noexcept {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

class gap_input final : public edge_input {
public:
  gap_input(std::shared_ptr<const graph_file> file, input_part part, const open_options& options)
      : file_(std::move(file)) {
    const weight_use use = options.weights;
    bytes_ = file_->bytes();
    if (file_->packing() != compression::none) { unpack(options); }
    check_sizes();
    check_offsets();
    const std::uint64_t blocks = (header_.listed_edges + block_edges - 1) / block_edges;
    const auto parts = static_cast<std::uint64_t>(part.count);
    const auto index = static_cast<std::uint64_t>(part.index);
    first_ = blocks * index / parts;
    last_ = blocks * (index + 1) / parts;
    keep_weights_ = weighted_ && use != weight_use::ignored;
    describe_facts(use);
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::uint64_t number = first_ + taken_.fetch_add(1, std::memory_order_relaxed);
    if (number >= last_) { return false; }
    const std::uint64_t begin = number * block_edges;
    const std::uint64_t end = std::min(begin + block_edges, header_.listed_edges);
    std::uint64_t vertex = source_of(begin);
    for (std::uint64_t edge = begin; edge < end; ++edge) {
      while (offset(vertex + 1) <= edge) { ++vertex; }
      chunk.edges.push_back({vertex, target(edge)});
      if (!keep_weights_) { continue; }
      if (facts_.weights == weight_kind::real) {
        chunk.weights.push_back(weight(edge));
      } else {
        chunk.whole_weights.push_back(weight(edge));
      }
    }
    return true;
  }

  [[nodiscard]] double progress() const override {
    const std::uint64_t all = last_ - first_;
    const std::uint64_t taken = std::min(taken_.load(std::memory_order_relaxed), all);
    return all == 0 ? 1.0 : static_cast<double>(taken) / static_cast<double>(all);
  }

private:
  static constexpr std::uint64_t block_edges = std::uint64_t{1} << 16;

  [[noreturn]] void fail(const std::string& problem) const { file_->fail(nullptr, problem); }

  /// The header says how much there is to unpack: what comes beyond it is not unpacked.
  void unpack(const open_options& options) {
    check_header(file_->text());
    const std::uint64_t bytes = gap_bytes_of(header_, file_->suffix() == "wsg");
    require_memory(bytes * options.readers_on_host, file_->path() + ": the unpacked file",
                   options.memory_limit_bytes);
    unpacked_ = file_->unpack_up_to(gap_bytes_of(header_, true) + 1);
    bytes_ = unpacked_;
  }

  void check_header(std::string_view bytes) {
    if (bytes.size() < gap_header_bytes) { fail("is too short for a GAP graph (.sg)"); }
    header_ = header_in(bytes);
    if (header_.vertices > largest_size || header_.listed_edges > largest_size) {
      fail("is no GAP graph (.sg), or its header is damaged");
    }
  }

  void check_sizes() {
    check_header(bytes_);
    weighted_ = bytes_.size() == gap_bytes_of(header_, true);
    if (header_.listed_edges == 0) { weighted_ = file_->suffix() == "wsg"; }
    if (bytes_.size() == gap_bytes_of(header_, weighted_)) { return; }
    const bool cut = bytes_.size() > gap_bytes_of(header_, true) && !unpacked_.empty();
    fail(
        fmt::format("has {} bytes{}, but a GAP graph with {} vertices and {} listed edges has {} "
                    "(.sg) or {} (.wsg): it is cut off or damaged",
                    bytes_.size(), cut ? " or more" : "", header_.vertices, header_.listed_edges,
                    gap_bytes_of(header_, false), gap_bytes_of(header_, true)));
  }

  void check_offsets() const {
    std::uint64_t previous = 0;
    bool sorted = offset(0) == 0;
    for (std::uint64_t vertex = 0; vertex <= header_.vertices; ++vertex) {
      sorted = sorted && offset(vertex) >= previous;
      previous = offset(vertex);
    }
    if (!sorted || previous != header_.listed_edges) {
      fail(
          "the offsets of this GAP graph do not rise from 0 to its number of edges: it is damaged");
    }
  }

  void describe_facts(weight_use use) {
    const bool real = keep_weights_ && use == weight_use::as_real;
    facts_.weights =
        real ? weight_kind::real : (keep_weights_ ? weight_kind::integer : weight_kind::none);
    facts_.has_weights = weighted_;
    facts_.recognised = describe_gap(header_, weighted_);
    facts_.directed = header_.directed;
    facts_.both_directions_listed = !header_.directed;
    facts_.declared_vertices = header_.vertices;
    facts_.declared_edges = header_.listed_edges;
    facts_.name = file_->name();
  }

  [[nodiscard]] std::uint64_t offset(std::uint64_t vertex) const noexcept {
    return load<std::uint64_t>(bytes_.data() + gap_header_bytes + vertex * 8);
  }

  /// The vertex whose list holds `edge`: the last one whose list begins at or before it.
  [[nodiscard]] std::uint64_t source_of(std::uint64_t edge) const noexcept {
    std::uint64_t low = 0;
    std::uint64_t high = header_.vertices;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (offset(middle) <= edge ? low : high) = middle;
    }
    return low;
  }

  [[nodiscard]] const char* entry(std::uint64_t edge) const noexcept {
    return bytes_.data() + gap_header_bytes + (header_.vertices + 1) * 8 +
           edge * (weighted_ ? 8 : 4);
  }

  /// Where the entry of `edge` begins, in the unpacked file.
  [[nodiscard]] std::uint64_t byte_of(std::uint64_t edge) const noexcept {
    return static_cast<std::uint64_t>(entry(edge) - bytes_.data());
  }

  [[nodiscard]] std::uint64_t target(std::uint64_t edge) const {
    const auto id = load<std::int32_t>(entry(edge));
    if (id < 0 || static_cast<std::uint64_t>(id) >= header_.vertices) {
      fail(
          fmt::format("byte {}: listed edge {} leads to vertex {}, but there are {} vertices: the "
                      "file is damaged",
                      byte_of(edge), edge, id, header_.vertices));
    }
    return static_cast<std::uint64_t>(id);
  }

  [[nodiscard]] std::int32_t weight(std::uint64_t edge) const noexcept {
    return load<std::int32_t>(entry(edge) + 4);
  }

  std::shared_ptr<const graph_file> file_;
  std::string unpacked_;
  std::string_view bytes_;
  gap_header header_;
  bool weighted_ = false;
  bool keep_weights_ = false;
  input_facts facts_;
  std::uint64_t first_ = 0;  ///< The blocks of this part are first_ … last_-1.
  std::uint64_t last_ = 0;
  std::atomic<std::uint64_t> taken_{0};
};

}  // namespace

bool looks_like_gap_binary(const graph_file& file) noexcept {
  const std::string_view text = file.text();
  if (text.size() < gap_header_bytes + 8 || (text[0] != 0 && text[0] != 1)) { return false; }
  const gap_header header = header_in(text);
  return header.vertices <= largest_size && header.listed_edges <= largest_size &&
         load<std::uint64_t>(text.data() + gap_header_bytes) == 0;
}

std::unique_ptr<edge_input> open_gap_binary(std::shared_ptr<const graph_file> file, input_part part,
                                            const open_options& options) {
  return std::make_unique<gap_input>(std::move(file), part, options);
}

}  // namespace orujo::io
