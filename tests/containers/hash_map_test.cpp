// Maps beside std::map: what requests do, whatever the order in which they arrive.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/hash_map.hpp"

#include <map>
#include <string>

#include "containers/container_run.hpp"

namespace orujo::test {

namespace {

/// Runs `body(sender, i)` for each i below `count`, shared out among all workers, in an epoch.
template <typename Map, typename Body>
void send_all(Map& map, std::uint64_t count, Body body) {
  run_epoch(map.team(), [&](worker& self) {
    auto out = map.from(self);
    for (std::uint64_t i = number_of(self); i < count; i += workers_of(map.team())) {
      body(out, i);
    }
  });
}

/// Phases of requests whose outcome does not depend on their order, each compared.
template <typename K, typename Hash = usual_hash<K>>
void compare_phases(rank_team& team, std::uint64_t keys, const container_options& options = {}) {
  hash_map<K, std::uint64_t, Hash> map(team, options);
  std::map<K, std::uint64_t> model;
  const auto key = [&](std::uint64_t i) { return key_of<K>(mix64(i) % keys); };
  const std::uint64_t count = 4 * keys;

  send_all(map, count, [&](auto& out, std::uint64_t i) {
    out.async_insert_or_combine(key(i), i, std::plus<>());
  });
  for (std::uint64_t i = 0; i < count; ++i) { model[key(i)] += i; }
  EXPECT_EQ(contents_of(map), model);

  send_all(map, count, [&](auto& out, std::uint64_t i) {
    if (i % 3 == 0) { out.async_erase(key(i)); }
  });
  for (std::uint64_t i = 0; i < count; i += 3) { model.erase(key(i)); }
  EXPECT_EQ(contents_of(map), model);

  send_all(map, keys, [&](auto& out, std::uint64_t i) { out.async_insert(key_of<K>(i), i); });
  for (std::uint64_t i = 0; i < keys; ++i) { model.emplace(key_of<K>(i), i); }
  EXPECT_EQ(contents_of(map), model);

  send_all(map, keys / 2, [&](auto& out, std::uint64_t i) { out.async_assign(key_of<K>(i), i); });
  for (std::uint64_t i = 0; i < keys / 2; ++i) { model[key_of<K>(i)] = i; }
  EXPECT_EQ(contents_of(map), model);

  std::uint64_t seven = 7;
  send_all(map, count, [&](auto& out, std::uint64_t i) {
    out.async_visit(
        key(i), [seven](std::uint64_t& v, std::uint64_t more) { v += more * seven; }, i);
    out.async_visit_if_present(key_of<K>(keys + i), [](std::uint64_t& v) { v = 0; });
  });
  for (std::uint64_t i = 0; i < count; ++i) { model[key(i)] += 7 * i; }
  EXPECT_EQ(contents_of(map), model);
}

}  // namespace

TEST(hash_map, holds_what_a_map_of_one_thread_holds) {
  on_teams(all_teams(4), [](rank_team& team) {
    compare_phases<std::uint64_t>(team, 1000);
    compare_phases<std::string>(team, 600);
  });
}

TEST(hash_map, holds_the_same_without_reduction) {
  on_teams(few_teams(), [](rank_team& team) {
    compare_phases<std::uint64_t>(team, 1000, {.reduction = false});
    compare_phases<std::string>(team, 600, {.reduction = false});
  });
}

TEST(hash_map, holds_the_same_with_bad_hashes) {
  on_teams(few_teams(), [](rank_team& team) {
    compare_phases<std::uint64_t, constant_hash>(team, 100);
    compare_phases<std::string, length_hash>(team, 100);
  });
}

TEST(hash_map, holds_the_same_under_other_policies) {
  for (const char* routing : {"rook", "hypercube"}) {
    std::vector<launch_options> teams;
    for (const launch_options& each : few_teams()) {
      teams.push_back(with(each, "routing", routing));
    }
    on_teams(teams, [](rank_team& team) { compare_phases<std::string>(team, 300); });
  }
}

TEST(hash_map, keeps_texts_as_values) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::string, std::string> map(team);
    std::map<std::string, std::string> model;
    send_all(map, 500,
             [&](auto& out, std::uint64_t i) { out.async_insert(text_of(i), text_of(i + 1)); });
    send_all(map, 500, [&](auto& out, std::uint64_t i) {
      out.async_visit(
          text_of(i),
          [](std::string_view key, std::string& value, std::string_view more) {
            value += key;
            value += more;
          },
          "!");
    });
    for (std::uint64_t i = 0; i < 500; ++i) {
      model[text_of(i)] = text_of(i + 1) + text_of(i) + "!";
    }
    EXPECT_EQ(contents_of(map), model);
  });
}

TEST(hash_map, sends_on_from_its_operators) {
  on_teams(all_teams(1), [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> map(team);
    struct walk {
      void operator()(hash_map<std::uint64_t, std::uint64_t>::sender& out, std::uint64_t key,
                      std::uint64_t& visits) const {
        ++visits;
        if (key > 0) { out.async_visit(key - 1, walk{}); }
      }
    };
    send_all(map, 8, [&](auto& out, std::uint64_t /*i*/) { out.async_visit(100, walk{}); });
    const auto all = contents_of(map);
    EXPECT_EQ(all.size(), 101U);
    for (const auto& [key, visits] : all) { EXPECT_EQ(visits, 8U) << key; }
  });
}

TEST(hash_map, finds_the_first_entries_in_order) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::string, std::uint64_t> map(team);
    send_all(map, 300,
             [&](auto& out, std::uint64_t i) { out.async_insert(std::to_string(i), i / 3); });
    const auto most = map.top(4);
    const std::vector<std::pair<std::string, std::uint64_t>> expected = {
        {"297", 99}, {"298", 99}, {"299", 99}, {"294", 98}};
    EXPECT_EQ(most, expected);
    EXPECT_EQ(map.top(2, std::less<>()).back().first, "1");
    EXPECT_TRUE(map.top(0).empty());
    EXPECT_EQ(map.top(1000).size(), 300U);
  });
}

TEST(hash_map, exchanges_and_loses_its_entries) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> one(team);
    hash_map<std::uint64_t, std::uint64_t> other(team);
    send_all(one, 300, [](auto& out, std::uint64_t i) { out.async_insert(i, i); });
    one.swap(other);
    EXPECT_EQ(one.size(), 0U);
    EXPECT_EQ(other.size(), 300U);
    send_all(one, 10, [](auto& out, std::uint64_t i) { out.async_insert(i, i); });
    send_all(other, 310, [](auto& out, std::uint64_t i) { out.async_insert(i, i); });
    EXPECT_EQ(one.size(), 10U);
    EXPECT_EQ(other.size(), 310U);
    other.clear();
    EXPECT_EQ(other.size(), 0U);
    EXPECT_EQ(other.bytes(), 0U);
    send_all(other, 3, [](auto& out, std::uint64_t i) { out.async_insert(i, i); });
    EXPECT_EQ(other.size(), 3U);
  });
}

TEST(hash_map, is_filled_from_another) {
  on_teams(few_teams(), [](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> from(team);
    hash_map<std::uint64_t, std::uint64_t> to(team);
    send_all(from, 20'000, [](auto& out, std::uint64_t i) { out.async_insert(i, i); });
    from.for_all([&](worker& self, std::uint64_t key, std::uint64_t& value) {
      to.from(self).async_insert(key, value + 1);
    });
    const auto all = contents_of(to);
    EXPECT_EQ(all.size(), 20'000U);
    for (const auto& [key, value] : all) { EXPECT_EQ(value, key + 1); }
  });
}

using word_map = hash_map<std::uint64_t, std::uint64_t>;

/// Sends 10,000 requests for 100 keys, and sees how many found another one.
void expect_reduced(rank_team& team, word_map& map, bool is_on, auto send) {
  const auto so_far = [&](metric each) { return all_sum(team, team.metrics()[each]); };
  const std::uint64_t looks_before = so_far(metric::reduction_looks);
  const std::uint64_t hits_before = so_far(metric::reduction_hits);
  send_all(map, 10'000, send);
  const std::uint64_t looks = so_far(metric::reduction_looks) - looks_before;
  const std::uint64_t hits = so_far(metric::reduction_hits) - hits_before;
  EXPECT_EQ(looks > 0, is_on);
  if (is_on) { EXPECT_GE(hits + 100U * workers_of(team), looks); }
}

TEST(hash_map, reduces_requests_of_one_key_before_they_travel) {
  const auto count_hits = [](bool reduction) {
    return [reduction](rank_team& team) {
      word_map map(team, {.reduction = reduction});
      const bool is_on = reduction && reduction_of(team.values()) != reduction_kind::off;
      expect_reduced(team, map, is_on, [](auto& out, std::uint64_t i) {
        out.async_insert_or_combine(i / 100, 1, std::plus<>());
      });
      for (const auto& [key, times] : contents_of(map)) { EXPECT_EQ(times, 100U) << key; }
      expect_reduced(team, map, is_on,
                     [](auto& out, std::uint64_t i) { out.async_insert(1000 + i / 100, i); });
      expect_reduced(team, map, is_on,
                     [](auto& out, std::uint64_t i) { out.async_assign(2000 + i / 100, i); });
      const auto all = contents_of(map);
      EXPECT_EQ(all.size(), 300U);
      for (const auto& [key, value] : all) {
        if (key >= 1000) { EXPECT_EQ(value / 100, key % 1000) << "of some request for the key"; }
      }
    };
  };
  on_teams(few_teams(), count_hits(true));
  on_teams(few_teams(), count_hits(false));
  on_teams({with(team_of(2, 2), "reduction", "off")}, count_hits(true));
}

}  // namespace orujo::test
