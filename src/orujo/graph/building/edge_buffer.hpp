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
#include "orujo/graph/edge_chunk.hpp"

namespace orujo::building {

/// An edge whose ends are below 2^32.
struct narrow_edge {
  std::uint32_t source;
  std::uint32_t target;
};

/// A kind of blocks: whether edges in them are narrow, and the bytes of their weights' keys.
struct block_kind {
  bool narrow = false;
  std::uint8_t key_bytes = 0;  ///< 0, 4 or 8.

  [[nodiscard]] bool operator==(const block_kind&) const = default;
  [[nodiscard]] std::size_t edge_bytes() const noexcept {
    return narrow ? sizeof(narrow_edge) : sizeof(input_edge);
  }
};

/// Every worker adds to its own blocks; a block holds narrow edges if all that went into it at once
/// are narrow, and likewise keys of weights.
class edge_buffer {
public:
  explicit edge_buffer(int workers);

  /// Keeps `edges`; `keys`, those of their weights, is empty, or as long. Call: by `worker` only.
  /// Throws: memory_error.
  template <typename Key>
  void add(int worker, std::span<const input_edge> edges, std::span<const Key> keys);

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
    /// 1 + the block being filled, of wide and of narrow edges, with keys of 4 bytes or none, and
    /// of 8.
    std::size_t last[2][2] = {{0, 0}, {0, 0}};
  };

  block& room_for(lane& own, const block_kind& kind);

  std::vector<lane> lanes_;
  std::atomic<std::uint64_t> bytes_{0};
};

/// Some edges of one width, with weights of one width or without.
class edge_buffer::block {
public:
  block(std::size_t bytes, const block_kind& kind)
      : memory_(bytes), capacity_(bytes / (kind.edge_bytes() + kind.key_bytes)), kind_(kind) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
  [[nodiscard]] const block_kind& kind() const noexcept { return kind_; }

  /// Appends at most room() edges; `keys` is empty, or as long.
  void append(std::span<const input_edge> edges, std::span<const std::byte> keys) noexcept;

  /// Calls visit(edges) with a span of narrow_edge or of input_edge.
  template <typename Visit>
  void visit_edges(Visit&& visit) {
    if (kind_.narrow) {
      visit(std::span(narrow(), size_));
    } else {
      visit(std::span(wide(), size_));
    }
  }

  /// Calls visit(edges, keys) with a span of narrow_edge or of input_edge, and one of
  /// std::uint32_t or std::uint64_t, which is empty without weights.
  template <typename Visit>
  void visit(Visit&& visit) {
    visit_edges([&](auto edges) {
      if (kind_.key_bytes == sizeof(std::uint64_t)) {
        visit(edges, keys<std::uint64_t>());
      } else {
        visit(edges, keys<std::uint32_t>());
      }
    });
  }

  /// Frees the edges.
  void release() noexcept {
    memory_ = {};
    size_ = capacity_ = 0;
  }

private:
  // The block is raw memory and these types are implicit-lifetime ones; the edges come first.
  [[nodiscard]] narrow_edge* narrow() const noexcept {
    return reinterpret_cast<narrow_edge*>(memory_.data());
  }
  [[nodiscard]] input_edge* wide() const noexcept {
    return reinterpret_cast<input_edge*>(memory_.data());
  }
  [[nodiscard]] std::byte* first_key() const noexcept {
    return memory_.data() + capacity_ * kind_.edge_bytes();  // edges have 8 bytes or 16
  }
  template <typename Key>
  [[nodiscard]] std::span<const Key> keys() const noexcept {
    return {reinterpret_cast<const Key*>(first_key()), kind_.key_bytes == 0 ? 0 : size_};
  }

  block_memory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_;
  block_kind kind_;
};

// Here, where a block is complete, as vectors of blocks demand.
inline edge_buffer::edge_buffer(int workers) : lanes_(static_cast<std::size_t>(workers)) {}

}  // namespace orujo::building
