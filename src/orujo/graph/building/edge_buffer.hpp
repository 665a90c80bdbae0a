// Keeps the edges that a rank has read until it is known where they belong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/building/block_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_chunk.hpp"

namespace orujo::building {

/// An edge whose ends are below 2^32.
struct narrow_edge {
  std::uint32_t source;
  std::uint32_t target;
};

/// Every worker adds to its own blocks; a block holds narrow edges if all that went into it at once
/// are narrow.
class edge_buffer {
public:
  explicit edge_buffer(int workers);

  /// Keeps `edges`; `weights` is empty, or as long. Call: by `worker` only. Throws: memory_error.
  void add(int worker, std::span<const input_edge> edges, std::span<const weight_bits> weights);

  [[nodiscard]] std::uint64_t edges() const noexcept;

  /// Bytes that are held or reserved. Call: any thread.
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return bytes_.load(std::memory_order_relaxed);
  }

  class block;

  /// All blocks, to be worked on by any worker. Call: local, when no worker adds any more.
  [[nodiscard]] std::vector<block*> blocks();

private:
  struct alignas(cache_line_bytes) lane {
    std::vector<block> blocks;
    std::size_t last[2] = {0, 0};  ///< 1 + the block being filled, of wide and of narrow edges.
  };

  block& room_for(lane& own, bool narrow, bool weighted);

  std::vector<lane> lanes_;
  std::atomic<std::uint64_t> bytes_{0};
};

/// Some edges of one width, with weights or without.
class edge_buffer::block {
public:
  block(std::size_t bytes, bool narrow, bool weighted)
      : memory_(bytes),
        capacity_(bytes / (edge_bytes(narrow) + (weighted ? sizeof(weight_bits) : 0))),
        narrow_(narrow),
        weighted_(weighted) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
  [[nodiscard]] bool weighted() const noexcept { return weighted_; }

  /// Appends at most room() edges.
  void append(std::span<const input_edge> edges, std::span<const weight_bits> weights) noexcept;

  /// Calls visit(edges, weights) with a span of narrow_edge or of input_edge.
  template <typename Visit>
  void visit(Visit&& visit) noexcept(false) {
    if (narrow_) {
      visit(std::span(narrow(), size_), weights());
    } else {
      visit(std::span(wide(), size_), weights());
    }
  }

  /// Frees the edges.
  void release() noexcept {
    memory_ = {};
    size_ = capacity_ = 0;
  }

private:
  [[nodiscard]] static constexpr std::size_t edge_bytes(bool narrow) noexcept {
    return narrow ? sizeof(narrow_edge) : sizeof(input_edge);
  }
  // The block is raw memory and these types are implicit-lifetime ones; the edges come first.
  [[nodiscard]] narrow_edge* narrow() const noexcept {
    return reinterpret_cast<narrow_edge*>(memory_.data());
  }
  [[nodiscard]] input_edge* wide() const noexcept {
    return reinterpret_cast<input_edge*>(memory_.data());
  }
  [[nodiscard]] weight_bits* first_weight() const noexcept {
    return reinterpret_cast<weight_bits*>(memory_.data() + capacity_ * edge_bytes(narrow_));
  }
  [[nodiscard]] std::span<const weight_bits> weights() const noexcept {
    return {weighted_ ? first_weight() : nullptr, weighted_ ? size_ : 0};
  }

  block_memory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_;
  bool narrow_;
  bool weighted_;
};

// Here, where a block is complete, as vectors of blocks demand.
inline edge_buffer::edge_buffer(int workers) : lanes_(static_cast<std::size_t>(workers)) {}

}  // namespace orujo::building
