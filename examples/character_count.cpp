// Counts the characters of a text: a loop of tasks on all workers, whose results meet on one.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"

namespace {

constexpr std::string_view text = "data stays where it lives; computation travels to it";

void count(orujo::rank_team& team) {
  std::array<int, 256> counts{};  // of rank 0: only closures posted to its worker 0 touch it
  orujo::run_global(team, [&] {
    const orujo::home_id home = orujo::this_scheduler().board().peer_on(orujo::rank_id{0});
    // The address travels along, and is used where it came from.
    orujo::forall(0, text.size(), [home, to = counts.data()](std::uint64_t i) {
      const auto letter = static_cast<unsigned char>(text[i]);
      orujo::post(home, [to, letter] { ++to[letter]; });
    });
  });
  if (team.rank() == orujo::rank_id{0}) {
    for (const char letter : {'a', 'e', 't'}) {
      std::printf("%c: %d\n", letter, counts[static_cast<unsigned char>(letter)]);
    }
  }
}

}  // namespace

int main() { orujo::run_team({.ranks = 2, .workers = 2}, count); }
