// Edit distance and suggestions.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/nearest_name.hpp"

#include <array>

#include <gtest/gtest.h>

namespace orujo {
namespace {

constexpr std::array<std::string_view, 4> names{"source", "sources", "seed", "components"};

TEST(nearest_name, distance_counts_insertions_deletions_replacements_and_swaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("sorce", "source"), 1U);
  EXPECT_EQ(edit_distance("soucre", "source"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(nearest_name, a_typo_finds_its_name) {
  EXPECT_EQ(nearest_name("sorce", names), "source");
  EXPECT_EQ(nearest_name("sourcs", names), "source");
  EXPECT_EQ(nearest_name("dees", names), std::nullopt);
}

TEST(nearest_name, a_beginning_finds_its_name) {
  EXPECT_EQ(nearest_name("comp", names), "components");
}

TEST(nearest_name, nothing_alike_is_not_suggested) {
  EXPECT_EQ(nearest_name("workers", names), std::nullopt);
  EXPECT_EQ(suggestion("workers", names), "");
  EXPECT_EQ(suggestion("sorce", names), "; did you mean 'source'?");
}

}  // namespace
}  // namespace orujo
