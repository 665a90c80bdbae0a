// Random updates of two words at once: an operator, and all that keeps operators apart.
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <string_view>
#include <vector>

#include "orujo/activities/choice/mechanism_table.hpp"
#include "table_updates.hpp"

namespace {

struct move_one {
  struct arguments {
    std::uint64_t from;
    std::uint64_t to;
  };
  std::uint64_t* table;

  template <typename Access>
  orujo::operator_verdict act(Access& access, const arguments& words) const {
    const std::uint64_t left = access.read(table[words.from]);
    if (left == 0) { return orujo::operator_verdict::failed; }
    access.write(table[words.from], left - 1);
    access.write(table[words.to], access.read(table[words.to]) + 1);
    return orujo::operator_verdict::done;
  }
  template <typename Visit>
  void touches(const arguments& words, Visit visit) const {
    visit(&table[words.from]);
    visit(&table[words.to]);
  }
};

using batches = std::vector<std::vector<move_one::arguments>>;  // one for each worker

batches drawn_moves(int workers, std::uint64_t updates) {
  batches moves(static_cast<std::size_t>(workers));
  for (std::uint64_t i = 0; i < updates; ++i) {
    moves[i % moves.size()].push_back({tutorial::drawn(2 * i), tutorial::drawn(2 * i + 1)});
  }
  return moves;
}

template <typename Mechanism>
void move_under(orujo::rank_team& team, std::string_view name, const batches& moves) {
  std::vector<std::uint64_t> table(tutorial::table_words, 1);
  const auto start = std::chrono::steady_clock::now();

  orujo::activity_runner<move_one, Mechanism> runner(team, move_one{table.data()}, {.coarsen = 16});
  team.on_workers([&](orujo::worker& self) {
    runner.run(self, moves[static_cast<std::size_t>(self.index())]);
  });

  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const orujo::activity_counts counts = runner.counts();
  if (std::accumulate(table.begin(), table.end(), std::uint64_t{0}) != tutorial::table_words) {
    std::printf("%s: something was lost\n", name.data());
    std::exit(1);
  }
  if (team.rank() != orujo::rank_id{0}) { return; }
  std::printf("%-8s %5.1f million updates/s, %llu failed\n", name.data(),
              static_cast<double>(counts.operators) / elapsed.count() / 1e6,
              static_cast<unsigned long long>(counts.failed));
}

/// Each rank has a table of its own.
void move_under_all(orujo::rank_team& team, std::uint64_t updates) {
  const batches moves = drawn_moves(team.num_workers(), updates);
  orujo::with_each_mechanism<move_one>(
      team, [&]<typename M>(orujo::mechanism_tag<M>, std::string_view name) {
        move_under<M>(team, name, moves);
      });
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t updates = tutorial::updates_from(count, arguments);
  orujo::run_team({}, [&](orujo::rank_team& team) { move_under_all(team, updates); });
}
