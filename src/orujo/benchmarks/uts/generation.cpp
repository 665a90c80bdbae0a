// Grows a tree: depth first in each task, whose oldest work goes to whoever has none.
//
// The children of a vertex get neighbouring places at the worker that draws their numbers. What
// they point to is written when they are looked at, by whichever worker that is.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/huge_memory.hpp"
#include "orujo/benchmarks/uts/tree.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/messaging/shared_host.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

namespace {

/// A vertex whose children are not drawn yet. 32 bytes.
struct bud {
  uts_state state;
  std::uint32_t depth;
  std::uint64_t where;  // as in uts_vertex

  [[nodiscard]] uts_place place() const noexcept {
    return {home_of(uts_vertex{where}), index_of(uts_vertex{where})};
  }
};

void set_vertex(const uts_tree& tree, uts_part& here, const uts_place& where, uts_vertex vertex) {
  if (where.home == this_memory().home()) {
    *here.store.at(where.index) = vertex;
  } else {
    delegate::async(tree.at(where.home), [index = where.index, vertex](uts_part& part) {
      *part.store.at(index) = vertex;
    });
  }
}

/// Draws the children of `parent` and adds them to `stack`, the first one last.
void open(const uts_tree& tree, const bud& parent, work_stack<bud>& stack) {
  uts_part& here = tree.here();
  const std::uint32_t children = here.rules.children(parent.state, parent.depth);
  here.count(parent.depth, 1, children == 0 ? 1 : 0);
  if (children == 0) { return; }
  const uts_place first{this_memory().home(), here.store.allocate(children)};
  set_vertex(tree, here, parent.place(), make_vertex(first, children));
  bud* top = stack.room(children);
  for (std::uint32_t i = children; i-- > 0;) {
    const auto where = static_cast<std::uint64_t>(make_vertex({first.home, first.index + i}, 0));
    *top++ = {child_state(parent.state, i), parent.depth + 1, where};
  }
  stack.keep(children);
}

/// Grows the tree below a bud.
struct growing_task {
  uts_tree tree;
  bud root;

  void operator()() const {
    work_stack<bud> stack;
    stack.push(root);
    while (!stack.empty()) {
      open(tree, stack.pop(), stack);
      stack.share([&](const bud& each) { spawn_anywhere(growing_task{tree, each}); });
    }
  }
};

}  // namespace

void uts_store::add_chunk() {
  rank_team& team = this_worker().team();
  const auto limit = memory_limit_of(team);
  const auto sharers = static_cast<std::uint64_t>(team.transport().place().threads_on_host);
  // Against a limit all chunks count; what is available has shrunk by those that exist.
  const std::uint64_t chunks = limit == 0 ? 1 : chunks_.size() + 1;
  require_memory(chunks * sharers * chunk_vertices * sizeof(uts_vertex), "the tree", limit);
  chunks_.emplace_back(chunk_vertices);
  firsts_.push_back(chunks_.back().data());
}

uts_vertex grow(const uts_tree& tree, std::uint32_t seed) {
  const uts_place root{this_memory().home(), tree.here().store.allocate(1)};
  const auto where = static_cast<std::uint64_t>(make_vertex(root, 0));
  finish(growing_task{tree, {root_state(seed), 0, where}});
  return *tree.here().store.at(root.index);
}

}  // namespace orujo
