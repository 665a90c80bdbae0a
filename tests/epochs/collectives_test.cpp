// Collectives against what they are defined to give.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/collectives.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/epochs/piece_exchange.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

std::vector<launch_options> tight_teams() {
  std::vector<launch_options> teams = all_teams(1);
  teams.push_back(with(team_of(5, 1), "in_flight_bytes", "4096"));
  teams.push_back(with(team_of(4, 2, sim_model_of(9)), "in_flight_bytes", "4096"));
  return teams;
}

}  // namespace

TEST(collectives, broadcast_gives_every_rank_the_roots_value) {
  on_teams(tight_teams(), [](rank_team& team) {
    for (int root = 0; root < team.size(); ++root) {
      EXPECT_EQ(broadcast(team, index_of(team.rank()) * 10, rank_id{root}), root * 10);
      std::vector<std::uint32_t> own(static_cast<std::size_t>(3000 + index_of(team.rank())));
      for (std::size_t i = 0; i < own.size(); ++i) { own[i] = static_cast<std::uint32_t>(i); }
      const auto got = broadcast(team, own, rank_id{root});
      ASSERT_EQ(got.size(), static_cast<std::size_t>(3000 + root));
      EXPECT_EQ(got.back(), got.size() - 1);
    }
  });
}

TEST(collectives, reductions_combine_all_ranks) {
  on_teams(tight_teams(), [](rank_team& team) {
    const int p = team.size();
    const int me = index_of(team.rank());
    EXPECT_EQ(all_sum(team, me + 1), p * (p + 1) / 2);
    EXPECT_EQ(all_max(team, me), p - 1);
    EXPECT_EQ(all_min(team, me + 5), 5);
    const std::vector<int> both = all_reduce(team, std::vector<int>{me, -me}, std::plus<int>());
    EXPECT_EQ(both, (std::vector<int>{p * (p - 1) / 2, -p * (p - 1) / 2}));
  });
}

TEST(collectives, reductions_combine_in_one_order_whichever_way_they_take) {
  // Two ranks tell each other few bytes, many go up a tree: neither associative nor commutative, so
  // that each order gives another result.
  std::vector<launch_options> teams = tight_teams();
  teams.push_back(team_of(9, 1));
  on_teams(teams, [](rank_team& team) {
    const auto mix = [](std::uint64_t a, std::uint64_t b) { return mix64(3 * a + mix64(b)); };
    const auto own = static_cast<std::uint64_t>(index_of(team.rank()));
    const std::vector<std::uint64_t> many(1000, own);
    const std::vector<std::uint64_t> all = all_reduce(team, many, mix);
    EXPECT_EQ(all_reduce(team, own, mix), all.front());
    EXPECT_EQ(all.front(), all.back());
    EXPECT_EQ(all_max(team, all.front()), all.front());
  });
}

TEST(collectives, scan_and_gather_follow_rank_order) {
  on_teams(tight_teams(), [](rank_team& team) {
    const int me = index_of(team.rank());
    EXPECT_EQ(exclusive_scan(team, me + 1), me * (me + 1) / 2);
    const std::vector<int> all = all_gather(team, me * me);
    ASSERT_EQ(all.size(), static_cast<std::size_t>(team.size()));
    for (int r = 0; r < team.size(); ++r) { EXPECT_EQ(all[static_cast<std::size_t>(r)], r * r); }
  });
}

TEST(collectives, gather_takes_pieces_of_different_lengths_and_of_none) {
  std::vector<launch_options> teams = tight_teams();
  teams.push_back(team_of(20, 1));
  teams.push_back(team_of(17, 1, sim_model_of(2)));
  on_teams(teams, [](rank_team& team) {
    const auto piece_of = [](int rank) {
      const int length = rank % 3 == 1 ? 0 : 700 * rank;
      return std::vector<int>(static_cast<std::size_t>(length), rank);
    };
    const auto own = piece_of(index_of(team.rank()));
    const auto all = all_gather(team, std::span<const int>(own));
    ASSERT_EQ(all.size(), static_cast<std::size_t>(team.size()));
    for (int r = 0; r < team.size(); ++r) {
      const auto piece = all[static_cast<std::size_t>(r)];
      EXPECT_EQ(std::vector<int>(piece.begin(), piece.end()), piece_of(r));
    }
    const auto at_first = gather(team, std::span<const int>(own));
    EXPECT_EQ(at_first, index_of(team.rank()) == 0 ? all : decltype(all){});
    const int me = index_of(team.rank());
    EXPECT_EQ(exclusive_scan(team, me + 1), me * (me + 1) / 2);
  });
}

TEST(collectives, scan_adds_in_the_order_of_ranks) {
  struct text {  // whose sum depends on the order
    char letters[32] = {};
    text operator+(const text& behind) const {
      text both = *this;
      std::size_t at = std::char_traits<char>::length(letters);
      for (const char* each = behind.letters; *each != 0; ++each) { both.letters[at++] = *each; }
      return both;
    }
  };
  on_teams({team_of(1, 1), team_of(3, 1), team_of(8, 1), team_of(13, 1)}, [](rank_team& team) {
    const std::string alphabet = "abcdefghijklm";
    text own;
    own.letters[0] = alphabet[static_cast<std::size_t>(index_of(team.rank()))];
    const text lower = exclusive_scan(team, own);
    EXPECT_EQ(std::string(lower.letters),
              alphabet.substr(0, static_cast<std::size_t>(index_of(team.rank()))));
  });
}

TEST(collectives, letters_grow_with_the_logarithm_of_the_ranks) {
  if (under_mpirun()) { GTEST_SKIP() << "needs 64 ranks"; }
  on_teams({team_of(64, 1)}, [](rank_team& team) {
    const std::uint64_t before = team.metrics()[metric::parcels_sent];
    static_cast<void>(all_gather(team, index_of(team.rank())));
    EXPECT_EQ(team.metrics()[metric::parcels_sent] - before, 6U);
    const std::uint64_t ungathered = team.metrics()[metric::parcels_sent];
    static_cast<void>(gather(team, std::span<const int>()));
    EXPECT_LE(team.metrics()[metric::parcels_sent] - ungathered, 1U);
    barrier(team);
    const std::uint64_t between = team.metrics()[metric::parcels_sent];
    static_cast<void>(exclusive_scan(team, index_of(team.rank())));
    EXPECT_LE(team.metrics()[metric::parcels_sent] - between, 6U);
  });
}

TEST(collectives, all_to_all_takes_pieces_of_any_length_and_of_none) {
  std::vector<launch_options> teams = tight_teams();
  teams.push_back(team_of(20, 1));
  teams.push_back(team_of(13, 1, sim_model_of(2)));
  on_teams(teams, [](rank_team& team) {
    // 0: none; then some that are carried and some that are not, around the limit of 256 bytes.
    constexpr std::array<std::size_t, 7> lengths = {0, 1, 255, 256, 257, 0, 40'000};
    const auto piece_of = [&](int from, int to) {
      const auto which = static_cast<std::size_t>(3 * from + 5 * to);
      return std::vector<std::uint8_t>(lengths[which % lengths.size()],
                                       static_cast<std::uint8_t>(7 * from + to));
    };
    const int me = index_of(team.rank());
    for (int round = 0; round < 3; ++round) {
      std::vector<std::vector<std::uint8_t>> outgoing;
      for (int r = 0; r < team.size(); ++r) { outgoing.push_back(piece_of(me + round, r)); }
      const auto arrived = all_to_all_v(team, outgoing);
      ASSERT_EQ(arrived.size(), outgoing.size());
      for (int r = 0; r < team.size(); ++r) {
        EXPECT_EQ(arrived[static_cast<std::size_t>(r)], piece_of(r + round, me));
      }
    }
  });
}

TEST(collectives, all_to_all_sends_a_letter_for_each_step_and_each_large_piece) {
  if (under_mpirun()) { GTEST_SKIP() << "needs up to 64 ranks"; }
  struct shape {
    int ranks;
    std::uint64_t steps;
  };
  for (const shape& each : {shape{1, 0}, shape{2, 1}, shape{3, 2}, shape{8, 3}, shape{64, 6}}) {
    on_teams({team_of(each.ranks, 1)}, [&](rank_team& team) {
      const auto letters_for = [&](std::size_t length, int receivers) {
        std::vector<std::vector<char>> outgoing(static_cast<std::size_t>(team.size()));
        for (int r = 0; r < std::min(receivers, team.size()); ++r) {
          outgoing[static_cast<std::size_t>(r)].resize(length, 'x');
        }
        const std::uint64_t before = team.metrics()[metric::parcels_sent];
        const auto arrived = all_to_all_v(team, outgoing);
        const std::uint64_t letters = team.metrics()[metric::parcels_sent] - before;
        for (const auto& piece : arrived) {
          EXPECT_EQ(piece.size(), index_of(team.rank()) < receivers ? length : 0);
        }
        barrier(team);
        return letters;
      };
      EXPECT_EQ(letters_for(0, 64), each.steps);
      EXPECT_EQ(letters_for(20, 64), each.steps) << "small pieces travel together";
      const bool is_receiver = index_of(team.rank()) < 2;
      const int others = std::min(2, team.size()) - (is_receiver ? 1 : 0);
      EXPECT_EQ(letters_for(1000, 2), each.steps + static_cast<std::uint64_t>(others));
    });
  }
}

TEST(collectives, a_piece_exchange_brings_what_some_ranks_have_for_some_others_by_rank) {
  std::vector<launch_options> teams = tight_teams();
  teams.push_back(team_of(37, 1));
  on_teams(teams, [](rank_team& team) {
    const int me = index_of(team.rank());
    const auto length_of = [](int from, int to) {  // few ranks, the own one among them
      return (from + 3 * to) % 5 == 0 ? static_cast<std::size_t>(1 + 40 * (from % 8)) : 0;
    };
    piece_exchange exchange(team);
    std::vector<std::byte> reused;
    for (int step = 0; step < team.size(); ++step) {
      const int to = (me + step) % team.size();
      reused.assign(length_of(me, to), static_cast<std::byte>(me + to));
      exchange.send(rank_id{to}, reused);
    }
    std::vector<int> expected;
    for (int r = 0; r < team.size(); ++r) {
      if (length_of(r, me) > 0) { expected.push_back(r); }
    }
    std::vector<int> came;
    exchange.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
      came.push_back(index_of(from));
      EXPECT_EQ(bytes.size(), length_of(came.back(), me));
      EXPECT_EQ(bytes.front(), static_cast<std::byte>(me + came.back()));
      EXPECT_EQ(bytes.back(), bytes.front());
    });
    EXPECT_EQ(came, expected);
  });
}

TEST(collectives, all_to_all_v_delivers_pieces_of_different_lengths) {
  on_teams(tight_teams(), [](rank_team& team) {
    const int me = index_of(team.rank());
    std::vector<std::vector<int>> outgoing;
    for (int r = 0; r < team.size(); ++r) {
      outgoing.emplace_back(static_cast<std::size_t>(500 * r * me), me * 100 + r);
    }
    const auto arrived = all_to_all_v(team, outgoing);
    for (int r = 0; r < team.size(); ++r) {
      const std::vector<int> expected(static_cast<std::size_t>(500 * r * me), r * 100 + me);
      EXPECT_EQ(arrived[static_cast<std::size_t>(r)], expected);
    }
  });
}

TEST(collectives, refuse_lists_whose_lengths_do_not_fit) {
  for (const int ranks : {2, 3, 8}) {
    for (const int last : {2, 1000}) {
      const auto reduce = [&](rank_team& team) {
        const bool is_last = index_of(team.rank()) == team.size() - 1;
        const std::vector<int> own(is_last ? static_cast<std::size_t>(last) : 1, 1);
        static_cast<void>(all_reduce(team, own, [](int a, int b) { return a + b; }));
      };
      EXPECT_THROW(run_team(team_of(ranks, 1), reduce), usage_error);
    }
    EXPECT_THROW(run_team(team_of(ranks, 1),
                          [](rank_team& team) {
                            const std::vector<std::vector<int>> one(1);
                            static_cast<void>(all_to_all_v(team, one));
                          }),
                 usage_error);
  }
}

TEST(collectives, an_agreed_error_reaches_every_rank_with_its_text_and_code) {
  on_teams(all_teams(1), [](rank_team& team) {
    const int guilty = team.size() / 2;
    try {
      run_agreed(team, [&] {
        if (index_of(team.rank()) >= guilty) {
          throw input_error("g.el", {static_cast<std::uint64_t>(index_of(team.rank()) + 1), 2},
                            "not a number");
        }
      });
      FAIL() << "nothing was thrown";
    } catch (const agreed_error& problem) {
      EXPECT_EQ(problem.code(), exit_code::input);
      EXPECT_EQ(std::string(problem.what()),
                "g.el:" + std::to_string(guilty + 1) + ":2: not a number");
    }
    EXPECT_EQ(run_agreed(team, [] { return 5; }), 5);
  });
}

TEST(collectives, memory_that_one_rank_does_not_get_is_an_error_of_every_rank) {
  on_teams(all_teams(1), [](rank_team& team) {
    try {
      run_agreed(team, [&] {
        if (index_of(team.rank()) == team.size() - 1) { throw std::bad_alloc(); }
      });
      FAIL() << "nothing was thrown";
    } catch (const agreed_error& problem) { EXPECT_EQ(problem.code(), exit_code::memory); }
  });
}

TEST(collectives, a_barrier_throws_once_the_user_has_interrupted) {
  for (const int ranks : {1, 3}) {
    std::atomic<bool> stop{false};
    const auto wait_together = [&](rank_team& team) {
      team.transport().heed(stop);
      barrier(team);
      stop.store(true);
      barrier(team);
    };
    EXPECT_THROW(run_team(team_of(ranks, 1), wait_together), interrupted_error);
    EXPECT_NO_THROW(run_team(team_of(ranks, 1), [](rank_team& team) { barrier(team); }));
  }
}

}  // namespace orujo::test
