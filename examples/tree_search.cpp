// Counts the vertices of one colour in a tree that lies in the memory of all workers.
// SPDX-License-Identifier: Apache-2.0
//
// After listings 5 and 6 of J. Nelson's thesis on Grappa: a global view of the tree, an escape to
// every worker to set up its own objects, recursion over tasks that idle workers of any rank may
// take, one finish around all of it, and a reduction over the workers at the end.
#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "orujo/base/random.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/memory/synchronisation/symmetric_reduce.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/forall.hpp"

namespace {

constexpr std::int64_t num_vertices = 1000;
constexpr std::uint64_t wanted_colour = 7;

struct vertex {
  std::int64_t id;
  std::uint64_t colour;
  orujo::linear_pointer<vertex> children;  ///< The first; the others lie behind it, over all homes.
  std::int64_t num_children;
};

/// A tree of random shape and colours; `wanted` becomes the number of those of the wanted colour.
orujo::linear_pointer<vertex> create_tree(std::int64_t& wanted) {
  const auto root = orujo::allocate_array<vertex>(num_vertices).linear();
  orujo::random_stream random(1, 1);
  std::int64_t next = 1;
  orujo::finish([&] {
    for (std::int64_t id = 0; id < num_vertices; ++id) {
      const std::int64_t least = next == id + 1 ? 1 : 0;  // else the tree would end here
      const std::int64_t children =
          std::min(least + static_cast<std::int64_t>(random.below(4)), num_vertices - next);
      const vertex made{id, random.below(10), root + next, children};
      orujo::delegate::async_write(root + id, made);
      next += children;
      if (made.colour == wanted_colour) { ++wanted; }
    }
  });
  return root;
}

/// One object of each on every worker.
struct search_objects {
  orujo::symmetric<std::uint64_t> colour;
  orujo::symmetric<std::int64_t> count;
};

/// Searches below the vertex that it is called with.
struct search {
  search_objects own;

  void operator()(orujo::linear_pointer<vertex> at) const {
    const vertex found = orujo::delegate::read(at);
    if (found.colour == own.colour.here()) { ++own.count.here(); }
    const auto below = [self = *this, children = found.children](std::uint64_t i) {
      self(children + static_cast<std::int64_t>(i));
    };
    orujo::forall_here_async(0, static_cast<std::uint64_t>(found.num_children), below,
                             {.tasks = orujo::loop_tasks::anywhere});
  }
};

void count_vertices() {
  std::int64_t expected = 0;
  const auto root = create_tree(expected);
  const search_objects own{orujo::allocate_symmetric<std::uint64_t>(),
                           orujo::allocate_symmetric<std::int64_t>()};
  orujo::on_all_workers([own] {
    own.colour.here() = wanted_colour;
    own.count.here() = 0;
  });
  orujo::finish([&] { search{own}(root); });
  const std::int64_t total = orujo::reduce(own.count, std::plus<std::int64_t>());
  std::printf("total count: %lld\n", static_cast<long long>(total));
  orujo::require(total == expected, "tree_search: a vertex was missed or counted twice");
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 3, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, count_vertices);
  });
}
