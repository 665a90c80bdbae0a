// Jobs of map, combine, shuffle by key, and reduce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/memory_meter.hpp"
#include "orujo/frameworks/map_reduce/combining_table.hpp"

namespace orujo {

/// Values of one key may become one wherever they meet: `static value combine(a, b)`, associative
/// and commutative.
template <typename Job>
concept combining_job = requires(const typename Job::value& a) {
  Job::combine(a, a);
};

/// All values of a key become a result: `reduce(key, std::span<const value>)`.
template <typename Job>
concept reducing_job = requires(const Job& job, typename key_form<typename Job::key>::view key,
                                std::span<const typename Job::value> all) {
  job.reduce(key, all);
};

/// A structure with the types `key` and `value`, a template `map(item, emit)` that calls
/// `emit(key, value)` as often as it likes, and one of `combine` and `reduce`, or both.
template <typename Job>
concept map_reduce_job = container_key<typename Job::key> && container_value<typename Job::value> &&
    (combining_job<Job> || reducing_job<Job>);

struct map_reduce_options {
  /// Keys that a worker combines values of at a time; what is beyond travels. Each takes a place of
  /// 24 bytes and more, and a quarter to two thirds of the places are free.
  std::size_t combined_keys = 760'000;
  /// Called now and then by worker 0 of each rank with the share of the input that was read, 0 … 1.
  std::function<void(double)> note_progress = {};
};

/// What a job took, on all ranks together; the same on every rank.
struct map_reduce_report {
  double seconds_map = 0;      ///< Until the last worker had read its input.
  double seconds_shuffle = 0;  ///< From then until all pairs had reached their homes.
  double seconds_reduce = 0;
  std::uint64_t pairs_emitted = 0;
  std::uint64_t pairs_shuffled = 0;  ///< What of them is left after combining.

  map_reduce_report& operator+=(const map_reduce_report& more) {
    seconds_map += more.seconds_map;
    seconds_shuffle += more.seconds_shuffle;
    seconds_reduce += more.seconds_reduce;
    pairs_emitted += more.pairs_emitted;
    pairs_shuffled += more.pairs_shuffled;
    return *this;
  }
};

namespace map_reduce_detail {

using clock = std::chrono::steady_clock;
[[nodiscard]] inline double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

/// What one worker has done.
struct alignas(cache_line_bytes) worker_tally {
  double seconds_map = 0;
  std::uint64_t emitted = 0;
  std::uint64_t shuffled = 0;
};

/// How often a worker that emits lets messages move: more often would cost, less often stall those
/// who wait for it.
inline constexpr std::uint64_t pairs_between_rounds = 4096;
inline constexpr std::uint64_t sends_between_rounds = 256;

/// How long texts become before they travel: several fit into a message with their key.
[[nodiscard]] inline std::size_t longest_text(rank_team& team) {
  return std::min<std::size_t>(4096, team.transport().pool(0).payload_bytes() / 8);
}

/// What a worker's table for combining may take: a quarter of its share of the memory.
[[nodiscard]] inline std::uint64_t bytes_to_combine(rank_team& team) {
  const memory_bound bound = memory_bound_of(team, {});
  const std::uint64_t all = bound.limit_bytes == 0 ? available_memory_bytes() : bound.limit_bytes;
  return all / bound.sharers / 4;
}

template <typename Job>
struct merge_by_job {
  using value = typename Job::value;
  void operator()(value& kept, const value& more) const {
    kept = Job::combine(std::as_const(kept), more);
  }
};

template <typename Job>
struct combine_by_job {
  using value = typename Job::value;
  template <typename More>
  value operator()(const value& kept, const More& more) const {
    return Job::combine(kept, static_cast<const value&>(value(more)));
  }
};

/// Puts a value where all of its key are collected.
struct append {
  template <typename List, typename Value>
  void operator()(List& list, const Value& value) const {
    list.emplace_back(value);
  }
};

/// What a mapper of a job that combines emits through.
template <typename Job>
class combining_emitter {
public:
  using key = typename Job::key;
  using value = typename Job::value;
  using target = hash_map<key, value>;

  combining_emitter(worker& self, target& into, std::size_t most_keys,
                    const std::function<void()>& on_round)
      : self_(self),
        into_(into),
        on_round_(on_round),
        table_({.most_entries = most_keys,
                .most_text = longest_text(self.team()),
                .most_bytes = bytes_to_combine(self.team()),
                .unasked = pairs_between_rounds}) {}

  template <typename Key>
  void operator()(const Key& what, const value& each) {
    table_.add(what, each);
    if constexpr (std::same_as<value, std::string>) {  // of which a few may be much
      if (table_.is_full()) [[unlikely]] { send_all(); }
    }
    if (++emitted_ % pairs_between_rounds == 0) [[unlikely]] { begin_round(); }
  }

  /// Sends all that is left.
  void finish(worker_tally& tally) {
    send_all();
    tally.emitted = emitted_;
    tally.shuffled = sent_;
  }

private:
  void begin_round() {
    on_round_();
    if (table_.is_full()) { send_all(); }
    self_.team().give_way(self_);
  }

  void send_all() {
    auto out = into_.from(self_);
    table_.take_all([&](typename target::key_view what, const value& each) {
      out.async_insert_or_combine(what, each, combine_by_job<Job>());
      if (++sent_ % sends_between_rounds == 0) { self_.team().give_way(self_); }
    });
  }

  worker& self_;
  target& into_;
  const std::function<void()>& on_round_;
  combining_table<key, value, merge_by_job<Job>> table_;
  std::uint64_t emitted_ = 0;
  std::uint64_t sent_ = 0;
};

/// What a mapper of a job that only reduces emits through: every pair travels.
template <typename Job>
class collecting_emitter {
public:
  using key = typename Job::key;
  using value = typename Job::value;
  using target = hash_map<key, std::vector<value>>;

  collecting_emitter(worker& self, target& into, std::size_t /*most_keys*/,
                     const std::function<void()>& on_round)
      : self_(self), out_(into.from(self)), on_round_(on_round) {}

  void operator()(typename target::key_view what, const value& each) {
    out_.async_visit(what, append(), each);
    if (++emitted_ % sends_between_rounds == 0) [[unlikely]] {
      if (emitted_ % pairs_between_rounds == 0) { on_round_(); }
      self_.team().give_way(self_);
    }
  }

  void finish(worker_tally& tally) { tally.emitted = tally.shuffled = emitted_; }

private:
  worker& self_;
  typename target::sender out_;
  const std::function<void()>& on_round_;
  std::uint64_t emitted_ = 0;
};

/// What `tallies` of all ranks say together.
map_reduce_report summed(rank_team& team, std::span<const worker_tally> tallies,
                         double seconds_all);

/// Map and shuffle, in one epoch: what is emitted arrives while others still map.
template <typename Emitter, typename Job, typename Input>
map_reduce_report map_and_shuffle(const Job& job, Input& input, typename Emitter::target& into,
                                  const map_reduce_options& options) {
  rank_team& team = into.team();
  std::vector<worker_tally> tallies(static_cast<std::size_t>(team.num_workers()));
  barrier(team);
  const auto start = clock::now();
  run_epoch(team, [&](worker& self) {
    const std::function<void()> on_round = [&] {
      if constexpr (requires { input.progress(); }) {
        if (self.index() == 0 && options.note_progress) { options.note_progress(input.progress()); }
      }
    };
    worker_tally& tally = tallies[static_cast<std::size_t>(self.index())];
    Emitter emit(self, into, options.combined_keys, on_round);
    input.read(self, [&](const auto& item) { job.map(item, emit); });
    tally.seconds_map = seconds_since(start);
    emit.finish(tally);
  });
  return summed(team, tallies, seconds_since(start));
}

/// The values of a key as a list.
template <typename Value>
[[nodiscard]] std::span<const Value> all_of(const std::vector<Value>& list) {
  return list;
}
template <typename Value>
[[nodiscard]] std::span<const Value> all_of(const Value& one) {
  return {&one, 1};
}

/// Reduces each key at its home, where its result stays.
template <typename Job, typename Grouped, typename Result>
double reduce_all(const Job& job, Grouped& grouped, hash_map<typename Job::key, Result>& into) {
  using key = typename Job::key;
  using key_view = typename key_form<key>::view;
  rank_team& team = into.team();
  const auto start = clock::now();
  team.on_workers([&](worker& self) {
    auto& results = into.entries_for_requests(self);
    grouped.for_own(self, [&](key_view what, const auto& values) {
      std::optional<Result> made = job.reduce(what, all_of<typename Job::value>(values));
      if (!made) { return; }
      const auto place = sought<key>(what);
      const std::uint64_t hash = hash_map<key, Result>::hash_of_key(place);
      if constexpr (!std::is_trivially_copyable_v<Result>) { results.expect(bytes_beside(*made)); }
      const auto [entry, is_new] = results.emplace(hash, place, *made);
      if (!is_new) { entry.value() = std::move(*made); }
    });
  });
  grouped.clear();
  return all_max(team, seconds_since(start));
}

}  // namespace map_reduce_detail

/// Runs `job` over `input`, and puts a result for each key into `into`, at the key's home.
///
/// - Each worker calls `job.map(item, emit)` for the items that are its share of the input.
/// - With `combine`, values of one key become one at the worker, before they travel, and again at
///   the home of the key; they are combined with what `into` holds if there is no `reduce`.
/// - With `reduce`, its result replaces what `into` holds for the key; one that returns an empty
///   std::optional makes none. The values come in no order; after `combine` there is one.
///
/// `input` is a class with a template `read(worker&, take)`, which calls `take(item)`: text_lines,
/// csv_rows, table_rows, elements_of() and others. The contract is in docs/contracts/map-reduce.md.
/// Call: collective; the same job and options on every rank. Throws: whatever a mapper, combiner or
/// reducer throws ends the run on every rank with its message; memory_error.
/// Memory: `combined_keys` of a combining job at each worker; else all values at their homes.
template <map_reduce_job Job, typename Input, typename Result>
map_reduce_report map_reduce(const Job& job, Input&& input,
                             hash_map<typename Job::key, Result>& into,
                             const map_reduce_options& options = {}) {
  using namespace map_reduce_detail;
  if constexpr (!reducing_job<Job>) {
    static_assert(std::same_as<Result, typename Job::value>, "the result of combining is a value");
    if constexpr (requires { input.reads(&into); }) {
      require_everywhere(!input.reads(&into),
                         "a job that only combines cannot put its results into the map that it "
                         "reads; take another map for them, and swap() the two");
    }
    return map_and_shuffle<combining_emitter<Job>>(job, input, into, options);
  } else {
    using emitter =
        std::conditional_t<combining_job<Job>, combining_emitter<Job>, collecting_emitter<Job>>;
    typename emitter::target grouped(into.team(), {.name = "values of a job"});
    map_reduce_report report = map_and_shuffle<emitter>(job, input, grouped, options);
    report.seconds_reduce = reduce_all(job, grouped, into);
    return report;
  }
}

}  // namespace orujo
