// What tests of containers share: what a map holds, and random texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/containers/hash_map.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// All entries, on every rank. Call: collective.
template <typename K, typename V, typename Hash>
std::map<K, V> contents_of(hash_map<K, V, Hash>& map) {
  std::map<K, V> all;
  for (auto& [key, value] : map.top(std::size_t{1} << 30U)) {
    EXPECT_TRUE(all.emplace(key, value).second) << "a key has two entries";
  }
  EXPECT_EQ(map.size(), all.size());
  return all;
}

/// The text of what `program` ends with, on a team of its own; empty if it ends well.
inline std::string failure_of(const launch_options& options,
                              const std::function<void(rank_team&)>& program) {
  try {
    run_team(options, program);
  } catch (const std::exception& why) { return why.what(); }
  return {};
}

/// The worker's number in the team.
inline std::uint64_t number_of(const worker& self) {
  return static_cast<std::uint64_t>(index_of(self.team().rank())) *
             static_cast<std::uint64_t>(self.team().num_workers()) +
         static_cast<std::uint64_t>(self.index());
}
inline std::uint64_t workers_of(const rank_team& team) {
  return static_cast<std::uint64_t>(team.size()) * static_cast<std::uint64_t>(team.num_workers());
}

/// Text number `i`: of 0 to 40 bytes, some of them zero. Texts of different numbers differ.
inline std::string text_of(std::uint64_t i) {
  if (i == 0) { return {}; }
  std::string text = std::to_string(i);
  text += '\0';
  const std::uint64_t random = mix64(i);
  for (std::uint64_t more = random % 35; more > 0; --more) {
    text += static_cast<char>(random >> (more % 8 * 8));
  }
  return text;
}

/// The key of number `i`, for maps of numbers and of texts.
template <typename K>
K key_of(std::uint64_t i) {
  if constexpr (std::is_same_v<K, std::string>) {
    return text_of(i);
  } else {
    return static_cast<K>(i);
  }
}

/// Every number has the same hash.
struct constant_hash {
  std::uint64_t operator()(std::uint64_t /*key*/) const { return 7; }
};
/// Few upper bits differ, and texts of one length have one hash.
struct length_hash {
  std::uint64_t operator()(std::string_view text) const { return text.size(); }
};

}  // namespace orujo::test
