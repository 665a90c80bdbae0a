// The log of writes finds the last one to a place, however many there are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/redo_log.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "orujo/activities/coarsening.hpp"
#include "orujo/activities/mechanisms.hpp"

namespace orujo::test {

TEST(redo_log, finds_the_last_write_to_a_place) {
  std::array<std::uint64_t, 500> words{};
  activities::redo_log log;
  for (std::uint64_t round = 1; round <= 3; ++round) {
    for (std::uint64_t i = 0; i < words.size(); ++i) {
      log.write({&words[i], round * 1000 + i, 8});
    }
    for (std::uint64_t i = 0; i < words.size(); ++i) {
      ASSERT_NE(log.find(&words[i]), nullptr);
      EXPECT_EQ(log.find(&words[i])->bits, round * 1000 + i);
    }
  }
  EXPECT_EQ(log.size(), 1500U);
  EXPECT_EQ(log.find(&log), nullptr);
}

TEST(redo_log, forgets_what_came_after_a_mark) {
  std::array<std::uint64_t, 100> words{};
  activities::redo_log log;
  for (auto& word : words) { log.write({&word, 1, 8}); }
  for (const std::size_t mark : {90U, 40U, 16U, 3U, 0U}) {
    for (auto& word : words) { log.write({&word, 2, 8}); }
    log.shrink(mark);
    EXPECT_EQ(log.size(), mark);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto* const found = log.find(&words[i]);
      ASSERT_EQ(found != nullptr, i < mark) << i;
      if (found != nullptr) { EXPECT_EQ(found->bits, 1U); }
    }
  }
}

TEST(coarsening, grows_while_nobody_is_in_the_way_and_shrinks_when_somebody_is) {
  coarsening rule(0, 64);
  EXPECT_EQ(rule.operators(), 1U);
  for (int i = 0; i < 1000; ++i) { rule.note(0, 0); }
  EXPECT_EQ(rule.operators(), 64U);
  for (int i = 0; i < 40; ++i) { rule.note(1, 0); }
  EXPECT_LE(rule.operators(), 2U);
  for (int i = 0; i < 200; ++i) { rule.note(0, 0); }
  const std::size_t before = rule.operators();
  rule.note(1, 1);  // what the hardware cannot hold halves it at once
  EXPECT_EQ(rule.operators(), before / 2);
}

TEST(coarsening, grows_no_further_than_its_mechanism_gains_from) {
  EXPECT_EQ(most_adapted_of<mechanisms::norec>(), 16U);
  EXPECT_EQ(most_adapted_of<mechanisms::global_lock>(), 64U);
  coarsening rule(0, most_adapted_of<mechanisms::norec>());
  for (int i = 0; i < 1000; ++i) { rule.note(0, 0); }
  EXPECT_EQ(rule.operators(), 16U);
}

TEST(coarsening, stays_where_it_was_put) {
  coarsening rule(24, 16);
  for (int i = 0; i < 1000; ++i) { rule.note(i % 3 == 0 ? 5 : 0, 0); }
  EXPECT_EQ(rule.operators(), 24U);
  EXPECT_EQ(coarsening(100000, 16).operators(), coarsening::most);
}

}  // namespace orujo::test
