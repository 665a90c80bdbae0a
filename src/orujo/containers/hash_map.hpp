// A map that is spread over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/containers/key_placement.hpp"
#include "orujo/containers/reading_mark.hpp"
#include "orujo/containers/requests.hpp"
#include "orujo/containers/top_entries.hpp"
#include "orujo/containers/waiting_requests.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/tasks/same_program.hpp"

namespace orujo {

/// How a container is opened; the same on every rank.
struct container_options {
  std::string name = "container";      ///< For the report card and errors.
  std::uint64_t expected_entries = 0;  ///< In all. Memory for them is taken at once, or refused.
  /// Whether requests for one key that can be one request are, before they travel. The setting
  /// `reduction=off` turns it off everywhere.
  bool reduction = true;
};

/// Keys with one value each. The entry of a key lives at one worker, its home, which its hash says,
/// and only that worker touches it. The contract is in docs/contracts/container.md.
///
/// - K is std::string, or plain data whose equality is that of its bytes. V is plain data or
///   std::string; a map that is only visited takes any V with a default.
/// - Names that begin with `async_` are called in an epoch or in a task of a run, and take effect
///   before its end. Those in a loop go through a sender, from(). No order is promised.
/// - Names without it are blocking, and called in a task: linearizable for each key.
/// - Names marked collective are called by the program, outside epochs.
/// - Operators run at the home, one at a time there; they do not block. One that throws ends the
///   run on all ranks with what it threw.
template <container_key K, typename V, typename Hash = usual_hash<K>>
class hash_map {
public:
  using key_type = K;
  using value_type = V;
  using key_view = typename key_form<K>::view;
  using placement = key_placement<K, V, Hash>;
  using home_entries = typename placement::table;

  /// Opens an empty map. Call: collective. Throws: memory_error on every rank if what is expected
  /// does not fit; agreed_error if the ranks run different programs.
  explicit hash_map(rank_team& team, container_options options = {});
  hash_map(const hash_map&) = delete;
  hash_map& operator=(const hash_map&) = delete;

  [[nodiscard]] rank_team& team() const noexcept { return requests_.team(); }

  /// The name of this map, by which tasks anywhere find their rank's part: `name.here()`.
  [[nodiscard]] container_name<hash_map> name() const noexcept {
    return container_name<hash_map>(requests_.number());
  }

  // --- asynchronous ------------------------------------------------------------------------------

  /// Sends for one worker. Cheap to make; not kept beyond its epoch.
  class sender {
  public:
    sender(hash_map& map, worker& self) : map_(&map), self_(&self) {}

    /// Makes an entry unless there is one: the first that arrives stays.
    template <typename Value>
    void async_insert(key_view key, const Value& value) {
      reduce_or_send(insert_step{}, key, value, [](V& /*kept*/, const V& /*later*/) {});
    }
    void async_insert(key_view key) requires std::is_empty_v<V> { async_insert(key, V{}); }

    /// Gives the entry a value: the last that arrives stays.
    template <typename Value>
    void async_assign(key_view key, const Value& value) requires(!std::is_empty_v<V>) {
      reduce_or_send(assign_step{}, key, value, [](V& kept, const V& later) { kept = later; });
    }

    /// Makes an entry with `value`, or gives it the value op(old, value). `op` captures nothing, is
    /// associative and commutative: several requests may become one before they travel.
    template <typename Value, typename Op>
    void async_insert_or_combine(key_view key, const Value& value, Op op) {
      static_assert(std::is_empty_v<Op>, "an operator that combines values captures nothing");
      reduce_or_send(combine_step<Op>{op}, key, value, &merge_by<Op>);
    }

    void async_erase(key_view key) { send(erase_step{}, key); }

    /// Calls `op` on the entry at its home, which is made with V() if there is none. `op` captures
    /// plain data; it takes `(V&, args...)`, `(key, V&, args...)`, or `(sender&, key, V&, args...)`
    /// to send to this map from there. `args` are plain data or texts, which arrive as
    /// std::string_view.
    template <typename Op, typename... Args>
    void async_visit(key_view key, Op op, const Args&... args) {
      send(visit_step<Op>{op}, key, args...);
    }
    /// The same where there is an entry; else nothing happens.
    template <typename Op, typename... Args>
    void async_visit_if_present(key_view key, Op op, const Args&... args) {
      send(visit_present_step<Op>{op}, key, args...);
    }

    [[nodiscard]] worker& self() const noexcept { return *self_; }

  private:
    friend class hash_map;
    template <typename Step, typename... Args>
    void send(const Step& step, key_view key, const Args&... args) {
      const auto what = sought<K>(key);
      const addressed<no_value> to{hash_of_key(what), what, {}, enrolled_join(*self_)};
      map_->put(*self_, to, step, args...);
    }

    using merger = void (*)(V& kept, const V& more);

    template <typename Step>
    void reduce(const Step& step, key_view key, const V& value, merger merge);
    template <typename Step, typename Value>
    void reduce_or_send(const Step& step, key_view key, const Value& value, merger merge) {
      if constexpr (message<V>) {
        reduce(step, key, V(value), merge);
      } else {
        send(step, key, as_value(value));
      }
    }

    template <typename Op>
    static void merge_by(V& kept, const V& more) {
      kept = Op()(std::as_const(kept), more);
    }

    hash_map* map_;
    worker* self_;
  };

  /// What `self` sends through. Call: that worker only, also in a handler.
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  // --- blocking: in a task -----------------------------------------------------------------------

  /// The value of a key, if it has one. Yields unless the home is here. Cost: elsewhere, a message
  /// there and one back.
  [[nodiscard]] std::optional<V> find(key_view key) {
    return ask<std::optional<V>>(find_step{}, key);
  }
  [[nodiscard]] bool contains(key_view key) { return ask<bool>(contains_step{}, key); }

  /// Makes an entry unless there is one; returns whether it did.
  template <typename Value>
  bool insert(key_view key, const Value& value) {
    return ask<bool>(insert_step{}, key, as_value(value));
  }
  bool insert(key_view key) requires std::is_empty_v<V> { return ask<bool>(insert_step{}, key); }
  /// Gives the entry a value; returns whether it is new.
  template <typename Value>
  bool assign(key_view key, const Value& value) {
    return ask<bool>(assign_step{}, key, as_value(value));
  }
  /// Removes the entry; returns whether there was one.
  bool erase(key_view key) { return ask<bool>(erase_step{}, key); }

  /// As async_visit(); returns what `op` returns: nothing, plain data or a text.
  template <typename Op, typename... Args>
  auto visit(key_view key, Op op, const Args&... args) {
    using found = std::invoke_result_t<visit_step<Op>, const at_home<hash_map>&, view_of<Args>&...>;
    return ask<travels_as<found>>(visit_step<Op>{op}, key, args...);
  }
  /// The same where there is an entry: a std::optional of what `op` returns; of nothing, whether
  /// there is one.
  template <typename Op, typename... Args>
  auto visit_if_present(key_view key, Op op, const Args&... args) {
    using step = visit_found_step<Op>;
    using found = std::invoke_result_t<step, const at_home<hash_map>&, view_of<Args>&...>;
    return ask<found>(step{op}, key, args...);
  }

  // --- collective: by the program, outside epochs ------------------------------------------------

  /// Calls `body(key, V&)` for each entry at its home, on all workers; `body(worker&, key, V&)` to
  /// send to other containers and channels, not to this one. All of it is an epoch.
  template <typename Body>
  void for_all(Body&& body);

  /// Entries in all.
  [[nodiscard]] std::uint64_t size() {
    std::uint64_t own = 0;
    for (const auto& each : parts_) { own += each->entries.size(); }
    return all_sum(team(), own);
  }

  /// Removes all entries and gives their memory back.
  void clear();

  /// Exchanges all entries with those of `other`, of the same team. Cost: O(W), and a barrier.
  void swap(hash_map& other);

  /// The `k` entries whose values come first by `before(a, b)`, in order, on every rank; entries of
  /// equal values by their keys. Cost: O(n log k) at each worker, k entries from each rank.
  template <typename Before = std::greater<>>
  [[nodiscard]] std::vector<std::pair<K, V>> top(std::size_t k, Before before = {});

  /// Makes room for so many entries in all. Throws: memory_error on every rank if they do not fit.
  void reserve(std::uint64_t entries_in_all);

  /// Bytes that tables with so many entries take on one rank, without long texts.
  [[nodiscard]] std::uint64_t bytes_for(std::uint64_t entries_in_all) const noexcept {
    return parts_.size() * home_entries::bytes_for(share_of(entries_in_all));
  }
  /// Bytes of the tables of all ranks.
  [[nodiscard]] std::uint64_t bytes() {
    std::uint64_t own = 0;
    for (const auto& each : parts_) { own += each->entries.bytes(); }
    return all_sum(team(), own);
  }

  // --- of one worker -----------------------------------------------------------------------------

  /// Calls `body(key, V&)` for the entries at `self`. Call: that worker; in a task, which does not
  /// yield inside, or a body of on_workers(). `body` sends nothing.
  template <typename Body>
  void for_own(worker& self, Body&& body) {
    part_of(self).entries.for_each(
        [&](auto& each) { body(key_form<K>::viewed(each.key), each.value()); });
  }

  /// As for_own(), where `body` may send to other containers: requests to this one are refused
  /// until it has ended. Call: that worker, in an epoch.
  template <typename Body>
  void read_own(worker& self, Body&& body) {
    const reading_mark mark(part_of(self).is_read);
    for_own(self, body);
  }

  // --- for requests ------------------------------------------------------------------------------

  [[nodiscard]] static std::uint64_t hash_of_key(const sought_key<K>& what) noexcept {
    return placement::hash(what);
  }
  [[nodiscard]] home_entries& entries_for_requests(const worker& self) {
    require_no_loop(self);
    return part_of(self).entries;
  }
  /// Throws usage_error while for_all() goes over the entries of `self`. Call: where requests are
  /// sent, and where they arrive.
  void require_no_loop(const worker& self) const {
    require(!part_of(self).is_read,
            "a container got requests while for_all() went over its entries");
  }
  [[nodiscard]] answer_channel& answers() noexcept { return answers_; }
  [[nodiscard]] std::size_t prefetch_distance() const noexcept { return prefetch_distance_; }
  [[nodiscard]] std::size_t most_request_bytes() const noexcept {
    return requests_.most_tail_bytes();
  }
  [[nodiscard]] const std::string& title() const noexcept { return name_; }

protected:
  [[nodiscard]] request_port& requests() noexcept { return requests_; }
  [[nodiscard]] const request_port& requests() const noexcept { return requests_; }
  [[nodiscard]] std::size_t home_of(std::uint64_t hash) const noexcept {
    return placement_.home(hash);
  }

private:
  struct alignas(cache_line_bytes) part {
    explicit part(const table_place& place) : entries(placement::make(place)) {}
    bool is_read = false;
    reduction_trial trial;
    home_entries entries;
  };
  struct outlet {
    hash_map* map = nullptr;
    template <typename Waiting>
    void send(worker& self, std::size_t lane, const Waiting& each) const {
      const sought_key<K> what{each.key, {}};
      std::size_t bytes = key_wire<K>::size(what);
      if constexpr (!std::is_empty_v<V>) { bytes += sizeof each.value; }
      wire_writer out(map->room_for(self, {lane, each.code, bytes}, each.counter));
      key_wire<K>::write(out, what);
      if (each.counter != nullptr) { write_counter(out, self, each.counter); }
      if constexpr (!std::is_empty_v<V>) { out.bytes(&each.value, sizeof each.value); }
    }
  };
  using waiting = waiting_request<K, std::conditional_t<message<V>, V, no_value>>;
  using cache = reduction_port<waiting, by_key_and_code<K, decltype(waiting::value)>, outlet>;

  /// What an argument is where an operator takes it.
  template <typename Arg>
  using view_of = std::conditional_t<std::same_as<travels_as<Arg>, std::string>, std::string_view,
                                     travels_as<Arg>>;

  [[nodiscard]] part& part_of(const worker& self) const noexcept {
    return *parts_[static_cast<std::size_t>(self.index())];
  }
  /// Entries of the fullest worker, with some to spare.
  [[nodiscard]] std::size_t share_of(std::uint64_t entries_in_all) const noexcept {
    return static_cast<std::size_t>(entries_in_all / homes_ + entries_in_all / homes_ / 16);
  }

  /// A value as it travels.
  template <typename Value>
  [[nodiscard]] static decltype(auto) as_value(const Value& value) {
    if constexpr (std::same_as<V, std::string>) {
      return std::string_view(value);
    } else {
      return V(value);
    }
  }

  /// The code of requests that can be reduced; their only argument is a value, if there are values.
  template <typename Step>
  [[nodiscard]] static std::uint32_t reducible_number() {
    if constexpr (std::is_empty_v<V>) {
      return request_number<container_request<hash_map, Step, no_value>>();
    } else {
      return request_number<container_request<hash_map, Step, no_value, V>>();
    }
  }

  /// Whose entry a request is for, and who asked: no_value if nobody waits, but perhaps a finish
  /// counts it.
  template <typename Answer>
  struct addressed {
    std::uint64_t hash;
    const sought_key<K>& what;
    Answer answer;
    join* counter = nullptr;
  };

  /// Room for a request that `counter`, if there is one, counts.
  struct request_shape {
    std::size_t home;
    std::uint32_t code;
    std::size_t bytes;
  };
  [[nodiscard]] std::byte* room_for(worker& self, const request_shape& shape, join* counter);
  static void write_counter(wire_writer& out, const worker& self, join* counter) {
    wire<asker>::write(out, {home_number_of(self), answer_word(counter)});
  }

  /// Puts a request into the lane of its home.
  template <typename Step, typename Answer, typename... Args>
  void put(worker& self, const addressed<Answer>& to, const Step& step, const Args&... args);

  template <typename R, typename Step, typename... Args>
  R ask(const Step& step, key_view key, const Args&... args);

  std::size_t homes_;
  placement placement_;
  std::size_t prefetch_distance_;
  std::string name_;
  request_port requests_;
  answer_channel answers_;
  std::vector<std::unique_ptr<part>> parts_;  // one for each worker of this rank
  std::optional<cache> waiting_;              // requests that wait for others to join them
};

// --- implementation ------------------------------------------------------------------------------

template <container_key K, typename V, typename Hash>
hash_map<K, V, Hash>::hash_map(rank_team& team, container_options options)
    : homes_(static_cast<std::size_t>(team.size()) * static_cast<std::size_t>(team.num_workers())),
      placement_(homes_),
      prefetch_distance_(
          static_cast<std::size_t>(team.values().integer(setting::prefetch_distance))),
      name_(std::move(options.name)),
      requests_(team, name_, this),
      answers_(team, {}, {.how = deliver::home, .name = "answers of " + name_}) {
  require_same_program(team);
  const memory_bound bound = memory_bound_of(team, name_);
  for (int w = 0; w < team.num_workers(); ++w) {
    const std::size_t home = home_number_of(team.worker_at(w));
    parts_.push_back(std::make_unique<part>(table_place{requests_.number(), homes_, home, bound}));
  }
  if constexpr (message<V>) {
    if (options.reduction && reduction_of(team.values()) != reduction_kind::off) {
      waiting_.emplace(team, by_key_and_code<K, V>{});
      waiting_->stand_before({this});
      team.card().add(report_section::messaging, waiting_->describe(name_));
    }
  }
  if (options.expected_entries > 0) { reserve(options.expected_entries); }
}

}  // namespace orujo

#include "orujo/containers/hash_map_collectives.hpp"
#include "orujo/containers/hash_map_sending.hpp"
