// Reads random places of a table that is spread over the ranks: a handler that sends an answer.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

constexpr std::uint64_t places_per_rank = 1000;
constexpr std::uint64_t questions = 50'000;  // of each rank

/// "What is at this place of yours? Tell rank `asker`, who wants it for question `number`."
struct question {
  std::uint64_t place;
  std::uint32_t number;
  orujo::rank_id asker;
};

struct answer {
  std::uint64_t value;
  std::uint32_t number;
};

/// What the table holds at `place`, counted over all ranks.
std::uint64_t value_at(std::uint64_t place) { return place * place; }

/// The places that `rank` asks for.
std::uint64_t wanted_place(orujo::rank_id rank, std::uint32_t number, std::uint64_t places) {
  const auto stream = static_cast<std::uint64_t>(orujo::index_of(rank)) * questions + number;
  return orujo::random_stream(/*seed=*/1, stream).below(places);
}

void ask_all(orujo::rank_team& team) {
  const auto me = static_cast<std::uint64_t>(orujo::index_of(team.rank()));
  const std::uint64_t places = static_cast<std::uint64_t>(team.size()) * places_per_rank;
  std::vector<std::uint64_t> table(places_per_rank);  // this rank's part
  for (std::uint64_t i = 0; i < places_per_rank; ++i) {
    table[i] = value_at(me * places_per_rank + i);
  }
  std::vector<std::uint64_t> values(questions);

  auto answers = orujo::make_channel<answer>(
      team, [&](const answer& what) { values[what.number] = what.value; });
  // A handler that sends takes the worker that runs it. `later`: it never runs inside a send.
  auto asked = orujo::make_channel<question>(
      team,
      [&](orujo::worker& self, const question& what) {
        answers.send(self, what.asker, {.value = table[what.place], .number = what.number});
      },
      {.how = orujo::deliver::later});

  // One worker of each rank asks; answers come back while it goes on. The epoch ends when every
  // question and every answer has been handled.
  orujo::run_short_epoch(team, [&](orujo::worker& self) {
    for (std::uint32_t i = 0; i < questions; ++i) {
      const std::uint64_t place = wanted_place(team.rank(), i, places);
      const auto owner = static_cast<orujo::rank_id>(place / places_per_rank);
      asked.send(self, owner, {place % places_per_rank, i, team.rank()});
    }
  });

  std::uint64_t wrong = 0;
  for (std::uint32_t i = 0; i < questions; ++i) {
    if (values[i] != value_at(wanted_place(team.rank(), i, places))) { ++wrong; }
  }
  orujo::require(orujo::all_sum(team, wrong) == 0, "ask_and_answer: some answers are wrong");
  if (me == 0) { std::printf("%d ranks: every answer is right\n", team.size()); }
}

}  // namespace

// Under mpirun the ranks are the launcher's (leave out `.ranks`); here there are three in-process.
int main() { orujo::run_team({.ranks = 3, .workers = 1}, ask_all); }
