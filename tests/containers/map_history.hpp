// Histories of a map or a set, and whether one order of all operations explains them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orujo::test {

enum class map_operation { find, contains, insert, assign, erase, exchange };

/// An operation of a task on a key. Values are above 0; as a result 0 means that there was none.
struct map_event {
  map_operation what{};
  std::uint64_t key = 0;
  std::uint64_t task = 0;
  std::uint64_t value = 0;   ///< What it puts there.
  std::uint64_t result = 0;  ///< What it saw, or whether it did what it is called.
  std::uint64_t begun = 0;   ///< Moments of one clock, all different.
  std::uint64_t ended = 0;
};

/// Looks for an order of the operations on each key in which each of them has its result, and none
/// comes before one that had ended when it began: what holds for each key holds for the map (M.
/// Herlihy, J. Wing, *Linearizability*, 1990). A state of the search is how many operations of each
/// task were done, and the value then; none is looked at twice.
class map_checker {
public:
  /// Operations of one task follow one another.
  explicit map_checker(const std::vector<map_event>& events) {
    for (const map_event& each : events) { keys_[each.key][each.task].push_back(&each); }
  }

  /// What is wrong; empty if nothing is.
  [[nodiscard]] std::string problem() const {
    for (const auto& [key, tasks] : keys_) {
      key_search search(tasks);
      if (!search.explains()) {
        return "no order explains what was seen of key " + std::to_string(key);
      }
    }
    return {};
  }

private:
  using task_events = std::map<std::uint64_t, std::vector<const map_event*>>;

  class key_search {
  public:
    explicit key_search(const task_events& tasks) {
      for (const auto& [task, events] : tasks) { rows_.push_back(&events); }
    }

    [[nodiscard]] bool explains() {
      std::vector<state> open = {{std::vector<std::size_t>(rows_.size(), 0), 0}};
      while (!open.empty()) {
        const state now = std::move(open.back());
        open.pop_back();
        if (!known_.insert(now).second) { continue; }
        if (is_last(now)) { return true; }
        add_next(now, open);
      }
      return false;
    }

  private:
    using state = std::pair<std::vector<std::size_t>, std::uint64_t>;  // done of each task, value

    [[nodiscard]] const map_event* next_of(const state& now, std::size_t row) const {
      const std::size_t done = now.first[row];
      return done < rows_[row]->size() ? (*rows_[row])[done] : nullptr;
    }
    [[nodiscard]] bool is_last(const state& now) const {
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (next_of(now, r) != nullptr) { return false; }
      }
      return true;
    }
    /// Those that may come next: none that has not come had ended when they began.
    void add_next(const state& now, std::vector<state>& open) const {
      std::uint64_t first_end = ~std::uint64_t{0};
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (const map_event* each = next_of(now, r)) {
          first_end = std::min(first_end, each->ended);
        }
      }
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        const map_event* const each = next_of(now, r);
        if (each == nullptr || each->begun > first_end) { continue; }
        state after = now;
        ++after.first[r];
        if (apply(*each, after.second) == each->result) { open.push_back(std::move(after)); }
      }
    }

    /// The result of an operation where the key has `value`, which it changes.
    static std::uint64_t apply(const map_event& each, std::uint64_t& value) {
      const std::uint64_t before = value;
      switch (each.what) {
        case map_operation::find: return before;
        case map_operation::contains: return before != 0 ? 1 : 0;
        case map_operation::insert: value = before == 0 ? each.value : before; break;
        case map_operation::assign: value = each.value; break;
        case map_operation::exchange: value = each.value; return before;
        case map_operation::erase: value = 0; return before != 0 ? 1 : 0;
      }
      return before == 0 ? 1 : 0;
    }

    std::vector<const std::vector<const map_event*>*> rows_;
    std::set<state> known_;
  };

  std::map<std::uint64_t, task_events> keys_;
};

}  // namespace orujo::test
