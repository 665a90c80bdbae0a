// Messages of variable length: each arrives once and whole, whatever way it takes.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/record.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/hash.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/messaging/reducing_record_channel.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

constexpr std::uint64_t records_per_worker = 400;

struct numbered {
  std::uint64_t number;
  std::uint64_t hash;  // of the tail
};

/// The tail of record `number`: mostly short, some empty, some as long as can be.
std::string tail_of(std::uint64_t number, std::size_t most) {
  random_stream random(11, number);
  const std::uint64_t shape = random.below(100);
  std::size_t length = random.below(40);
  if (shape == 0) { length = most; }
  if (shape == 1) { length = random.below(most); }
  if (shape == 2) { length = 0; }
  std::string tail(length, '\0');
  for (char& each : tail) { each = static_cast<char>(random.below(256)); }
  return tail;
}

/// Counts arrivals of each number, and those that were damaged on the way.
class record_book {
public:
  explicit record_book(const rank_team& team)
      : seen_(static_cast<std::size_t>(team.size() * team.num_workers()) * records_per_worker) {}

  void note(const record<numbered>& each) {
    if (hash_bytes(each.tail) != each.head.hash) { ++damaged_; }
    ++seen_[each.head.number];
  }

  /// Number i is due at rank i % P.
  void expect_exactly_once(const rank_team& team) const {
    EXPECT_EQ(damaged_.load(), 0U);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const bool due = static_cast<int>(i) % team.size() == index_of(team.rank());
      ASSERT_EQ(seen_[i].load(), due ? 1U : 0U) << "record " << i;
    }
  }

private:
  std::vector<std::atomic<std::uint32_t>> seen_;
  std::atomic<std::uint64_t> damaged_{0};
};

std::uint64_t home_of(const worker& self) {
  return static_cast<std::uint64_t>(index_of(self.team().rank()) * self.team().num_workers() +
                                    self.index());
}

/// The first of the numbers that `self` sends.
std::uint64_t first_number_of(const worker& self) { return home_of(self) * records_per_worker; }

void expect_every_record_once(rank_team& team, deliver how) {
  record_book book(team);
  auto records = make_record_channel<numbered>(
      team, [&](const record<numbered>& each) { book.note(each); }, {.how = how});
  const std::uint64_t before = team.metrics()[metric::messages_sent];
  const std::uint64_t local = team.metrics()[metric::messages_local];
  run_epoch(team, [&](worker& self) {
    auto out = records.from(self);
    const std::uint64_t first = first_number_of(self);
    for (std::uint64_t i = first; i < first + records_per_worker; ++i) {
      const std::string tail = tail_of(i, records.most_tail_bytes());
      out.send(rank_id{static_cast<int>(i) % team.size()}, {i, hash_bytes(tail)}, tail);
    }
  });
  book.expect_exactly_once(team);
  const metric_totals after = team.metrics();
  EXPECT_EQ(after[metric::messages_sent] - before + after[metric::messages_local] - local,
            static_cast<std::uint64_t>(team.num_workers()) * records_per_worker);
}

void expect_every_record_once_at_home(rank_team& team) {
  record_book book(team);
  const auto ranks = static_cast<std::uint64_t>(team.size());
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  const auto due_at = [=](std::uint64_t i) { return i % ranks * workers + i / ranks % workers; };
  auto records = make_record_channel<numbered>(team,
                                               [&](worker& self, const record<numbered>& each) {
                                                 EXPECT_EQ(due_at(each.head.number), home_of(self));
                                                 book.note(each);
                                               },
                                               {.how = deliver::home});
  run_epoch(team, [&](worker& self) {
    const std::uint64_t first = first_number_of(self);
    for (std::uint64_t i = first; i < first + records_per_worker; ++i) {
      const std::string tail = tail_of(i, records.most_tail_bytes());
      records.send_home(self, due_at(i), {i, hash_bytes(tail)}, tail);
    }
  });
  book.expect_exactly_once(team);
}

void expect_all_ways(rank_team& team) {
  expect_every_record_once(team, deliver::now);
  expect_every_record_once(team, deliver::later);
  expect_every_record_once_at_home(team);
}

}  // namespace

TEST(record, arrives_once_and_whole) { on_teams(all_teams(), expect_all_ways); }

TEST(record, arrives_once_and_whole_over_other_ranks) {
  std::vector<launch_options> teams;
  for (const launch_options& options : few_teams()) {
    for (const char* const kind : {"rook", "hypercube"}) {
      teams.push_back(with(options, "routing", kind));
    }
  }
  on_teams(teams, expect_all_ways);
}

TEST(record, arrives_once_and_whole_with_a_budget_of_a_few_small_parcels) {
  std::vector<launch_options> teams;
  for (const launch_options& options : few_teams()) {
    const auto small = with(with(options, "in_flight_bytes", "4096"), "parcel_bytes", "512");
    teams.push_back(small);
    teams.push_back(with(small, "routing", "hypercube"));
  }
  on_teams(teams, expect_all_ways);
}

TEST(record, leads_to_others_that_a_handler_sends) {
  on_teams(few_teams(), [](rank_team& team) {
    // A text loses its first letter on each rank that it visits.
    std::atomic<std::uint64_t> letters{0};
    struct no_head {};
    auto texts = make_record_channel<no_head>(
        team,
        [&](record_sender<no_head>& out, const record<no_head>& each) {
          if (each.tail.empty()) { return; }
          ++letters;
          out.send(rank_id{(index_of(team.rank()) + 1) % team.size()}, {}, each.text().substr(1));
        },
        {.how = deliver::later});
    run_epoch(team, [&](worker& self) {
      texts.send(self, team.rank(), {}, std::string_view("synchronisation"));
    });
    EXPECT_EQ(all_sum(team, letters.load()),
              15U * static_cast<unsigned>(team.size() * team.num_workers()));
  });
}

TEST(record, counts_what_is_passed_on_as_one_message) {
  if (under_mpirun()) { GTEST_SKIP() << "needs eight ranks"; }
  on_teams({with(team_of(8, 2), "routing", "hypercube")}, [](rank_team& team) {
    std::atomic<std::uint64_t> heard{0};
    auto texts = make_record_channel<std::uint32_t>(
        team, [&](const record<std::uint32_t>&) { ++heard; }, {.how = deliver::home});
    run_epoch(team, [&](worker& self) {
      if (self.index() != 0 || index_of(team.rank()) != 0) { return; }
      for (std::uint32_t i = 0; i < 10; ++i) {
        texts.send_home(self, 15, i, std::string_view("a text of several units, over three hops"));
      }
    });
    EXPECT_EQ(all_sum(team, heard.load()), 10U);
    EXPECT_EQ(all_sum(team, team.metrics()[metric::messages_sent]), 10U);
    EXPECT_EQ(all_sum(team, team.metrics()[metric::messages_handled]), 10U);
    EXPECT_EQ(all_sum(team, team.metrics()[metric::messages_forwarded]), 20U);
  });
}

TEST(record, that_is_longer_than_a_parcel_is_refused) {
  on_teams({with(team_of(2, 1), "parcel_bytes", "512")}, [](rank_team& team) {
    auto texts = make_record_channel<std::uint32_t>(team, [](const record<std::uint32_t>&) {},
                                                    {.name = "texts"});
    std::string refusal;
    run_epoch(team, [&](worker& self) {
      texts.send(self, rank_id{1}, 1, std::string(texts.most_tail_bytes(), 'a'));
      try {
        texts.send(self, rank_id{1}, 1, std::string(texts.most_tail_bytes() + 1, 'a'));
      } catch (const usage_error& problem) { refusal = problem.what(); }
    });
    const std::string most = std::to_string(texts.most_tail_bytes());
    EXPECT_NE(refusal.find("texts: a record with "), std::string::npos) << refusal;
    EXPECT_NE(refusal.find(most), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("parcel_bytes"), std::string::npos) << refusal;
  });
}

TEST(record, that_no_parcel_holds_is_refused_when_its_channel_is_opened) {
  struct large {
    std::array<std::uint64_t, 64> words;
  };
  EXPECT_THROW(run_team(with(team_of(1, 1), "parcel_bytes", "512"),
                        [](rank_team& team) {
                          auto channel =
                              make_record_channel<large>(team, [](const record<large>&) {});
                        }),
               usage_error);
}

TEST(record, is_not_read_beyond_its_parcel) {
  std::array<record_unit, 6> units{};
  record_layout<std::uint32_t>::write(std::span(units).first(2), 7, {});
  const auto text = std::as_bytes(std::span(std::string_view("seventeen letters")));
  record_layout<std::uint32_t>::write(std::span(units).subspan(1, 4), 8, text);
  const std::span<const record_unit> all(units);
  const auto nothing = [](const record<std::uint32_t>&) {};
  EXPECT_EQ(for_each_record<std::uint32_t>(all.first(5), nothing), 2U);
  EXPECT_THROW(for_each_record<std::uint32_t>(all.first(4), nothing), transport_error);
  EXPECT_THROW(for_each_record<std::uint32_t>(all.subspan(5), nothing), transport_error);
  EXPECT_EQ(for_each_record<std::uint32_t>(all.first(0), nothing), 0U);
}

namespace {

struct times {
  std::uint64_t count;
};

/// Words of a skewed text; some are longer than what a cache keeps.
std::string word_of(random_stream& random) {
  const std::uint64_t rank = random.below(1 + random.below(500));
  const std::string word = "word" + std::to_string(rank);
  return rank % 7 == 0 ? word + std::string(60, 'x') : word;
}

using word_counts = std::map<std::string, std::uint64_t, std::less<>>;

/// Counts of all words on all ranks, by a plain loop.
word_counts expected_counts(const rank_team& team) {
  word_counts counts;
  const auto workers = static_cast<std::uint64_t>(team.size() * team.num_workers());
  for (std::uint64_t home = 0; home < workers; ++home) {
    random_stream random(3, home);
    for (int i = 0; i < 5000; ++i) { ++counts[word_of(random)]; }
  }
  return counts;
}

rank_id owner_of(const rank_team& team, std::string_view word) {
  return rank_id{static_cast<int>(hash_bytes(word) % static_cast<std::uint64_t>(team.size()))};
}

}  // namespace

TEST(record, with_the_same_tail_is_added_up_before_it_travels) {
  std::vector<launch_options> teams = few_teams();
  teams.push_back(with(team_of(3, 1), "routing", "rook"));
  teams.push_back(with(team_of(2, 2), "reduction_entries", "16"));
  on_teams(teams, [](rank_team& team) {
    word_counts counts;
    std::mutex lock;
    const auto add = [&](const record<times>& each) {
      const std::lock_guard guard(lock);
      counts[std::string(each.text())] += each.head.count;
    };
    const sum_of_heads sums{[](times& kept, const times& more) { kept.count += more.count; }};
    reducing_record_channel<times, decltype(add), decltype(sums)> words(team, add, sums);
    std::atomic<std::uint64_t> reduced{0};
    run_epoch(team, [&](worker& self) {
      auto out = words.from(self);
      random_stream random(3, home_of(self));
      for (int i = 0; i < 5000; ++i) {
        const std::string word = word_of(random);
        if (out.send(owner_of(team, word), {1}, word)) { ++reduced; }
      }
    });
    for (const auto& [word, count] : expected_counts(team)) {
      const auto found = counts.find(word);
      if (owner_of(team, word) != team.rank()) { ASSERT_EQ(found, counts.end()) << word; }
      if (owner_of(team, word) != team.rank()) { continue; }
      ASSERT_NE(found, counts.end()) << word;
      ASSERT_EQ(found->second, count) << word;
    }
    if (team.size() > 1) { EXPECT_GT(reduced.load(), 100U); }
    EXPECT_EQ(team.metrics()[metric::reduction_hits], reduced.load());
  });
}

TEST(record, with_the_same_tail_travels_once_where_only_distinct_ones_are_asked_for) {
  on_teams(few_teams(), [](rank_team& team) {
    word_counts counts;
    std::mutex lock;
    const auto note = [&](const record<times>& each) {
      const std::lock_guard guard(lock);
      ++counts[std::string(each.text())];
    };
    reducing_record_channel<times, decltype(note), distinct_tails> words(team, note, {});
    for (int epoch = 0; epoch < 2; ++epoch) {  // the second must not know the first
      counts.clear();
      barrier(team);
      run_epoch(team, [&](worker& self) {
        auto out = words.from(self);
        random_stream random(3, home_of(self));
        for (int i = 0; i < 5000; ++i) {
          const std::string word = word_of(random);
          out.send(owner_of(team, word), {1}, word);
        }
      });
      for (const auto& [word, count] : expected_counts(team)) {
        if (owner_of(team, word) != team.rank()) { continue; }
        ASSERT_GE(counts[word], 1U) << word;
        ASSERT_LE(counts[word], count) << word;
      }
    }
  });
}

TEST(record, with_another_tail_of_the_same_hash_is_not_taken_for_the_same) {
  // Each word of one letter and its place in a cache of one entry.
  on_teams({with(team_of(2, 1), "reduction_entries", "1")}, [](rank_team& team) {
    std::map<std::string, std::uint64_t> counts;
    const auto add = [&](const record<times>& each) {
      counts[std::string(each.text())] += each.head.count;
    };
    const sum_of_heads sums{[](times& kept, const times& more) { kept.count += more.count; }};
    reducing_record_channel<times, decltype(add), decltype(sums)> words(team, add, sums);
    run_epoch(team, [&](worker& self) {
      auto out = words.from(self);
      for (const char* const word : {"a", "b", "a", "a", "", "b", ""}) {
        out.send(rank_id{1}, {1}, std::string_view(word));
      }
    });
    if (index_of(team.rank()) != 1) { return; }
    EXPECT_EQ(counts["a"], 6U);
    EXPECT_EQ(counts["b"], 4U);
    EXPECT_EQ(counts[""], 4U);
  });
}

}  // namespace orujo::test
