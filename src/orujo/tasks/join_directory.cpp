// Which rank waits for which, in a finish that spans several.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/join_directory.hpp"

#include <mutex>
#include <utility>

#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

join_id join_directory::id_of(const join& own) const noexcept {
  const auto rank = static_cast<std::uint64_t>(index_of(board_.team().rank()));
  // The address as a number: it comes back to this rank, as a part of the name.
  return join_id{rank << address_bits | reinterpret_cast<std::uintptr_t>(&own)};
}

bool join_directory::is_own(join_id id) const noexcept {
  return home_of(id) == board_.team().rank();
}

join& join_directory::own(join_id id) noexcept {
  constexpr std::uint64_t address = (std::uint64_t{1} << address_bits) - 1;
  // See id_of(): it was made here, of a join that lives while anybody counts for it.
  return *reinterpret_cast<join*>(static_cast<std::uint64_t>(id) & address);
}

join& join_directory::arrive(join_id id, rank_id from) {
  bool tell_at_once = true;
  join* counter = nullptr;
  if (is_own(id)) {
    counter = &own(id);
    counter->add(1);
  } else {
    const std::lock_guard guard(lock_);
    auto& entry = visitors_[static_cast<std::uint64_t>(id)];
    if (!entry) { entry = std::make_unique<join>(board_, id, from); }
    entry->add(1);
    if (entry->parent_ == from) {
      ++entry->owed_;
      tell_at_once = false;
    }
    counter = entry.get();
  }
  // The parent waits for us anyway, so another rank need not count this task any longer.
  if (tell_at_once) { post_join_news(this_worker(), from, {.id = id, .done = 1}); }
  return *counter;
}

join* join_directory::take_over(join_id id, rank_id from) {
  if (id == join_id{}) { return nullptr; }
  // Of another worker of this rank it is counted here already.
  return from == board_.team().rank() ? &at(id) : &arrive(id, from);
}

join& join_directory::at(join_id id) {
  if (is_own(id)) { return own(id); }
  const std::lock_guard guard(lock_);
  return *visitors_.at(static_cast<std::uint64_t>(id));
}

void join_directory::acknowledge(join_id id, std::int64_t done) { at(id).subtract(done); }

void join_directory::leave_if_done(join_id id) {
  std::unique_ptr<join> finished;
  {
    const std::lock_guard guard(lock_);
    const auto at = visitors_.find(static_cast<std::uint64_t>(id));
    // A task may have arrived since, and may even be done.
    if (at == visitors_.end() || at->second->count_.load(std::memory_order_acquire) != 0) {
      return;
    }
    finished = std::move(at->second);
    visitors_.erase(at);
  }
  post_join_news(this_worker(), finished->parent_, {.id = id, .done = finished->owed_});
}

void join_news::operator()(worker& self) const {
  tasks_of(self).board().joins().acknowledge(id, done);
}

void post_join_news(worker& self, rank_id to, const join_news& news) {
  post(tasks_of(self).board().peer_on(to), news);
}

}  // namespace orujo
