// Inboxes and the bell of a rank under every schedule of a few workers; mutants are to be found.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/transport/worker_inboxes.hpp"
#include "support/explored_atomic.hpp"

namespace orujo::test {

namespace {

constexpr std::chrono::microseconds no_limit = std::chrono::hours(1);

struct modelled_item : basic_queue_link<modelled_threads> {
  explored_plain<int> content{0};
};

using modelled_inboxes = worker_inboxes<modelled_item, modelled_threads>;

/// When a worker takes the ticket that it may sleep with.
enum class ticket_time : std::uint8_t { before_it_looks, after_it_has_looked };

/// A worker that receives until all `expected` items have been received, by whichever worker: as
/// the rounds of a progress_engine do, with work that is counted in place of the end of an epoch.
struct receiving_worker {
  explored_threads& run;
  modelled_inboxes& inboxes;
  explored_atomic<int>& received;
  int expected;
  ticket_time when = ticket_time::before_it_looks;

  void operator()(int worker) const {
    while (true) {
      std::uint32_t ticket = inboxes.ticket();
      if (received.load(std::memory_order_acquire) == expected) { return; }
      if (modelled_item* const item = inboxes.try_receive(worker)) {
        run.check(item->content == 7, "an item is received before it is complete");
        received.fetch_add(1, std::memory_order_acq_rel);
        inboxes.ring();  // the other workers look whether all is done
        continue;
      }
      if (when == ticket_time::after_it_has_looked) { ticket = inboxes.ticket(); }
      if (inboxes.has_mail(worker)) {
        run.yield();  // another worker has it, or its push is under way
      } else {
        inboxes.sleep(ticket, no_limit);
      }
    }
  }
};

/// Where the items of a sender go.
enum class inbox_kind : std::uint8_t { own, shared };

struct inbox_program {
  int workers = 1;
  std::vector<inbox_kind> senders;
  ticket_time when = ticket_time::before_it_looks;
};

exploration explore_inboxes(const inbox_program& program, const exploration_limits& limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    modelled_inboxes inboxes(program.workers);
    explored_atomic<int> received{0};
    std::array<modelled_item, 3> items;
    const receiving_worker receive{run, inboxes, received, static_cast<int>(program.senders.size()),
                                   program.when};
    for (int w = 0; w < program.workers; ++w) {
      run.start([&, w] { receive(w); });
    }
    for (std::size_t s = 0; s < program.senders.size(); ++s) {
      run.start([&, s] {
        items[s].content = 7;
        if (program.senders[s] == inbox_kind::own) {
          inboxes.deliver_to(0, &items[s]);
        } else {
          inboxes.deliver_to_any(&items[s]);
        }
      });
    }
    run.run();
  });
}

void expect_no_item_slept_through(const inbox_program& program, const exploration_limits& limits) {
  const exploration found = explore_inboxes(program, limits);
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

}  // namespace

TEST(explored_inboxes, no_item_is_slept_through) {
  using kind = inbox_kind;
  expect_no_item_slept_through({1, {kind::own}}, {.deviations = 3});
  expect_no_item_slept_through({1, {kind::own, kind::shared}}, {.deviations = 2});
  expect_no_item_slept_through({2, {kind::shared}}, {.deviations = 2});
  expect_no_item_slept_through({2, {kind::shared, kind::shared}}, {.deviations = 1});
}

TEST(explored_inboxes, finds_a_ticket_that_is_taken_too_late) {
  const inbox_program late{1, {inbox_kind::own}, ticket_time::after_it_has_looked};
  EXPECT_EQ(explore_inboxes(late, {.deviations = 2}).failure, "");  // mail is looked for once more
  const inbox_program work{2, {inbox_kind::shared}, ticket_time::after_it_has_looked};
  const exploration found = explore_inboxes(work, {.deviations = 2});
  EXPECT_NE(found.failure.find("deadlock"), std::string::npos) << found.text();
}

}  // namespace orujo::test
