// Sets of keys beside a union-find of one thread; bags and counters.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/disjoint_set.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "containers/container_run.hpp"
#include "orujo/containers/bag.hpp"
#include "orujo/containers/counter.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

template <typename K>
using pairs_of_keys = std::vector<std::pair<K, K>>;

/// The least key of the set of each key, found by going over all pairs until nothing changes.
template <typename K>
std::map<K, K> least_keys(const pairs_of_keys<K>& pairs) {
  std::map<K, K> least;
  for (const auto& [a, b] : pairs) {
    least.emplace(a, a);
    least.emplace(b, b);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : pairs) {
      const K lower = std::min(least.at(a), least.at(b));
      changed |= least.at(a) != lower || least.at(b) != lower;
      least.at(a) = lower;
      least.at(b) = lower;
    }
  }
  return least;
}

template <typename K>
pairs_of_keys<K> random_pairs(std::uint64_t seed, std::uint64_t keys, std::uint64_t count) {
  random_stream random(seed, 0);
  pairs_of_keys<K> pairs;
  for (std::uint64_t i = 0; i < count; ++i) {
    const K a = key_of<K>(random.below(keys));
    pairs.emplace_back(a, key_of<K>(random.below(keys)));
  }
  return pairs;
}

/// All keys with the least of their sets, on every rank.
template <typename K>
std::map<K, K> found_in(disjoint_set<K>& sets) {
  hash_map<K, K> all(sets.team());
  bag<std::pair<K, K>> found(sets.team());
  sets.for_all([&](const auto& key, const auto& least) {
    found.insert(this_worker(), {K(key), K(least)});
  });
  EXPECT_EQ(found.size(), sets.size());
  found.for_all([&](worker& self, std::pair<K, K>& each) {
    all.from(self).async_insert(each.first, each.second);
  });
  return contents_of(all);
}

template <typename K>
void compare_sets(rank_team& team, const pairs_of_keys<K>& pairs) {
  disjoint_set<K> sets(team);
  run_epoch(team, [&](worker& self) {
    auto out = sets.from(self);
    for (std::uint64_t i = number_of(self); i < pairs.size(); i += workers_of(team)) {
      out.async_union(pairs[i].first, pairs[i].second);
    }
  });
  const std::map<K, K> expected = least_keys(pairs);
  std::vector<K> roots;
  for (const auto& [key, least] : expected) {
    if (key == least) { roots.push_back(key); }
  }
  EXPECT_EQ(sets.num_sets(), roots.size());
  sets.find_all();
  EXPECT_EQ(found_in(sets), expected);
  EXPECT_EQ(sets.num_sets(), roots.size());
}

}  // namespace

TEST(disjoint_set, finds_the_sets_of_random_pairs) {
  on_teams(all_teams(3), [](rank_team& team) {
    for (const std::uint64_t pairs : {100U, 250U, 1000U}) {
      compare_sets(team, random_pairs<std::uint64_t>(pairs, 500, pairs));
    }
    compare_sets(team, random_pairs<std::string>(7, 200, 120));
  });
}

TEST(disjoint_set, finds_the_set_of_a_long_path) {
  on_teams(few_teams(), [](rank_team& team) {
    pairs_of_keys<std::uint64_t> path;
    for (std::uint64_t i = 0; i < (is_sanitized ? 100 : 500); ++i) { path.emplace_back(i, i + 1); }
    compare_sets(team, path);
    std::reverse(path.begin(), path.end());
    compare_sets(team, path);
  });
}

TEST(disjoint_set, goes_on_after_its_sets_were_found) {
  on_teams(few_teams(), [](rank_team& team) {
    disjoint_set<std::uint64_t> sets(team);
    const auto unite = [&](std::uint64_t a, std::uint64_t b) {
      run_epoch(team, [&](worker& self) {
        if (number_of(self) == 0) { sets.from(self).async_union(a, b); }
      });
      sets.find_all();
    };
    unite(5, 6);
    unite(8, 7);
    unite(3, 3);
    EXPECT_EQ(sets.num_sets(), 3U);
    unite(6, 8);
    const std::map<std::uint64_t, std::uint64_t> two = {{3, 3}, {5, 5}, {6, 5}, {7, 5}, {8, 5}};
    EXPECT_EQ(found_in(sets), two);
    unite(8, 3);
    unite(0, 7);
    EXPECT_EQ(sets.num_sets(), 1U);
    for (const auto& [key, least] : found_in(sets)) { EXPECT_EQ(least, 0U) << key; }
    disjoint_set<std::uint64_t> others(team);
    EXPECT_GE(sets.bytes(), sets.size() * 2 * sizeof(std::uint64_t));
    sets.swap(others);
    EXPECT_EQ(sets.size(), 0U);
    EXPECT_EQ(found_in(others).size(), 6U);
    others.clear();
    EXPECT_EQ(others.size(), 0U);
    EXPECT_THROW(others.reserve(std::uint64_t{1} << 50U), agreed_error);
  });
}

TEST(disjoint_set, finds_its_largest_sets) {
  on_teams(few_teams(), [](rank_team& team) {
    disjoint_set<std::uint64_t> sets(team);
    run_epoch(team, [&](worker& self) {
      if (number_of(self) != 0) { return; }
      for (std::uint64_t i = 0; i < 60; ++i) { sets.from(self).async_union(i, i / 2); }
      for (std::uint64_t i = 100; i < 104; ++i) { sets.from(self).async_union(i, 103); }
      for (std::uint64_t i = 200; i < 204; ++i) { sets.from(self).async_union(i, 203); }
    });
    sets.find_all();
    using set = std::pair<std::uint64_t, std::uint64_t>;
    const auto found = sets.top(3);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0], set(0, 60));
    EXPECT_EQ(found[1], set(100, 4));
    EXPECT_EQ(found[2], set(200, 4));
    std::uint64_t keys = 0;
    for (const auto& [least, size] : sets.top(1000)) { keys += size; }
    EXPECT_EQ(keys, sets.size());
    EXPECT_EQ(sets.top(1000).size(), sets.num_sets());
  });
}

TEST(disjoint_set, tells_tasks_the_least_key_of_a_set) {
  on_teams(few_teams(), [](rank_team& team) {
    disjoint_set<std::uint64_t> numbers(team);
    disjoint_set<std::string> texts(team);
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = number_of(self); i < 60; i += workers_of(team)) {
        numbers.from(self).async_union(i, i < 40 ? i / 2 : 40);
        texts.from(self).async_union("key" + std::to_string(i % 7), text_of(100 + i));
      }
    });
    run_global(team, [numbers = numbers.name(), texts = texts.name()] {
      forall(0, 70, [numbers, texts](std::uint64_t i) {
        const auto least = numbers.here().find(i);
        if (i >= 60) {
          EXPECT_EQ(least, std::nullopt);
        } else {
          EXPECT_EQ(least, i < 40 ? 0U : 40U);
          EXPECT_EQ(texts.here().find(text_of(100 + i)),
                    texts.here().find("key" + std::to_string(i % 7)));
          EXPECT_NE(texts.here().find(text_of(100 + i)),
                    texts.here().find("key" + std::to_string((i + 1) % 7)));
        }
      });
      // a task elsewhere unites what others look for
      finish([numbers] { numbers.here().from(this_worker()).async_union(65, 66); });
      EXPECT_EQ(numbers.here().find(66), 65U);
    });
    numbers.find_all();
    EXPECT_EQ(numbers.num_sets(), 3U);
    EXPECT_EQ(texts.num_sets(), 7U);
  });
}

TEST(bag, is_found_by_tasks_with_counters) {
  on_teams(few_teams(), [](rank_team& team) {
    bag<std::uint64_t> items(team);
    bag<std::uint64_t> others(team);
    counter sum(team);
    run_global(team, [items = items.name(), sum = sum.name()] {
      forall(0, 100, [items, sum](std::uint64_t i) {
        items.here().insert(this_worker(), i);
        sum.here().add(this_worker(), i);
      });
    });
    EXPECT_EQ(items.size(), 100U);
    EXPECT_EQ(sum.value(), 4950U);
    EXPECT_EQ(items.top(1), std::vector<std::uint64_t>{99});
    items.swap(others);
    run_global(team, [items = items.name()] { items.here().insert(this_worker(), 7); });
    EXPECT_EQ(items.size(), 1U);
    EXPECT_EQ(others.size(), 100U);
  });
}

TEST(bag, finds_its_first_items) {
  on_teams(few_teams(), [](rank_team& team) {
    bag<std::uint64_t> items(team);
    items.reserve(5 * workers_of(team));
    EXPECT_GE(items.bytes(), 5 * workers_of(team) * sizeof(std::uint64_t));
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = 0; i < 5; ++i) {
        items.insert(self, i * workers_of(team) + number_of(self));
      }
    });
    const std::uint64_t all = 5 * workers_of(team);
    EXPECT_EQ(items.top(3), (std::vector<std::uint64_t>{all - 1, all - 2, all - 3}));
    EXPECT_EQ(items.top(2, std::less<>()), (std::vector<std::uint64_t>{0, 1}));
    EXPECT_EQ(items.top(1000).size(), all);
    EXPECT_THROW(items.reserve(std::uint64_t{1} << 50U), agreed_error);
  });
}

TEST(bag, keeps_its_items_where_they_were_put) {
  on_teams(few_teams(), [](rank_team& team) {
    bag<std::string> words(team);
    bag<std::string> others(team);
    counter letters(team);
    run_epoch(team, [&](worker& self) {
      for (std::uint64_t i = 0; i < 10; ++i) { words.insert(self, text_of(i)); }
      EXPECT_EQ(words.own(self).size(), 10U);
    });
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < 10; ++i) { expected += text_of(i).size(); }
    words.swap(others);
    counting_set<std::string> counts(team);
    others.for_all([&](worker& self, const std::string& word) {
      letters.add(self, word.size());
      counts.from(self).async_add(word);
    });
    EXPECT_EQ(letters.value(), expected * workers_of(team));
    EXPECT_EQ(counts.size(), 10U);
    EXPECT_EQ(counts.total(), 10 * workers_of(team));
    EXPECT_EQ(words.size(), 0U);
    others.clear();
    letters.clear();
    EXPECT_EQ(others.size(), 0U);
    EXPECT_EQ(letters.value(), 0U);
  });
}

}  // namespace orujo::test
