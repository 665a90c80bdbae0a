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

}  // namespace orujo::test
