// Which keys belong together, over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/local_port.hpp"
#include "orujo/containers/memory_meter.hpp"

namespace orujo {

/// Sets of keys that are united pair by pair. K has an order; the least key of a set stands for it,
/// whatever came first.
///
/// Invariant: what was united is connected by the pairs of keys and parents together with the pairs
/// of requests on their way, and no parent is above its key. A request for a pair is at the home of
/// the higher key: a root gets the lower one as its parent; else the lower one of that and its
/// parent becomes its parent, and the two go on as a pair. Pairs only fall, so requests end, and
/// then every set has one root, its least key (Rem's algorithm: E. W. Dijkstra, *A Discipline of
/// Programming*, 1976).
template <container_key K, typename Hash = usual_hash<K>>
class disjoint_set {
  struct link_up {
    K parent{};
    bool is_known = false;   // else this entry has just been made
    bool has_moved = false;  // in this round of find_all()

    friend std::size_t bytes_beside(const link_up& up) noexcept {
      return orujo::bytes_beside(up.parent);
    }
  };
  using map = hash_map<K, link_up, Hash>;
  using entry_sender = typename map::sender;

public:
  using key_view = typename map::key_view;

  /// Opens one without keys. Call, throws: as a hash_map.
  explicit disjoint_set(rank_team& team, container_options options = {})
      : links_(team, std::move(options)), port_(team, this) {}

  /// By which tasks anywhere find their rank's part: `name.here()`.
  [[nodiscard]] local_container_name<disjoint_set> name() const noexcept {
    return local_container_name<disjoint_set>(port_);
  }

  /// Sends for one worker, in an epoch or a task. Throws: usage_error where a text is so long that
  /// two of its length do not fit into a message.
  class sender {
  public:
    sender(const disjoint_set& sets, entry_sender out) : sets_(&sets), out_(out) {}

    /// Adds `key`, in a set of its own, unless it is known.
    void async_insert(key_view key) {
      sets_->require_pairs_fit(key);
      out_.async_visit(key, make_root{});
    }

    /// Adds both keys and unites their sets. Cost: two requests, and one for each step to the
    /// roots.
    void async_union(key_view a, key_view b) {
      sets_->require_pairs_fit(a);
      sets_->require_pairs_fit(b);
      const key_view low = b < a ? b : a;
      out_.async_visit(low, make_root{});
      if (a != b) { out_.async_visit(b < a ? a : b, unite{}, low); }
    }

  private:
    const disjoint_set* sets_;
    entry_sender out_;
  };
  [[nodiscard]] sender from(worker& self) { return {*this, links_.from(self)}; }

  /// The least key of the set of `key`, if `key` is known, where no unions are on their way. While
  /// some are, a key that is in one set with it, and may be above the least. Call: a task; yields.
  /// Cost: a request and an answer for each step to the root.
  [[nodiscard]] std::optional<K> find(key_view key) {
    std::optional<K> up = parent_of(key);
    if (!up) { return up; }
    std::optional<K> least;
    for (least = K(key); up && key_view(*up) != key_view(*least); up = parent_of(*least)) {
      least = std::move(up);
    }
    return least;
  }

  /// Has each key know the least key of its set. Call: collective. Cost: a request and an answer
  /// for each key in each round until its parent is a root: as many as the logarithm of its depth.
  /// Memory: a copy of the keys that ask.
  void find_all() {
    bool is_first = true;
    while (halve_paths(std::exchange(is_first, false)) > 0) {}
  }

  /// Calls `body(key, least)` for each key at its home; `least` stands for its set. Call:
  /// collective, after find_all(); otherwise as hash_map::for_all().
  template <typename Body>
  void for_all(Body&& body) {
    links_.for_all([&](key_view key, link_up& up) { body(key, key_view(up.parent)); });
  }

  /// As for_all(), for the keys at `self`. Call: that worker; `body` sends nothing.
  template <typename Body>
  void for_own(worker& self, Body&& body) {
    links_.for_own(self, [&](key_view key, link_up& up) { body(key, key_view(up.parent)); });
  }

  /// The `k` sets with most keys: the least key of each, and how many it has; sets of one size by
  /// their least keys. Call: collective, after find_all(). Memory: a count for each set.
  [[nodiscard]] std::vector<std::pair<K, std::uint64_t>> top(std::size_t k) {
    counting_set<K> sizes(team(), {.name = "sizes of sets"});
    links_.for_all([&](worker& self, key_view /*key*/, link_up& up) {
      sizes.from(self).async_add(key_view(up.parent));
    });
    return sizes.top(k);
  }

  /// Keys in all, and sets in all. Call: collective. Cost: of num_sets(), O(n) at each worker.
  [[nodiscard]] std::uint64_t size() { return links_.size(); }
  [[nodiscard]] std::uint64_t num_sets() {
    return sum_over_workers([&](worker& self) {
      std::uint64_t roots = 0;
      links_.for_own(self, [&](key_view key, const link_up& up) {
        roots += key == key_view(up.parent) ? 1U : 0U;
      });
      return roots;
    });
  }

  /// Removes all keys. Call: collective.
  void clear() { links_.clear(); }
  /// Exchanges all keys with those of `other`, of the same team. Call: collective.
  void swap(disjoint_set& other) { links_.swap(other.links_); }

  /// As hash_map's, of keys with their parents.
  void reserve(std::uint64_t keys_in_all) { links_.reserve(keys_in_all); }
  [[nodiscard]] std::uint64_t bytes_for(std::uint64_t keys_in_all) const noexcept {
    return links_.bytes_for(keys_in_all);
  }
  [[nodiscard]] std::uint64_t bytes() { return links_.bytes(); }

  [[nodiscard]] rank_team& team() const noexcept { return links_.team(); }

private:
  struct parent_key {
    K operator()(link_up& up) const { return up.parent; }
  };
  [[nodiscard]] std::optional<K> parent_of(key_view key) {
    return links_.visit_if_present(key, parent_key{});
  }

  /// Requests on the way to a root hold any two keys of the set.
  void require_pairs_fit(key_view key) const {
    if constexpr (std::is_same_v<K, std::string>) {
      const std::size_t beside =
          sizeof(text_key) + sizeof(asker) + sizeof(typename wire<K>::length);
      const std::size_t room = links_.most_request_bytes();
      const std::size_t most = room < beside ? 0 : (room - beside) / 2;
      if (key.size() > most) { refuse_key(key.size(), most); }
    }
  }
  [[noreturn]] void refuse_key(std::size_t bytes, std::size_t most) const {
    throw usage_error("two keys of " + links_.title() +
                      " have to fit into a message, so each has at most " + std::to_string(most) +
                      " bytes, and this one has " + std::to_string(bytes) +
                      "; raise the setting parcel_bytes");
  }

  struct make_root {
    void operator()(key_view key, link_up& up) const {
      if (!up.is_known) { up = {K(key), true, false}; }
    }
  };
  struct unite {
    void operator()(entry_sender& out, key_view key, link_up& up, key_view low) const {
      make_root{}(key, up);
      const K parent = up.parent;
      if (low < key_view(parent)) { up.parent = low; }
      if (key_view(parent) == key || key_view(parent) == low) { return; }
      const bool parent_is_low = key_view(parent) < low;
      out.async_visit(parent_is_low ? low : key_view(parent), unite{},
                      parent_is_low ? key_view(parent) : low);
    }
  };
  struct move_up {
    void operator()(link_up& up, key_view grandparent) const {
      up.parent = grandparent;
      up.has_moved = true;
    }
  };
  struct ask_parent {
    void operator()(entry_sender& out, key_view parent, link_up& up, key_view asker) const {
      if (key_view(up.parent) != parent) { out.async_visit(asker, move_up{}, key_view(up.parent)); }
    }
  };

  template <typename Count>
  [[nodiscard]] std::uint64_t sum_over_workers(Count count) {
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(team().num_workers()));
    team().on_workers(
        [&](worker& self) { sums[static_cast<std::size_t>(self.index())] = count(self); });
    std::uint64_t own = 0;
    for (const std::uint64_t each : sums) { own += each; }
    return all_sum(team(), own);
  }

  /// Keys learn of their parents' parents: all but roots in the first round, then those that have
  /// moved in the one before. Returns how many have asked.
  std::uint64_t halve_paths(bool is_first) {
    std::vector<std::vector<std::pair<K, K>>> asking(
        static_cast<std::size_t>(team().num_workers()));
    const std::uint64_t asked = sum_over_workers([&](worker& self) {
      auto& mine = asking[static_cast<std::size_t>(self.index())];
      links_.for_own(self, [&](key_view key, link_up& up) {
        const bool has_moved = std::exchange(up.has_moved, false);
        if (is_first ? key_view(up.parent) != key : has_moved) {
          mine.emplace_back(key, up.parent);
        }
      });
      return static_cast<std::uint64_t>(mine.size());
    });
    if (asked == 0) { return 0; }
    run_epoch(team(), [&](worker& self) {
      entry_sender out = links_.from(self);
      for (const auto& [key, parent] : asking[static_cast<std::size_t>(self.index())]) {
        out.async_visit(parent, ask_parent{}, key);
      }
    });
    return asked;
  }

  map links_;
  local_port port_;
};

}  // namespace orujo
