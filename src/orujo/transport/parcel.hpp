// A parcel: one buffer of messages on the wire, and the pools it comes from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/mpsc_queue.hpp"

namespace orujo {

/// A parcel for whichever worker of the destination rank looks first.
inline constexpr std::uint16_t any_worker = 0xffff;

/// Set in a label's port: the receiver tells the sender when it has handled the parcel.
inline constexpr std::uint32_t completion_asked = std::uint32_t{1} << 31U;

/// What a parcel says of itself; travels in front of its messages.
struct parcel_label {
  std::uint32_t bytes = 0;            ///< Of the messages, without this label.
  std::uint32_t epoch = 0;            ///< The epoch its messages count towards.
  std::uint32_t port = 0;             ///< Which channel; perhaps with completion_asked.
  std::uint16_t source = 0;           ///< The sending rank.
  std::uint16_t worker = any_worker;  ///< The destination worker.
};

class parcel_pool;
class send_budget;
enum class credit_wish : std::uint8_t;

/// One buffer. Its messages start on a cache line; the label lies directly in front of them, so
/// that label and messages are one stretch of bytes for the network.
struct alignas(cache_line_bytes) parcel : queue_link {
  parcel_pool* pool = nullptr;       ///< Where the buffer goes back to.
  send_budget* budget = nullptr;     ///< The sender's, in the same process, that it takes of.
  std::uint64_t transport_word = 0;  ///< What the transport that has it notes of it.
  std::uint32_t charge = 0;          ///< Bytes that it takes of a budget.
  credit_wish wish{};                ///< What its sender says with it.
  std::byte unused[cache_line_bytes - sizeof(queue_link) - 3 * sizeof(void*) -
                   sizeof(std::uint32_t) - sizeof(credit_wish) - sizeof(parcel_label)];
  parcel_label label;

  /// The messages: `label.bytes` of them are meaningful.
  // A parcel is always the start of a pool's slot, whose bytes continue behind it.
  [[nodiscard]] std::byte* payload() noexcept {
    return reinterpret_cast<std::byte*>(this) + sizeof(parcel);
  }
  [[nodiscard]] std::span<const std::byte> messages() noexcept { return {payload(), label.bytes}; }
};
static_assert(sizeof(parcel) == cache_line_bytes, "the label ends where the messages begin");

/// Buffers of one size for one worker. Others give buffers back to it.
///
/// Memory: grows to the largest number of buffers that were ever in use at once.
class parcel_pool {
public:
  /// `owner` stands for whoever has several pools.
  explicit parcel_pool(std::size_t payload_bytes, const void* owner = nullptr);
  parcel_pool(const parcel_pool&) = delete;
  parcel_pool& operator=(const parcel_pool&) = delete;

  /// A buffer whose label is empty. Call: the owning worker only. Throws: memory_error.
  [[nodiscard]] parcel* allocate();

  /// Takes a buffer of this pool back. Call: the owning worker only.
  void free_local(parcel* buffer) noexcept {
    buffer->next.store(free_, std::memory_order_relaxed);  // only this thread walks the list
    free_ = buffer;
  }

  /// Takes a buffer of this pool back. Call: any thread.
  void free_remote(parcel* buffer) noexcept { returned_.push(buffer); }

  [[nodiscard]] std::size_t payload_bytes() const noexcept { return payload_bytes_; }
  [[nodiscard]] bool belongs_to(const void* owner) const noexcept { return owner_ == owner; }

  /// Memory that the pool has taken so far. Call: any thread.
  [[nodiscard]] std::size_t reserved_bytes() const noexcept {
    return reserved_bytes_.load(std::memory_order_relaxed);  // nothing is concluded from it
  }

private:
  void grow();

  const void* owner_;
  std::size_t payload_bytes_;
  std::size_t slot_bytes_;
  std::size_t slots_ = 0;  // in all slabs
  parcel* free_ = nullptr;
  mpsc_queue<parcel> returned_;
  std::vector<huge_memory> slabs_;
  std::atomic<std::size_t> reserved_bytes_{0};
};

}  // namespace orujo
