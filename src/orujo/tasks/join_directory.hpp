// The joins of one rank, found by the name of their finish.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/tasks/join.hpp"

namespace orujo {

/// Keeps the joins of finishes of other ranks, and finds those of this rank.
/// Call: any worker of the rank.
class join_directory {
public:
  explicit join_directory(task_board& board) : board_(board) {}

  [[nodiscard]] join_id id_of(const join& own) const noexcept;
  [[nodiscard]] static rank_id home_of(join_id id) noexcept {
    return rank_id{static_cast<int>(static_cast<std::uint64_t>(id) >> address_bits)};
  }

  /// Counts a task that arrived from `from`, which counts it, too, until told that it is done.
  /// Returns what counts it here. Call: a handler.
  [[nodiscard]] join& arrive(join_id id, rank_id from);

  /// What counts here a task that came from `from`, maybe this rank; nullptr if `id` is none.
  /// Call: a handler.
  [[nodiscard]] join* take_over(join_id id, rank_id from);

  /// The join that counts for `id` here. Call: while it counts something.
  [[nodiscard]] join& at(join_id id);

  /// Another rank says that `done` tasks that came from here are done.
  void acknowledge(join_id id, std::int64_t done);

  /// Tells the parent, if nothing is left of `id` here.
  void leave_if_done(join_id id);

  /// See join::note_failure(). Call: on the finish's own rank.
  static void note_failure(join_id id) noexcept { own(id).note_failure(); }

private:
  static constexpr unsigned address_bits = 48;  // of a user address; ranks are below 2^16

  [[nodiscard]] bool is_own(join_id id) const noexcept;
  [[nodiscard]] static join& own(join_id id) noexcept;

  task_board& board_;
  spin_lock lock_;
  std::unordered_map<std::uint64_t, std::unique_ptr<join>> visitors_;
};

/// "So many tasks that you sent for this finish are done."
struct join_news {
  join_id id;
  std::int64_t done;

  void operator()(worker& self) const;
};

/// Sends `news` to rank `to`. Call: a task or a handler.
void post_join_news(worker& self, rank_id to, const join_news& news);

}  // namespace orujo
