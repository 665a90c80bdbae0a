// Mechanisms by name: each has one, leads to its type, and is refused where it cannot be used.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/mechanism_choice.hpp"

#include <array>
#include <functional>
#include <set>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "activities/usable_mechanisms.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::test {

namespace {

struct set_one {
  using element = std::uint64_t;
  using arguments = std::uint64_t;

  element* values;

  [[nodiscard]] element& place(arguments at) const { return values[at]; }
  static void act(element& value, arguments at) { value = at; }
};

/// Of 16 bytes.
struct set_pair {
  struct element {
    std::uint64_t first;
    std::uint64_t second;
  };
  using arguments = std::uint64_t;

  element* pairs;

  [[nodiscard]] element& place(arguments at) const { return pairs[at]; }
  static void act(element& value, arguments at) { value = {at, at}; }
};

struct set_at_home : set_one {
  [[nodiscard]] static std::size_t home(arguments at, std::size_t workers) { return at % workers; }
};

struct set_two {
  using arguments = std::uint64_t;

  std::uint64_t* values;

  template <typename Access>
  void act(Access& access, arguments at) const {
    access.write(values[at], at);
    access.write(values[at + 1], at);
  }
};

/// What `body` throws says; "" if it throws nothing.
std::string said(const std::function<void()>& body) {
  try {
    body();
  } catch (const error& why) { return why.what(); }
  return "";
}

}  // namespace

TEST(mechanism_choice, has_a_name_for_each_kind_and_finds_it_again) {
  const std::vector<std::string> names = mechanism_names(operator_reach::one_element);
  std::set<mechanism_kind> kinds;
  for (const std::string& name : names) {
    const mechanism_kind kind = mechanism_named(name).value();
    EXPECT_EQ(name_of(kind), name);
    kinds.insert(kind);
  }
  EXPECT_EQ(kinds.size(), names.size());
  EXPECT_EQ(names.front(), "atomic");
  EXPECT_EQ(mechanism_named("auto"), std::nullopt);
  EXPECT_EQ(mechanism_names(operator_reach::several_elements).size(), names.size() - 2);
}

TEST(mechanism_choice, lists_the_names_where_one_is_wrong) {
  const std::string text = said([] { static_cast<void>(mechanism_named("locks")); });
  EXPECT_NE(text.find("is one of auto, atomic, lock, global"), std::string::npos) << text;
  EXPECT_NE(text.find("not 'locks'; did you mean 'lock'?"), std::string::npos) << text;
}

TEST(mechanism_choice, leads_from_a_kind_to_its_type) {
  int calls = 0;
  with_mechanism<set_at_home>(mechanism_kind::home, [&]<typename M>(mechanism_tag<M>) {
    calls += std::is_same_v<M, mechanisms::home> ? 1 : 0;
  });
  EXPECT_THROW(with_mechanism<set_one>(mechanism_kind::home, [](auto) {}), usage_error);
  with_mechanism<set_one>(mechanism_kind::atomic, [&]<typename M>(mechanism_tag<M>) {
    calls += std::is_same_v<M, mechanisms::atomic_words> ? 1 : 0;
  });
  with_mechanism<set_two>(mechanism_kind::stm, [&]<typename M>(mechanism_tag<M>) {
    calls += std::is_same_v<M, mechanisms::norec> ? 1 : 0;
  });
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(reach_of<set_one>, operator_reach::one_element);
  EXPECT_EQ(reach_of<set_two>, operator_reach::several_elements);
}

TEST(mechanism_choice, leads_to_each_type_that_the_team_can_use) {
  on_teams({team_of(1, 1), team_of(1, 2)}, [](rank_team& team) {
    const auto names_for = [&]<typename Op>(mechanism_tag<Op>) {
      std::vector<std::string> names;
      with_each_mechanism<Op>(team, [&]<typename M>(mechanism_tag<M>, std::string_view name) {
        EXPECT_FALSE((std::is_same_v<M, mechanisms::home>));
        names.emplace_back(name);
      });
      return names;
    };
    const auto expected = [&](operator_reach reach) {
      std::vector<std::string> names = mechanism_names(reach);
      std::erase_if(names, [&](const std::string& name) {
        const mechanism_kind kind = mechanism_named(name).value();
        return kind == mechanism_kind::home || !is_available(kind) ||
               (kind == mechanism_kind::serial && team.num_workers() > 1);
      });
      return names;
    };
    EXPECT_EQ(names_for(mechanism_tag<set_at_home>()), expected(operator_reach::one_element));
    EXPECT_EQ(names_for(mechanism_tag<set_two>()), expected(operator_reach::several_elements));
  });
}

TEST(mechanism_choice, has_only_a_swap_for_elements_of_16_bytes) {
  constexpr auto wide = operator_reach::wide_element;
  EXPECT_EQ(reach_of<set_pair>, wide);
  EXPECT_EQ(mechanism_names(wide), std::vector<std::string>{"atomic"});
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    EXPECT_EQ(mechanism_in_force(team, {}, wide), mechanism_kind::atomic);
    const std::string refused = said([&] {
      static_cast<void>(mechanism_in_force(team, {.mechanism = mechanism_kind::lock}, wide));
    });
    EXPECT_NE(refused.find("isolation lock is for elements of up to 8 bytes"), std::string::npos);
    EXPECT_NE(refused.find("use atomic"), std::string::npos) << refused;
    alignas(16) std::array<set_pair::element, 2> pairs{};
    int runs = 0;
    with_each_mechanism<set_pair>(team, [&]<typename M>(mechanism_tag<M>, std::string_view name) {
      EXPECT_EQ(name, "atomic");
      activity_runner<set_pair, M> runner(team, {pairs.data()});
      runner.run(team.worker_at(0), 1);
      ++runs;
    });
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(pairs[1].second, 1U);
    EXPECT_THROW(with_mechanism<set_pair>(mechanism_kind::stm, [](auto) {}), usage_error);
  });
}

TEST(mechanism_choice, knows_transactions_of_ten_tries_by_a_name_of_their_own) {
  EXPECT_EQ(mechanism_named("elide_ten"), mechanism_kind::elide_ten);
  int calls = 0;
  with_mechanism<set_two>(mechanism_kind::elide_ten, [&]<typename M>(mechanism_tag<M>) {
    calls += std::is_same_v<M, mechanisms::ten_tries> ? 1 : 0;
  });
  EXPECT_EQ(calls, 1);
}

TEST(mechanism_choice, refuses_what_cannot_be_used_and_says_what_can) {
  on_teams({team_of(2, 2), team_of(2, 1)}, [](rank_team& team) {
    const auto in_force = [&](mechanism_kind kind, operator_reach reach) {
      return said([&] { static_cast<void>(mechanism_in_force(team, {.mechanism = kind}, reach)); });
    };
    const std::string serial = in_force(mechanism_kind::serial, operator_reach::one_element);
    EXPECT_EQ(serial.find("isolation serial is of one worker") == 0, team.num_workers() > 1);
    EXPECT_EQ(serial.empty(), team.num_workers() == 1);
    for (const mechanism_kind kind : {mechanism_kind::atomic, mechanism_kind::home}) {
      const std::string several = in_force(kind, operator_reach::several_elements);
      EXPECT_NE(several.find("use lock, global, stm, tl2 or combine"), std::string::npos);
      EXPECT_EQ(in_force(kind, operator_reach::one_element), "");
    }
    const bool has_transactions = mechanisms::hardware_transactions::is_available();
    for (const mechanism_kind kind :
         {mechanism_kind::htm, mechanism_kind::elide, mechanism_kind::elide_ten}) {
      const std::string text = in_force(kind, operator_reach::one_element);
      EXPECT_EQ(text.empty(), has_transactions) << text;
      EXPECT_EQ(text.find("use atomic, home, lock, global") != std::string::npos,
                !has_transactions);
      const std::string several = in_force(kind, operator_reach::several_elements);
      EXPECT_EQ(several.find("use lock, global") != std::string::npos, !has_transactions);
    }
  });
}

TEST(mechanism_choice, chooses_one_that_serves_the_operators_of_the_team) {
  on_teams({team_of(1, 1), team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    for (const operator_reach reach :
         {operator_reach::one_element, operator_reach::several_elements}) {
      const mechanism_kind kind = mechanism_in_force(team, {}, reach);
      EXPECT_TRUE(can_be_used(name_of(kind), team.num_workers()));
      EXPECT_TRUE(reach == operator_reach::one_element || kind != mechanism_kind::atomic);
      EXPECT_EQ(isolation_row(kind, {}).value, name_of(kind));
    }
  });
}

}  // namespace orujo::test
