// Semaphore, mutex, condition, full/empty word and barrier for tasks of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <mutex>

#include "orujo/memory/global_array.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/memory/synchronisation/global_barrier.hpp"
#include "orujo/memory/synchronisation/global_condition.hpp"
#include "orujo/memory/synchronisation/global_full_empty.hpp"
#include "orujo/memory/synchronisation/global_semaphore.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

constexpr std::uint64_t guests = 60;
using message = orujo::global_full_empty<std::uint64_t>;

/// Names only: a guest takes copies along to its rank.
struct restaurant {
  orujo::global_semaphore seats;
  orujo::global_barrier everybody;
  orujo::global_mutex kitchen;
  orujo::global_condition served;
  orujo::global_pointer<std::uint64_t> desserts;
  message last_order;

  void dine(std::uint64_t guest) const {
    seats.acquire();
    orujo::yield();  // eats
    seats.release();
    everybody.wait();
    if (guest == 7) { last_order.put(guests); }
    const std::lock_guard held(kitchen);
    orujo::delegate::write(desserts, orujo::delegate::read(desserts) + 1);
    served.notify_all();
  }
};

/// Three seats, and dessert only when all guests of all ranks have eaten.
void dine() {
  orujo::semaphore_state seats(3);
  orujo::mutex_state kitchen;
  orujo::condition_state served;
  std::uint64_t desserts = 0;
  message::state last_order;
  const restaurant all{orujo::global_semaphore(orujo::global(seats)),
                       orujo::allocate_barrier(orujo::barrier_tasks::anywhere, guests),
                       orujo::global_mutex(orujo::global(kitchen)),
                       orujo::global_condition(orujo::global(served)),
                       orujo::global(desserts),
                       message(orujo::global(last_order))};
  orujo::finish([&] {
    for (std::uint64_t guest = 0; guest < guests; ++guest) {
      orujo::spawn_anywhere([all, guest] { all.dine(guest); });
    }
    const std::uint64_t ordered = all.last_order.take();  // waits until it is full
    const std::unique_lock held(all.kitchen);
    all.served.wait(held, [&] { return desserts == ordered; });
    std::printf("%llu desserts\n", static_cast<unsigned long long>(desserts));
  });
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 3, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, dine);
  });
}
