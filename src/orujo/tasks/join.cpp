// When a join's count reaches zero, and how failures reach the finish.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/join.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

// To give credits back may send news, which makes room, which handles messages, whose handlers may
// use this purse: whatever they have put into it is given back, too.
void credit_purse::refill(join& owner) {
  while (credits_ > 0) { give_back(); }
  owner.add(batch);
  owner_ = &owner;
  credits_ = batch - 1;
}

void credit_purse::exchange_for(join& owner) {
  while (credits_ > 0 && owner_ != &owner) { give_back(); }
  if (credits_ == most) {
    credits_ = batch;
    owner.subtract(most - batch);  // not the last ones
  }
  owner_ = &owner;
  ++credits_;
}

void credit_purse::pay_out() {
  std::exchange(owner_, nullptr)->subtract(std::exchange(credits_, 0));
}

join::join(task_board& board) : count_(1), board_(board), id_(board.joins().id_of(*this)) {
  done_.emplace();
}

join::join(task_board& board, join_id id, rank_id parent)
    : count_(0), board_(board), id_(id), parent_(parent) {}

void join::subtract(std::int64_t credits) {
  task_board& board = board_;
  const join_id id = id_;
  const bool at_home = is_home();
  // acq_rel: what was done here is visible to whoever finds that nothing is left
  if (count_.fetch_sub(credits, std::memory_order_acq_rel) != credits) { return; }
  if (at_home) {
    done_->signal();  // nothing is left, so nobody else can find that
  } else {
    board.joins().leave_if_done(id);  // the join may be gone by now
  }
}

void join::wait() {
  subtract(1);
  this_scheduler().credits().give_back_to(*this);
  done_->wait("the tasks of a finish");
  // relaxed: the count ordered it
  if (failed_.load(std::memory_order_relaxed)) { throw board_.failures().take(id_); }
}

void join::fail(const std::exception_ptr& failure) {
  const task_error problem = describe_failure(failure, board_.team().rank());
  if (is_home()) {
    board_.failures().add(id_, problem);
    return note_failure();
  }
  const std::string_view text = problem.what();
  failure_part part{.finish = id_,
                    .from = static_cast<std::uint32_t>(index_of(board_.team().rank())),
                    .number = board_.number_of_failure(),
                    .code = problem.code(),
                    .all = static_cast<std::uint32_t>(text.size()),
                    .begin = 0,
                    .size = 0,
                    .text = {}};
  do {
    part.size = static_cast<std::uint32_t>(text.copy(part.text, sizeof part.text, part.begin));
    enroll();  // counted until the finish's rank has the part: it cannot end before
    post(board_.peer_on(join_directory::home_of(id_)), part);
    part.begin += part.size;
  } while (part.begin < part.all);
}

void failure_part::operator()(worker& self) const {
  task_board& board = tasks_of(self).board();
  board.failures().add(*this);
  board.joins().note_failure(finish);
  post_join_news(self, rank_id{static_cast<int>(from)}, {.id = finish, .done = 1});
}

}  // namespace orujo
