// Mechanisms say which operators they do not serve.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "orujo/activities/activity_channel.hpp"
#include "orujo/activities/mechanisms.hpp"

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

/// Of elements of any type: swapped, or added to.
template <typename Element>
struct keep_one {
  using element = Element;
  using arguments = std::uint32_t;
  element* kept;

  element& place(arguments at) const { return kept[at]; }
  static void act(element& value, arguments /*at*/) { value = {}; }
  static std::size_t home(arguments at, std::size_t workers) { return at % workers; }
};

template <typename Element>
struct add_any {
  using element = Element;
  using arguments = std::uint32_t;
  element* sums;

  element& place(arguments at) const { return sums[at]; }
  static element amount(arguments /*at*/) { return 1; }
};

struct two_words_wide {
  std::uint64_t first;
  std::uint64_t second;
};
struct three_words_wide : two_words_wide {
  std::uint64_t third;
};

/// Swaps two elements, and may say that it has failed: behind that, unless it is cautious.
template <bool Cautious>
struct swap_if_it_matters : swap_two {
  static constexpr bool is_cautious = Cautious;

  template <typename Access>
  operator_verdict act(Access& access, const arguments& which) const {
    swap_two::act(access, which);
    return operator_verdict::done;
  }
  bool matters(const arguments& which) const { return words[which.one] != 0; }
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

void run_unserved(rank_team& team, std::uint32_t* words) {
  activity_runner<keep_one<two_words_wide>, mechanisms::atomic_words> keeping(team, {nullptr});
  activity_channel<swap_if_it_matters<true>, mechanisms::striped_locks> caring(team, {{words}});

#ifdef SECTION_wide_element_under_locks  // error: by isolation `atomic` alone
  activity_runner<keep_one<two_words_wide>, mechanisms::striped_locks> locked(team, {nullptr});
#endif
#ifdef SECTION_wide_element_at_home  // error: is changed in one piece by isolation `atomic` alone
  activity_channel<keep_one<two_words_wide>, mechanisms::home> at_home(team, {nullptr});
#endif
#ifdef SECTION_element_of_three_words  // error: an element has 1, 2, 4 or 8 bytes, or 16 under
  activity_runner<keep_one<three_words_wide>, mechanisms::norec> larger(team, {nullptr});
#endif
#ifdef SECTION_element_of_three_words_swapped  // error: an element has 1, 2, 4 or 8
  activity_runner<keep_one<three_words_wide>, mechanisms::atomic_words> larger(team, {nullptr});
#endif
#ifdef SECTION_sums_of_truth_values  // error: have no sums in one piece
  activity_runner<add_any<bool>, mechanisms::global_lock> adding_any(team, {nullptr});
#endif
#ifdef SECTION_sums_of_long_double  // error: have no sums in one piece
  activity_runner<add_any<long double>, mechanisms::atomic_words> adding_any(team, {nullptr});
#endif
#ifdef SECTION_careless_operator_that_matters  // error: cannot say whether it matters
  activity_channel<swap_if_it_matters<false>, mechanisms::striped_locks> careless(team, {{words}});
#endif
#ifdef SECTION_careless_operator_that_matters_and_answers  // error: cannot say whether it matters
  const auto failed = [](worker&, const swap_two::arguments&) {};
  activity_channel<swap_if_it_matters<false>, mechanisms::striped_locks, decltype(failed)> careless(
      team, {{words}}, {}, {failed, {}});
#endif
}

}  // namespace orujo
