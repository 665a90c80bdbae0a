// A list whose elements lie at all workers of all ranks, followed by global pointers.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

struct element {
  int value;
  orujo::global_pointer<element> next;
};

void walk() {
  const auto elements = orujo::allocate_array<element>(20, /*block=*/1);
  orujo::global_pointer<element> first;  // null: the end
  for (std::uint64_t i = 0; i < elements.size(); ++i) {
    orujo::delegate::write(elements.at(i), {.value = static_cast<int>(i), .next = first});
    first = elements.at(i);
  }
  int sum = 0;
  for (auto at = first; at;) {
    const element found = orujo::delegate::read(at);  // wherever it lies
    sum += found.value;
    at = found.next;
  }
  orujo::require(sum == 190, "linked_list: an element is missing");
  std::printf("sum of the list: %d\n", sum);
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, walk);
  });
}
