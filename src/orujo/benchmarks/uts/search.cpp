// Walks through a scattered tree.
//
// Neighbours in the tree are no neighbours in memory, so a task keeps many reads in flight: before
// it looks at one vertex it has asked for those behind it, another rank by a delegate, its own
// memory by a prefetch. It takes them in the order in which it asked. Idle workers and ranks take
// families that it has not asked for yet.
//
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "orujo/base/prefetch.hpp"
#include "orujo/benchmarks/uts/tree.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

namespace {

/// Siblings at one depth by their numbers.
struct sibling_range {
  std::uint64_t first;
  std::uint32_t count;
  std::uint32_t depth;
};

/// Searches the tree below a family.
struct searching_task {
  uts_tree tree;
  sibling_range root;

  void operator()() const;
};

/// A vertex that has been asked for.
class vertex_read {
public:
  /// It lies on this rank, and nobody changes it.
  void ask(const scattered_vertex& where, std::uint32_t depth) {
    prefetch_to_read(&where);
    near_ = &where;
    depth_ = depth;
  }
  void ask(global_pointer<scattered_vertex> where, std::uint32_t depth) {
    near_ = nullptr;
    depth_ = depth;
    answer_.emplace();
    delegate_detail::send_read(where, [this] { return answer_->address(); });
  }

  /// Yields if the answer has not come.
  [[nodiscard]] scattered_vertex take() { return near_ != nullptr ? *near_ : answer_->wait(); }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }

private:
  const scattered_vertex* near_ = nullptr;
  std::uint32_t depth_ = 0;
  std::optional<answer_slot<scattered_vertex>> answer_;
};

class scattered_search {
public:
  explicit scattered_search(const uts_tree& tree)
      : tree_(tree),
        here_(tree.here()),
        memory_(this_memory()),
        workers_(static_cast<std::uint32_t>(memory_.self().team().num_workers())),
        reads_(memory_.num_homes() == workers_ ? prefetched : in_flight) {}

  void run(const sibling_range& root) {
    constexpr unsigned vertices_per_look = 32;
    stack_.push(root);
    for (unsigned step = 1; ask_ahead(); ++step) {
      look_at_oldest();
      if (step % vertices_per_look == 0) {
        stack_.share([&](const sibling_range& each) {
          spawn_anywhere(searching_task{tree_, each});
        });
      }
    }
  }

private:
  // Reads that are asked for before the first is looked at: as many as a core has in flight, or as
  // fill parcels.
  static constexpr std::size_t prefetched = 32;
  static constexpr std::size_t in_flight = 2048;

  /// Returns whether anything is in flight then.
  bool ask_ahead() {
    while (asked_ - taken_ < reads_.size()) {
      if (siblings_.count == 0) {
        if (stack_.empty()) { break; }
        siblings_ = stack_.pop();
      }
      --siblings_.count;
      ask(siblings_.first++);
    }
    return asked_ > taken_;
  }

  void ask(std::uint64_t number) {
    const global_pointer<scattered_vertex> where = here_.scattered.at(number);
    const std::uint32_t neighbour = index_of(where.home()) - here_.first_home;
    vertex_read& read = reads_[asked_++ % reads_.size()];
    if (neighbour < workers_) {
      const home_memory& there = memory_.owner().at_worker(static_cast<int>(neighbour));
      read.ask(there.at<scattered_vertex>(where.where()), siblings_.depth);
    } else {
      read.ask(where, siblings_.depth);
      ++here_.remote;
    }
  }

  void look_at_oldest() {
    vertex_read& read = reads_[taken_ % reads_.size()];
    const scattered_vertex vertex = read.take();
    ++taken_;
    const std::uint32_t children = count_of(vertex);
    here_.count(read.depth(), 1, children == 0 ? 1 : 0);
    if (children > 0) { stack_.push({first_of(vertex), children, read.depth() + 1}); }
  }

  uts_tree tree_;
  uts_part& here_;
  home_memory& memory_;
  std::uint32_t workers_;
  std::vector<vertex_read> reads_;  // a ring
  std::uint64_t asked_ = 0;
  std::uint64_t taken_ = 0;
  sibling_range siblings_{};  // being asked for
  work_stack<sibling_range> stack_;
};

void searching_task::operator()() const { scattered_search(tree).run(root); }

}  // namespace

void search(const uts_tree& tree, scattered_vertex root) {
  tree.here().count(0, 1, root == scattered_vertex{} ? 1 : 0);
  if (root == scattered_vertex{}) { return; }
  finish(searching_task{tree, {first_of(root), count_of(root), 1}});
}

}  // namespace orujo
