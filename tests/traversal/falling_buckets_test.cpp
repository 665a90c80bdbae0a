// The least keys come first while keys fall, and the same vertices on every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/falling_buckets.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "orujo/traversal/shared_work.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

namespace {

using key_type = falling_buckets::key_type;

/// What a plain look at all keys says comes next.
key_type least_key(rank_team& team, const std::vector<key_type>& keys) {
  key_type least = falling_buckets::no_key;
  for (const key_type key : keys) {
    if (!falling_buckets::is_out(key)) { least = std::min(least, key); }
  }
  return all_min(team, least);
}

/// Owned vertices with the key `level`, which are out from then on.
std::vector<local_vertex> take_with(std::vector<key_type>& keys, key_type level) {
  std::vector<local_vertex> taken;
  for (local_vertex v = 0; v < keys.size(); ++v) {
    if (keys[v] == level) { taken.push_back(v); }
  }
  for (const local_vertex v : taken) { keys[v] = falling_buckets::no_key; }
  return taken;
}

std::vector<local_vertex> sorted(std::span<const local_vertex> vertices) {
  std::vector<local_vertex> result(vertices.begin(), vertices.end());
  std::sort(result.begin(), result.end());
  return result;
}

/// How far keys fall: by one, or by a part of what is between them and the level.
enum class fall_kind { steps, leaps };

/// Lets some keys fall, none below the level, and says so.
struct random_falls {
  fall_kind kind;
  std::uint64_t seed;

  void apply(rank_team& team, falling_buckets& buckets, frontier& next,
             std::vector<key_type>& keys) const {
    for_each_share(team, keys.size(), [&](worker& self, index_range share) {
      for (std::size_t v = share.first; v < share.last; ++v) {
        const std::uint64_t dice = mix64(seed * 1000003 + v);
        const key_type before = keys[v];
        const bool is_below = falling_buckets::is_out(before) || before <= buckets.level();
        if (is_below || dice % 4 != 0) { continue; }
        const key_type room = before - buckets.level();
        keys[v] -= kind == fall_kind::steps ? 1 : 1 + static_cast<key_type>((dice >> 8) % room);
        buckets.fell(next.lane(self), static_cast<local_vertex>(v), {before, keys[v]});
      }
    });
  }
};

void expect_levels(rank_team& team, fall_kind kind, std::uint64_t seed) {
  const csr_graph graph = path_list(200).graph(team);
  std::vector<key_type> keys(graph.num_local());
  for (local_vertex v = 0; v < keys.size(); ++v) {
    const std::uint64_t dice = mix64(seed + graph.global(v));
    const std::uint64_t bits = kind == fall_kind::steps ? dice % 6 : dice % 32;
    keys[v] = static_cast<key_type>(dice >> 32 & ((std::uint64_t{1} << bits) - 1));
  }
  falling_buckets buckets(team, keys);
  frontier active(team, graph);
  std::uint64_t taken = 0;
  for (std::uint64_t round = 0;; ++round) {
    const key_type expected = least_key(team, keys);
    ASSERT_EQ(buckets.advance(active), !falling_buckets::is_out(expected));
    if (falling_buckets::is_out(expected)) { break; }
    ASSERT_EQ(buckets.level(), expected);
    for (; active.gather(); ++round) {
      taken += active.size();
      ASSERT_EQ(sorted(active.vertices()), take_with(keys, expected));
      random_falls{kind, seed + round}.apply(team, buckets, active, keys);
    }
  }
  EXPECT_EQ(taken, graph.num_vertices());
}

}  // namespace

TEST(falling_buckets, come_in_the_order_of_keys_that_fall_by_one) {
  on_teams(all_teams(), [](rank_team& team) {
    for (const std::uint64_t seed : {1U, 2U}) { expect_levels(team, fall_kind::steps, seed); }
  });
}

TEST(falling_buckets, come_in_the_order_of_large_keys_that_fall_far) {
  on_teams(all_teams(), [](rank_team& team) {
    for (const std::uint64_t seed : {3U, 4U}) { expect_levels(team, fall_kind::leaps, seed); }
  });
}

TEST(falling_buckets, share_full_buckets_between_workers) {
  on_teams({team_of(1, 4), team_of(2, 2)}, [](rank_team& team) {
    const csr_graph graph = path_list(20000).graph(team);
    std::vector<key_type> keys(graph.num_local());
    for (local_vertex v = 0; v < keys.size(); ++v) {
      keys[v] = static_cast<key_type>(4 + graph.global(v) % 3);
    }
    falling_buckets buckets(team, keys);
    frontier active(team, graph);
    for (const key_type level : {4U, 5U, 6U}) {
      ASSERT_TRUE(buckets.advance(active));
      EXPECT_EQ(buckets.level(), level);
      ASSERT_TRUE(active.gather());
      EXPECT_EQ(sorted(active.vertices()), take_with(keys, level));
    }
    EXPECT_FALSE(buckets.advance(active));
  });
}

TEST(falling_buckets, do_not_care_for_what_is_out_or_at_the_level) {
  run_team(team_of(1, 1), [](rank_team& team) {
    const csr_graph graph = path_list(4).graph(team);
    std::vector<key_type> keys = {3, 3, 9, falling_buckets::no_key};
    falling_buckets buckets(team, keys);
    frontier active(team, graph);
    vertex_lane& lane = active.lane(team.worker_at(0));
    ASSERT_TRUE(buckets.advance(active));
    buckets.fell(lane, 0, {.before = 3, .after = 2});
    buckets.fell(lane, 0, {.before = 2, .after = 1});
    buckets.fell(lane, 3, {.before = falling_buckets::no_key, .after = 5});
    ASSERT_TRUE(active.gather());
    EXPECT_EQ(sorted(active.vertices()), (std::vector<local_vertex>{0, 1}));
    keys[0] = keys[1] = falling_buckets::no_key;
    ASSERT_TRUE(buckets.advance(active));
    EXPECT_EQ(buckets.level(), 9U);
    ASSERT_TRUE(active.gather());
    EXPECT_EQ(sorted(active.vertices()), std::vector<local_vertex>{2});
  });
}

}  // namespace orujo::test
