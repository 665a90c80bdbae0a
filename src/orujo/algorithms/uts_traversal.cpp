// Walks through a tree in memory.
//
// A task walks depth first, and goes through the vertices in the order in which they lie in memory.
// Where it comes to a part of the tree that lies at another rank, it sends a task there. But what a
// rank without work took from another one it reads from there, in blocks: that rank is busy.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "orujo/algorithms/uts_tree.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

namespace {

/// Siblings at one depth, as their parent names them.
struct family {
  uts_vertex parent;
  std::uint32_t depth;
};

/// Vertices of another rank, fetched in blocks. What lies behind a family is often its offspring.
class far_window {
public:
  /// The children of `parent`, valid until the next call. Call: a task; yields.
  [[nodiscard]] const uts_vertex* children(const uts_tree& tree, uts_vertex parent) {
    const std::uint64_t first = index_of(parent);
    const bool known = home_ == home_of(parent) && first >= first_ &&
                       first + count_of(parent) <= first_ + vertices_.size();
    if (!known) { fetch(tree, parent); }
    return &vertices_[first - first_];
  }

private:
  static constexpr std::uint64_t block_vertices = 32;
  static constexpr std::uint64_t window_vertices = 16 * block_vertices;
  struct block {
    std::array<uts_vertex, block_vertices> vertices;
  };
  struct block_on_the_way {
    promise<block> answer;
    std::uint64_t size;
  };

  void fetch(const uts_tree& tree, uts_vertex parent) {
    home_ = home_of(parent);
    first_ = index_of(parent);
    vertices_.clear();
    const std::uint64_t wanted =
        std::min(std::max<std::uint64_t>(window_vertices, count_of(parent)),
                 uts_store::rest_of_chunk(first_));
    while (vertices_.size() < wanted) {
      fetch_some(tree, std::min(window_vertices, wanted - vertices_.size()));
    }
  }

  /// Asks for all blocks before it waits for the first.
  void fetch_some(const uts_tree& tree, std::uint64_t count) {
    std::array<promise<block>, window_vertices / block_vertices> blocks;
    const std::uint64_t first = first_ + vertices_.size();
    const auto size_of = [count](std::uint64_t at) { return std::min(block_vertices, count - at); };
    for (std::uint64_t at = 0; at < count; at += block_vertices) {
      delegate::async(
          tree.at(home_),
          [index = first + at, size = size_of(at)](const uts_part& part) {
            block copy{};
            std::copy_n(part.store.at(index), size, copy.vertices.begin());
            return copy;
          },
          blocks[at / block_vertices]);
    }
    for (std::uint64_t at = 0; at < count; at += block_vertices) {
      const block arrived = blocks[at / block_vertices].get();
      vertices_.insert(vertices_.end(), arrived.vertices.begin(),
                       arrived.vertices.begin() + static_cast<std::ptrdiff_t>(size_of(at)));
    }
  }

  home_id home_{};
  std::uint64_t first_ = 0;
  std::vector<uts_vertex> vertices_;
};

constexpr rank_id no_rank{-1};

/// Walks through the tree below a family. Where that lies at another rank, and the task was not
/// taken from a rank without work but is still at the one that spawned it, it sends a task there.
struct walking_task {
  uts_tree tree;
  rank_id spawner;  // no_rank: walks wherever it runs
  std::uint32_t depth;
  uts_vertex parent;

  void operator()() const;
};

class tree_walk {
public:
  explicit tree_walk(const uts_tree& tree)
      : tree_(tree), here_(tree.here()), rank_(this_worker().team().rank()) {}

  void run(const family& root, rank_id spawner) {
    constexpr unsigned families_per_look = 8;
    const bool far = spawner != rank_ && !is_near(root.parent);
    stack_.push(root);
    for (unsigned step = 1; !stack_.empty(); ++step) {
      const family next = stack_.pop();
      if (is_near(next.parent)) {
        visit(next, near_children(next.parent));
      } else if (far) {
        visit(next, window_.children(tree_, next.parent));
      } else {
        spawn_at(home_of(next.parent), walking_task{tree_, rank_, next.depth, next.parent});
      }
      if (step % families_per_look == 0) { share(far); }
    }
  }

private:
  [[nodiscard]] bool is_near(uts_vertex parent) const noexcept {
    return index_of(home_of(parent)) - here_.first_home < here_.stores.size();
  }
  [[nodiscard]] const uts_vertex* near_children(uts_vertex parent) const noexcept {
    return here_.stores[index_of(home_of(parent)) - here_.first_home]->at(index_of(parent));
  }

  /// Counts the family, and puts the children that have children on the stack, the first one last.
  void visit(const family& which, const uts_vertex* children) {
    const std::uint32_t count = count_of(which.parent);
    family* const first = stack_.room(count);
    family* top = first;
    for (std::uint32_t i = count; i-- > 0;) {
      *top = {children[i], which.depth + 1};
      top += children[i] != uts_leaf ? 1 : 0;  // no branch: leaves come in no order
    }
    const auto inner = static_cast<std::size_t>(top - first);
    stack_.keep(inner);
    here_.count(which.depth, count, count - inner);
  }

  void share(bool far) {
    stack_.share([&](const family& each) {
      spawn_anywhere(walking_task{tree_, far ? no_rank : rank_, each.depth, each.parent});
    });
  }

  uts_tree tree_;
  uts_part& here_;
  rank_id rank_;
  work_stack<family> stack_;
  far_window window_;
};

void walking_task::operator()() const { tree_walk(tree).run({parent, depth}, spawner); }

}  // namespace

void walk(const uts_tree& tree, uts_vertex root) {
  tree.here().count(0, 1, root == uts_leaf ? 1 : 0);
  if (root == uts_leaf) { return; }
  finish(walking_task{tree, this_worker().team().rank(), 1, root});
}

}  // namespace orujo
