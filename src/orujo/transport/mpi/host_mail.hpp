// One endpoint's small parcels to and from ranks of its host.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/transport/mpi/host_memory.hpp"
#include "orujo/transport/parcel.hpp"

namespace orujo {

/// The right to use the queues of the host, which one endpoint of a session has at a time.
struct host_claim {
  std::uint32_t team;  ///< Letters of other endpoints, which have failed, are thrown away.
};

/// Puts small parcels into the queues of other ranks, and takes those for this rank.
class host_mail {
public:
  /// Without a `claim` nothing can be sent, and nothing comes.
  host_mail(const host_memory& host, std::shared_ptr<const host_claim> claim, rank_id self)
      : host_(host),
        claim_(std::move(claim)),
        own_(claim_ == nullptr ? nullptr
                               : host.queue_of(static_cast<std::size_t>(index_of(self)))) {}

  [[nodiscard]] bool is_open() const noexcept { return own_ != nullptr; }

  /// Whether try_send() takes a parcel of `bytes` to the rank `to`, if the queue has room: the rank
  /// is on this host, and the parcel small.
  [[nodiscard]] bool may_take(std::size_t to, std::size_t bytes) const noexcept {
    return is_open() && bytes <= host_letter::most_bytes && host_.queue_of(to) != nullptr;
  }

  /// Copies a parcel to the rank `to`, and wakes it. Returns whether it was taken. Call: any
  /// thread.
  [[nodiscard]] bool try_send(std::size_t to, int tag, const parcel_label& label,
                              const std::byte* messages) {
    if (!may_take(to, label.bytes)) { return false; }
    const bool taken = host_.queue_of(to)->try_put([&](host_letter& letter) {
      letter.team = claim_->team;
      letter.tag = static_cast<std::uint32_t>(tag);
      letter.label = label;
      std::memcpy(letter.messages, messages, label.bytes);
    });
    if (taken) { host_.bell_of(to)->announce_to_sleepers(); }
    return taken;
  }

  /// Whether take() would find something, in the one order of those who send and ring.
  [[nodiscard]] bool has_mail() const noexcept { return is_open() && own_->has_mail(); }

  /// Calls `read(tag, label, messages)` for some of what has come; returns whether anything has.
  /// Call: any thread; nothing is taken while another one is at it.
  template <typename Read>
  bool take(Read read) {
    if (!has_mail()) { return false; }
    const std::unique_lock reader(reading_, std::try_to_lock);
    if (!reader.owns_lock()) { return false; }
    const std::size_t taken = own_->take(most_at_once, [&](const host_letter& letter) {
      if (letter.team != claim_->team) { return; }
      read(static_cast<int>(letter.tag), letter.label, letter.messages);
    });
    count_.store(received() + taken, std::memory_order_relaxed);  // by the reader; others print it
    return taken > 0;
  }

  /// Letters so far.
  [[nodiscard]] std::uint64_t received() const noexcept {
    return count_.load(std::memory_order_relaxed);
  }

private:
  static constexpr std::size_t most_at_once = 64;

  const host_memory& host_;
  std::shared_ptr<const host_claim> claim_;
  host_queue* own_;
  spin_lock reading_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace orujo
