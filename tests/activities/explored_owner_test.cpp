// The owner's side of the ownership protocol under every schedule of a few of its workers: those
// that spawn, and those that serve requests and releases of other ranks. And mutants.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/distributed/owned_elements.hpp"
#include "support/explored_atomic.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::size_t owned_each = 2;

/// Adds one to each word that it names. Who asks where a word is accesses it: the model sees races.
struct owned_words {
  struct arguments {
    std::uint32_t nothing;
  };
  using element = std::uint32_t;
  std::array<element, owned_each>* words;
  std::array<explored_plain<int>, owned_each>* accesses;

  [[nodiscard]] element& place(std::uint32_t number) const {
    explored_plain<int>& seen = (*accesses)[number];
    seen = seen + 1;
    return (*words)[number];
  }
  static void act(activities::ownership_access<element>& /*access*/, const arguments& /*what*/) {}
};

/// One activity: which words it wants, in which order, and whether its spawner is another rank.
struct owner_activity {
  std::vector<std::uint32_t> numbers;
  bool is_remote;
};

/// What a thread works with, outside its stack.
struct owner_lane {
  std::vector<activities::held_element<std::uint32_t>> elements;
  activities::tail_bytes request;
  activities::tail_bytes values;
  activities::tail_bytes release;
  std::vector<std::uint32_t> marked;
};

template <typename Threads>
class owner_program {
public:
  owner_program(std::size_t threads, std::size_t markers)
      : owned_({&words_, &accesses_}, markers), lanes_(threads) {}

  /// Attempts until one takes all; each has a name of its own, unless they are to be alike.
  void run(std::size_t thread, const owner_activity& what, bool are_alike) {
    owner_lane& mine = lanes_[thread];
    for (std::uint32_t attempt = 1;; ++attempt) {
      const activities::attempt_name who(are_alike ? 0 : thread, 0, are_alike ? 1 : attempt);
      start(mine, what);
      const bool is_done = what.is_remote ? serve(mine, who) : take(mine, who);
      if (is_done) { return; }
      Threads::yield();
    }
  }

  [[nodiscard]] std::uint32_t total() const { return words_[0] + words_[1]; }
  [[nodiscard]] std::size_t num_marked() const { return owned_.num_marked(); }

private:
  static void start(owner_lane& mine, const owner_activity& what) {
    mine.elements.clear();
    for (const std::uint32_t number : what.numbers) {
      mine.elements.push_back({.name = {rank_id{0}, number}});
    }
  }
  static void add_ones(owner_lane& mine) {
    for (auto& each : mine.elements) { each.write(each.value + 1); }
  }

  /// As the spawner's worker does with elements of its own rank.
  [[nodiscard]] bool take(owner_lane& mine, activities::attempt_name who) {
    const bool has_all = owned_.take(mine.elements, who);
    if (has_all) { add_ones(mine); }
    owned_.give_back(mine.elements, who);
    return has_all;
  }

  /// As workers of the owner do with what another rank sends.
  [[nodiscard]] bool serve(owner_lane& mine, activities::attempt_name who) {
    mine.values.clear();
    activities::put_request<std::uint32_t>(mine.elements, mine.request);
    const activities::ownership_request asked{who};
    if (!owned_.grant({asked, mine.request.all()}, mine.values, mine.marked)) { return false; }
    static_cast<void>(activities::take_values<std::uint32_t>(mine.elements, mine.values.all()));
    add_ones(mine);
    const activities::ownership_release given{
        who, activities::put_release<std::uint32_t>(mine.elements, mine.release)};
    owned_.take_back({given, mine.release.all()});
    return true;
  }

  std::array<std::uint32_t, owned_each> words_{};
  std::array<explored_plain<int>, owned_each> accesses_;
  activities::owned_elements<owned_words, Threads> owned_;
  std::deque<owner_lane> lanes_;
};

struct owner_setup {
  std::vector<owner_activity> activities;  // one of each thread
  std::size_t markers = owned_each;
  bool are_alike = false;
};

template <typename Threads>
exploration explore_owner(const owner_setup& what, const exploration_limits& limits) {
  return explore_threads(limits, [&](explored_threads& run) {
    owner_program<Threads> program(what.activities.size(), what.markers);
    std::uint32_t expected = 0;
    for (std::size_t t = 0; t < what.activities.size(); ++t) {
      run.start([&, t] { program.run(t, what.activities[t], what.are_alike); });
      expected += static_cast<std::uint32_t>(what.activities[t].numbers.size());
    }
    if (!run.run()) { return; }
    run.check(program.num_marked() == 0, "a marker is left");
    run.check(program.total() == expected, "what an activity has written is lost");
  });
}

const owner_activity local_forth{{0, 1}, false};
const owner_activity local_back{{1, 0}, false};
const owner_activity remote_forth{{0, 1}, true};
const owner_activity remote_back{{1, 0}, true};
const owner_activity local_first{{0}, false};

void expect_owned(const exploration& found) {
  EXPECT_EQ(found.failure, "") << found.text();
  EXPECT_TRUE(found.exhausted) << found.text();
}

void expect_owner_race(const exploration& found) {
  EXPECT_NE(found.failure.find("data race"), std::string::npos) << found.text();
}

}  // namespace

TEST(explored_owner, gives_each_element_to_one_activity_at_a_time) {
  const int deviations = is_sanitized ? 2 : 4;
  for (const std::size_t markers : {std::size_t{1}, owned_each}) {
    for (const auto& pair : {std::vector{local_forth, local_back},
                             {local_forth, remote_back},
                             {remote_forth, remote_back},
                             {local_first, remote_back}}) {
      expect_owned(explore_owner<modelled_threads>({.activities = pair, .markers = markers},
                                                   {.deviations = deviations}));
    }
  }
  expect_owned(
      explore_owner<modelled_threads>({.activities = {local_forth, remote_back, local_first}},
                                      {.deviations = is_sanitized ? 1 : 2}));
}

TEST(explored_owner, is_found_to_race_if_an_order_is_weaker) {
  using hasty_taking = basic_modelled_threads<weakened<acquire, relaxed>>;
  using hasty_giving = basic_modelled_threads<weakened<release, relaxed>>;
  for (const auto& pair : {std::vector{local_forth, local_back}, {remote_forth, remote_back}}) {
    expect_owner_race(explore_owner<hasty_taking>({.activities = pair}, {.deviations = 3}));
    expect_owner_race(explore_owner<hasty_giving>({.activities = pair}, {.deviations = 3}));
  }
}

TEST(explored_owner, is_found_to_fail_if_attempts_are_named_alike) {
  const exploration found = explore_owner<modelled_threads>(
      {.activities = {local_forth, remote_back}, .are_alike = true}, {.deviations = 2});
  EXPECT_NE(found.failure, "") << found.text();
}

}  // namespace orujo::test
