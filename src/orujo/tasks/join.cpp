// When a join's count reaches zero, and how failures reach the finish.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/join.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

namespace {

/// A failure on its way to the finish's own rank.
struct travelling_failure {
  join_id id;
  rank_id from;
  exit_code code;
  char text[200];

  void operator()(worker& self) const {
    tasks_of(self).board().joins().note_failure(id, task_error(code, text));
    post_join_news(self, from, {.id = id, .done = 1});
  }
};

}  // namespace

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
  if (failure_) { throw task_error(*failure_); }
}

void join::note(const task_error& failure) {
  const std::lock_guard guard(failure_lock_);
  if (!failure_) { failure_.emplace(failure); }
}

void join::fail(const std::exception_ptr& failure) {
  const task_error problem = describe_failure(failure, board_.team().rank());
  if (is_home()) { return note(problem); }
  // Counted until the finish's rank says that it knows: it cannot end before.
  enroll();
  travelling_failure news{
      .id = id_, .from = board_.team().rank(), .code = problem.code(), .text = {}};
  std::strncpy(news.text, problem.what(), sizeof news.text - 1);
  post(board_.peer_on(join_directory::home_of(id_)), news);
}

}  // namespace orujo
