// The log of writes finds the last one to a place, however many there are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/redo_log.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

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
  EXPECT_EQ(log.size(), 500U);
  EXPECT_EQ(log.find(&log), nullptr);
}

TEST(redo_log, forgets_what_came_after_a_mark) {
  std::array<std::uint64_t, 100> words{};
  activities::redo_log log;
  for (auto& word : words) { log.write({&word, 1, 8}); }
  EXPECT_EQ(log.mark(), 100U);
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

TEST(redo_log, overwrites_what_was_written_since_the_mark) {
  std::array<std::uint64_t, 40> words{};
  activities::redo_log log;
  for (std::uint64_t value = 1; value <= 3; ++value) {
    for (auto& word : words) { log.write({&word, value, 8}); }
    EXPECT_EQ(log.size(), value * words.size());
    for (auto& word : words) { log.write({&word, 10 * value, 8}); }
    EXPECT_EQ(log.size(), value * words.size());
    EXPECT_EQ(log.mark(), log.size());
  }
  EXPECT_EQ(log.find(&words[7])->bits, 30U);
  log.shrink(2 * words.size());
  EXPECT_EQ(log.find(&words[7])->bits, 20U);
  log.clear();
  EXPECT_EQ(log.find(&words[7]), nullptr);
  log.write({&words[7], 1, 8});
  log.write({&words[7], 2, 8});
  EXPECT_EQ(log.size(), 1U);
}

// Activities all of whose operators fail leave nothing behind, however many they are, and however
// often they look.
TEST(redo_log, is_as_new_behind_operators_that_fail) {
  std::array<std::uint64_t, 2> words{};
  for (int more_looks = 0; more_looks < 4; ++more_looks) {
    activities::redo_log log;
    for (int i = 0; i < 500; ++i) {
      log.clear();
      const std::size_t mark = log.mark();
      for (auto& word : words) {
        EXPECT_EQ(log.find(&word), nullptr);
        log.write({&word, 1, 8});
      }
      for (int look = 0; look < more_looks; ++look) { EXPECT_NE(log.find(&words[0]), nullptr); }
      log.shrink(mark);
      EXPECT_TRUE(log.empty());
    }
  }
}

TEST(redo_log, overwrites_what_was_found_before_the_mark_once) {
  std::uint64_t word = 0;
  activities::redo_log log;
  log.write({&word, 1, 8});
  EXPECT_NE(log.find(&word), nullptr);
  EXPECT_EQ(log.mark(), 1U);
  for (std::uint64_t i = 0; i < 10; ++i) { log.write({&word, i, 8}); }
  EXPECT_EQ(log.size(), 2U);
  log.shrink(1);
  ASSERT_NE(log.find(&word), nullptr);
  EXPECT_EQ(log.find(&word)->bits, 1U);
}

// An index is made in the middle of it, and what is written later is found by it.
TEST(redo_log, finds_what_is_written_between_looks) {
  std::array<std::uint64_t, 600> words{};
  activities::redo_log log;
  for (std::size_t i = 0; i < words.size(); ++i) {
    log.write({&words[i], i, 8});
    for (const std::size_t known : {std::size_t{0}, i / 2, i}) {
      const auto* const found = log.find(&words[known]);
      ASSERT_NE(found, nullptr);
      ASSERT_EQ(found->bits, known);
    }
    if (i + 1 < words.size()) { ASSERT_EQ(log.find(&words[i + 1]), nullptr); }
  }
}

}  // namespace orujo::test
