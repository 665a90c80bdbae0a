// One lock round a batch of operators whose elements were fetched before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>

#include "orujo/activities/counts.hpp"
#include "orujo/activities/mechanisms/plain_access.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::mechanisms {

/// Nobody else acts: a rank with one worker, or elements that one worker has for itself.
class serial {
public:
  explicit serial(const rank_team& team)
      : sessions_(static_cast<std::size_t>(team.num_workers())) {}

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    session& own = sessions_[worker];
    body(own.access);
    own.access.commit();
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return sessions_[worker].counts;
  }

private:
  struct alignas(cache_line_bytes) session {
    activities::plain_access access;
    activity_counts counts;
  };
  std::deque<session> sessions_;
};

/// One activity at a time. Cost: an exchange for each activity, and waiting for the others.
class global_lock {
public:
  explicit global_lock(const rank_team& team) : alone_(team) {}

  template <typename Body>
  void run(std::size_t worker, const Body& body) {
    const std::scoped_lock guard(lock_);
    alone_.run(worker, body);
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return alone_.counts(worker);
  }

private:
  alignas(cache_line_bytes) spin_lock lock_;
  serial alone_;
};

}  // namespace orujo::mechanisms
