// Fibers: they continue where they left off, and say when their stack was too small.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/fiber.hpp"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/fibers/overflow_report.hpp"

namespace orujo::test {

namespace {

/// Fibers that each add their turn to a common record, round robin.
struct carousel {
  explicit carousel(const stack_plan& plan) : pool(plan) {}
  ~carousel() {
    for (fiber* const each : riders) { each->~fiber(); }
  }

  fiber main;
  stack_pool pool;
  std::vector<fiber*> riders;
  std::vector<int> record;
};

struct rider final : fiber {
  template <entry Function>
  rider(const fiber_stack& stack, first<Function> function, carousel& where)
      : fiber(stack, function), owner(&where) {}
  carousel* owner;
};

template <fiber::entry Function>
fiber* add_rider(carousel& where) {
  const fiber_stack stack = where.pool.allocate();
  where.riders.push_back(new (stack.control) rider(stack, fiber::first<Function>{}, where));
  return where.riders.back();
}

void count_turns(fiber& self) {
  carousel& owner = *static_cast<rider&>(self).owner;
  for (int turn = 0;; ++turn) {
    owner.record.push_back(turn);
    self.switch_to(owner.main);
  }
}

/// Uses about 200 bytes of stack for each level; not a loop to the compiler.
[[gnu::noinline]] int descend(int levels) {
  volatile char block[200];
  block[levels % 200] = static_cast<char>(levels);
  return levels == 0 ? 0 : descend(levels - 1) + block[levels % 200];
}

void overflow(fiber& self) {
  descend(500);
  self.switch_to(static_cast<rider&>(self).owner->main);
}

void throw_and_catch(fiber& self) {
  try {
    throw 7;
  } catch (const int value) { static_cast<rider&>(self).owner->record.push_back(value); }
  self.switch_to(static_cast<rider&>(self).owner->main);
}

constexpr bool has_own_report = sanitized_stack::checked;  // then the sanitizer speaks first

}  // namespace

TEST(fiber, continues_where_it_left_off) {
  for (const std::size_t guarded : {std::size_t{0}, std::size_t{100}}) {
    carousel ride({.stack_bytes = 32 * 1024, .guarded_stacks = guarded});
    for (int i = 0; i < 3; ++i) { add_rider<count_turns>(ride); }
    for (int turn = 0; turn < 4; ++turn) {
      for (fiber* const each : ride.riders) { ride.main.switch_to(*each); }
    }
    EXPECT_EQ(ride.record, (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}));
  }
}

TEST(fiber, keeps_an_exception_to_itself) {
  carousel ride({.stack_bytes = 64 * 1024});
  fiber* const catcher = add_rider<throw_and_catch>(ride);
  ride.main.switch_to(*catcher);
  EXPECT_EQ(ride.record, std::vector<int>{7});
}

TEST(fiber_death, of_a_guarded_stack_that_overflows_names_the_setting) {
  if (has_own_report) { GTEST_SKIP() << "the sanitizer handles the signal"; }
  const auto overflow_guarded = [] {
    const signal_stack alternate;
    carousel ride({.stack_bytes = 16 * 1024, .guarded_stacks = 1});
    ride.main.switch_to(*add_rider<overflow>(ride));
  };
  EXPECT_EXIT(overflow_guarded(), testing::KilledBySignal(SIGSEGV), "setting stack_bytes");
}

TEST(fiber_death, of_an_unguarded_stack_that_overflows_comes_at_the_next_switch) {
  const auto overflow_unguarded = [] {
    carousel ride({.stack_bytes = 16 * 1024});
    fiber* const victim = add_rider<count_turns>(ride);
    ride.main.switch_to(*victim);
    // What the stack above would have done by growing down too far.
    std::memset(reinterpret_cast<std::byte*>(victim) + control_bytes, 0, 8);
    ride.main.switch_to(*victim);
  };
  EXPECT_EXIT(overflow_unguarded(), testing::KilledBySignal(SIGABRT), "setting stack_bytes");
}

TEST(fiber_death, of_any_other_bad_access_says_nothing_of_stacks) {
  if (has_own_report) { GTEST_SKIP() << "the sanitizer handles the signal"; }
  const auto bad_access = [] {
    install_overflow_report();
    volatile std::uintptr_t address = 8;
    *reinterpret_cast<volatile int*>(address) = 1;
  };
  EXPECT_EXIT(bad_access(), testing::KilledBySignal(SIGSEGV), "^$");
}

}  // namespace orujo::test
