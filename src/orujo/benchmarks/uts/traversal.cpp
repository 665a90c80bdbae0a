// Walks through a tree in memory.
//
// A task walks depth first, and goes through the vertices in the order in which they lie in memory.
// Where it comes to a part of the tree that lies at another rank, it sends a task there. But what a
// rank without work took from another one it reads from there, in blocks: that rank is busy.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "orujo/benchmarks/uts/tree.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

namespace {

/// Siblings at one depth, as their parent names them.
struct family {
  uts_vertex parent;
  std::uint32_t depth;
};

/// Vertices of another rank, fetched in blocks. What lies behind a family is often its offspring:
/// the longer a walk goes on in one direction, the more is fetched ahead.
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
  static constexpr std::uint64_t largest_window = 128 * block_vertices;
  struct block {
    std::array<uts_vertex, block_vertices> vertices;
  };
  void fetch(const uts_tree& tree, uts_vertex parent) {
    const bool goes_on = home_ == home_of(parent) && index_of(parent) >= first_ &&
                         index_of(parent) - first_ <= 2 * vertices_.size();
    window_ = goes_on ? std::min(2 * window_, largest_window) : block_vertices;
    home_ = home_of(parent);
    first_ = index_of(parent);
    vertices_.resize(std::min(std::max<std::uint64_t>(window_, count_of(parent)),
                              uts_store::rest_of_chunk(first_)));
    fetch_all(tree);
  }

  /// Asks for all blocks before it waits for the first.
  void fetch_all(const uts_tree& tree) {
    const std::uint64_t count = vertices_.size();
    const std::uint64_t blocks = (count + block_vertices - 1) / block_vertices;
    const auto answers = std::make_unique<promise<block>[]>(blocks);
    const auto size_of = [count](std::uint64_t number) {
      return std::min(block_vertices, count - number * block_vertices);
    };
    for (std::uint64_t i = 0; i < blocks; ++i) {
      delegate::async(
          tree.at(home_),
          [index = first_ + i * block_vertices, size = size_of(i)](const uts_part& part) {
            block copy{};
            std::copy_n(part.store.at(index), size, copy.vertices.begin());
            return copy;
          },
          answers[i]);
    }
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const block arrived = answers[i].get();
      std::copy_n(arrived.vertices.begin(), size_of(i), &vertices_[i * block_vertices]);
    }
  }

  home_id home_{};
  std::uint64_t first_ = 0;
  std::uint64_t window_ = block_vertices;
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
    if (!far && this_worker().team().size() > 1) { look_around(); }
    for (unsigned step = 1; !stack_.empty(); ++step) {
      const family next = stack_.pop();
      if (far && !is_near(next.parent)) {
        here_.remote += count_of(next.parent);
        visit(next, window_.children(tree_, next.parent));
      } else if (!sent_home(next)) {
        visit(next, near_children(next.parent));
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

  /// Sends a task to where the family lies, if that is another rank. Returns whether it did.
  bool sent_home(const family& which) {
    if (is_near(which.parent)) { return false; }
    spawn_at(home_of(which.parent), walking_task{tree_, rank_, which.depth, which.parent});
    return true;
  }

  /// Goes breadth first for a while, so that other ranks soon hear of their parts of the tree.
  void look_around() {
    constexpr std::size_t families = 1024;
    stack_.spread(families, [this](const family& next) {
      if (!sent_home(next)) { visit(next, near_children(next.parent)); }
    });
    stack_.take_out([this](const family& each) { return sent_home(each); });
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
