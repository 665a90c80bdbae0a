// Histories of operators on words, and whether one order of all explains them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace orujo::test {

/// An operator that read some words, and wrote its own number, from 1, into the first few of them.
struct history_event {
  static constexpr std::size_t most = 4;

  std::uint64_t begun = 0;  // moments of one clock
  std::uint64_t ended = 0;
  std::size_t reads = 0;
  std::size_t writes = 0;  // the first of the words that were read
  std::array<std::uint32_t, most> words{};
  std::array<std::uint64_t, most> seen{};  // numbers of operators; 0: what was there first
};

/// Looks for an order in which the operators, one after the other, would have seen what they saw,
/// and in which none comes before one that had ended when it began: strict serializability. As each
/// writer has read what it replaces, the versions of a word are a chain, so that one pass decides.
class history_checker {
public:
  explicit history_checker(const std::vector<history_event>& events)
      : events_(events), after_(events.size()) {}

  /// What is wrong; empty if nothing is.
  [[nodiscard]] std::string problem() {
    if (auto lost = find_successors()) { return *lost; }
    for (std::size_t i = 0; i < events_.size(); ++i) { add_dependencies(i); }
    add_real_time();
    return is_acyclic() ? "" : "no order of the operators explains what they saw";
  }

private:
  using version = std::pair<std::uint32_t, std::uint64_t>;  // a word, and who wrote it

  std::optional<std::string> find_successors() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const history_event& each = events_[i];
      for (std::size_t k = 0; k < each.writes; ++k) {
        if (!next_.emplace(version{each.words[k], each.seen[k]}, i).second) {
          return fmt::format("two operators have replaced the same value of word {}: one is lost",
                             each.words[k]);
        }
      }
    }
    return std::nullopt;
  }

  void add_dependencies(std::size_t reader) {
    const history_event& each = events_[reader];
    for (std::size_t k = 0; k < each.reads; ++k) {
      if (each.seen[k] != 0) { add(each.seen[k] - 1, reader); }
      const auto next = next_.find({each.words[k], each.seen[k]});
      if (next != next_.end() && next->second != reader) { add(reader, next->second); }
    }
  }

  void add_real_time() {
    for (std::size_t a = 0; a < events_.size(); ++a) {
      for (std::size_t b = 0; b < events_.size(); ++b) {
        if (events_[a].ended < events_[b].begun) { add(a, b); }
      }
    }
  }

  void add(std::size_t first, std::size_t second) { after_[first].push_back(second); }

  [[nodiscard]] bool is_acyclic() const {
    std::vector<std::size_t> waits(events_.size(), 0);
    for (const auto& some : after_) {
      for (const std::size_t each : some) { ++waits[each]; }
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (waits[i] == 0) { ready.push_back(i); }
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      for (const std::size_t each : after_[ready[i]]) {
        if (--waits[each] == 0) { ready.push_back(each); }
      }
    }
    return ready.size() == events_.size();
  }

  const std::vector<history_event>& events_;
  std::vector<std::vector<std::size_t>> after_;
  std::map<version, std::size_t> next_;  // who replaced it
};

}  // namespace orujo::test
