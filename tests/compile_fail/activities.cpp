// Mechanisms say which operators they do not serve.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "orujo/activities/activity_channel.hpp"
#include "orujo/activities/mechanisms/atomic_words.hpp"
#include "orujo/activities/mechanisms/striped_locks.hpp"

namespace orujo {

struct add_one {
  using element = std::uint32_t;
  using arguments = std::uint32_t;
  element* sums;

  element& place(arguments at) const { return sums[at]; }
  static element amount(arguments /*at*/) { return 1; }
  static std::size_t home(arguments at, std::size_t workers) { return at % workers; }
};

struct swap_two {
  struct arguments {
    std::uint32_t one;
    std::uint32_t other;
  };
  std::uint32_t* words;

  template <typename Access>
  void act(Access& access, const arguments& which) const {
    const std::uint32_t first = access.read(words[which.one]);
    access.write(words[which.one], access.read(words[which.other]));
    access.write(words[which.other], first);
  }
};

void run(rank_team& team, worker& self, std::uint32_t* words) {
  activity_runner<add_one, mechanisms::atomic_words> adding(team, {words});
  adding.run(self, 1);
  activity_runner<swap_two, mechanisms::striped_locks> swapping(team, {words});
  swapping.run(self, {1, 2});
  activity_channel<add_one, mechanisms::home> adding_at_home(team, {words});
  adding_at_home.spawn(self, rank_id{0}, 1);

#ifdef SECTION_access_under_atomics  // error: this operator takes an access to several; use lock
  activity_runner<swap_two, mechanisms::atomic_words> atomically(team, {words});
  atomically.run(self, {1, 2});
#endif
#ifdef SECTION_spawned_access_under_atomics  // error: isolation `atomic` changes one element
  activity_channel<swap_two, mechanisms::atomic_words> atomically(team, {words});
  atomically.spawn(self, rank_id{0}, {1, 2});
#endif
#ifdef SECTION_operator_without_a_home  // error: this one does not say which, by home.arguments
  activity_channel<swap_two, mechanisms::home> at_home(team, {words});
#endif
#ifdef SECTION_home_without_messages  // error: spawn them through an activity_channel
  activity_runner<add_one, mechanisms::home> at_home(team, {words});
#endif
}

}  // namespace orujo
