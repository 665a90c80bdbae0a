// Inserts and finds of 8-byte keys per second: a hash_map beside a table written by hand for
// threads, and beside maps of one thread. Under mpirun, the hash_map of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <barrier>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <CLI/CLI.hpp>

#if __has_include(<tsl/robin_map.h>)
#include <tsl/robin_map.h>
#endif

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/forall.hpp"
#include "orujo/tasks/run_global.hpp"
#include "team_bench.hpp"

namespace {

struct bench_options {
  std::string method = "hash_map";
  std::uint64_t entries = std::uint64_t{1} << 24U;
  bench::team_shape shape;
  bool reserve = false;
  bool blocking = false;
};

/// Key number i; no two are the same.
std::uint64_t key_of(std::uint64_t i) { return orujo::mix64(i + 1); }

double seconds_of(const std::function<void()>& work) {
  const auto before = bench::clock_type::now();
  work();
  return bench::seconds_since(before);
}

struct measured {
  double insert_seconds;
  double find_seconds;
  double bytes;
};

void print(const bench_options& options, const measured& what) {
  const auto entries = static_cast<double>(options.entries);
  std::printf("%s: %.1f M inserts/s, %.1f M finds/s, %.1f bytes per entry\n",
              options.method.c_str(), entries / what.insert_seconds * 1e-6,
              entries / what.find_seconds * 1e-6, what.bytes / entries);
}

// --- by hand: each thread has the keys of its region; items are exchanged in large pieces --------

class plain_table {
public:
  explicit plain_table(std::uint64_t entries)
      : slots_(std::bit_ceil(entries + entries / 3)),
        shift_(64U - static_cast<unsigned>(std::countr_zero(slots_.size()))) {}

  struct slot {
    std::uint64_t key;
    std::uint64_t value;
  };
  /// Calls `take(slot)` for the place of each key, which is prefetched.
  template <typename Take>
  void for_keys(std::span<const std::uint64_t> keys, Take take) {
    constexpr std::size_t ahead = 32;
    for (std::size_t i = 0; i < keys.size() + ahead; ++i) {
      if (i < keys.size()) { orujo::prefetch_to_write(&slots_[place_of(keys[i])]); }
      if (i < ahead) { continue; }
      const std::uint64_t key = keys[i - ahead];
      std::size_t at = place_of(key);
      while (slots_[at].key != key && slots_[at].key != 0) { at = (at + 1) & (slots_.size() - 1); }
      take(slots_[at], key);
    }
  }
  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(slot); }

private:
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const {
    return key * 0x9e3779b97f4a7c15U >> shift_;
  }
  orujo::huge_array<slot> slots_;
  unsigned shift_;
};

class threads_by_hand {
public:
  explicit threads_by_hand(const bench_options& options)
      : entries_(options.entries),
        threads_(static_cast<std::size_t>(options.shape.workers)),
        pieces_(threads_ * threads_) {
    for (std::size_t t = 0; t < threads_; ++t) { tables_.emplace_back(entries_ / threads_); }
  }

  template <typename Take>
  void run(Take take) {
    std::barrier together(static_cast<std::ptrdiff_t>(threads_));
    std::vector<std::jthread> all;
    for (std::size_t t = 0; t < threads_; ++t) {
      all.emplace_back([&, t] { work(t, together, take); });
    }
  }
  [[nodiscard]] double bytes() const {
    double sum = 0;
    for (const auto& each : tables_) { sum += static_cast<double>(each.bytes()); }
    return sum;
  }

private:
  static constexpr std::uint64_t piece = 1U << 15U;  // keys that a thread makes between barriers

  template <typename Take>
  void work(std::size_t own, std::barrier<>& together, Take take) {
    const std::uint64_t last = entries_ * (own + 1) / threads_;
    std::uint64_t at = entries_ * own / threads_;
    const std::uint64_t rounds = (entries_ / threads_ + piece) / piece;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      for (std::size_t to = 0; to < threads_; ++to) { pieces_[own * threads_ + to].clear(); }
      for (const std::uint64_t end = std::min(last, at + piece); at < end; ++at) {
        const std::uint64_t key = key_of(at);
        pieces_[own * threads_ + (key & 0xffffffffU) * threads_ / (std::uint64_t{1} << 32U)]
            .push_back(key);
      }
      together.arrive_and_wait();
      for (std::size_t from = 0; from < threads_; ++from) {
        tables_[own].for_keys(pieces_[from * threads_ + own], take);
      }
      together.arrive_and_wait();
    }
  }

  std::uint64_t entries_;
  std::size_t threads_;
  std::vector<std::vector<std::uint64_t>> pieces_;
  std::vector<plain_table> tables_;
};

measured by_hand(const bench_options& options) {
  threads_by_hand map(options);
  measured found{};
  found.insert_seconds = seconds_of([&] {
    map.run([](plain_table::slot& place, std::uint64_t key) { place = {key, key}; });
  });
  found.find_seconds = seconds_of([&] {
    map.run([](plain_table::slot& place, std::uint64_t key) {
      orujo::require(place.value == key, "a key is missing");
    });
  });
  found.bytes = map.bytes();
  return found;
}

// --- maps of one thread --------------------------------------------------------------------------

template <typename Map>
measured of_one_thread(const bench_options& options) {
  Map map;
  if (options.reserve) { map.reserve(options.entries); }
  measured found{};
  found.insert_seconds = seconds_of([&] {
    for (std::uint64_t i = 0; i < options.entries; ++i) { map.insert({key_of(i), i}); }
  });
  found.find_seconds = seconds_of([&] {
    for (std::uint64_t i = 0; i < options.entries; ++i) {
      orujo::require(map.find(key_of(i))->second == i, "a key is missing");
    }
  });
  return found;
}

// --- a hash_map ----------------------------------------------------------------------------------

/// Runs `body(sender, i)` for all i, shared out among all workers.
template <typename Map, typename Body>
void for_all_entries(Map& map, std::uint64_t entries, Body body) {
  bench::for_shares(map.team(), entries,
                    [&](orujo::worker& self, std::uint64_t first, std::uint64_t last) {
                      auto out = map.from(self);
                      for (std::uint64_t i = first; i < last; ++i) { body(out, i); }
                    });
}

measured of_team(orujo::rank_team& team, const bench_options& options) {
  orujo::hash_map<std::uint64_t, std::uint64_t> map(
      team, {.expected_entries = options.reserve ? options.entries : 0});
  measured found{};
  found.insert_seconds = seconds_of([&] {
    for_all_entries(map, options.entries,
                    [](auto& out, std::uint64_t i) { out.async_insert(key_of(i), i); });
  });
  orujo::require(map.size() == options.entries, "a key is missing");
  if (options.blocking) {
    orujo::global_memory memory(team);
    found.find_seconds = seconds_of([&] {
      orujo::run_global(team, [&map, &options] {
        orujo::forall_here(0, options.entries, [&map](std::uint64_t i) {
          orujo::require(map.find(key_of(i)) == i, "a key is missing");
        });
      });
    });
  } else {
    found.find_seconds = seconds_of([&] {
      for_all_entries(map, options.entries, [](auto& out, std::uint64_t i) {
        out.async_visit_if_present(
            key_of(i),
            [](const std::uint64_t& value, std::uint64_t expected) {
              orujo::require(value == expected, "another value");
            },
            i);
      });
    });
  }
  found.bytes = static_cast<double>(map.bytes());
  return found;
}

/// Calls `measure()` several times and prints the quickest of each.
void print_best(const bench_options& options, const std::function<measured()>& measure) {
  measured best = measure();
  for (int trial = 1; trial < options.shape.trials; ++trial) {
    const measured next = measure();
    best.insert_seconds = std::min(best.insert_seconds, next.insert_seconds);
    best.find_seconds = std::min(best.find_seconds, next.find_seconds);
  }
  print(options, best);
}

void run(const bench_options& options) {
  if (options.method == "hash_map") {
    return bench::on_team(options.shape, [&](orujo::rank_team& team) {
      const auto measure = [&] { return of_team(team, options); };
      if (bench::prints(team)) { return print_best(options, measure); }
      for (int trial = 0; trial < options.shape.trials; ++trial) { measure(); }
    });
  }
  if (options.method == "by_hand") {
    return print_best(options, [&] { return by_hand(options); });
  }
#if __has_include(<tsl/robin_map.h>)
  struct mixed {
    std::size_t operator()(std::uint64_t key) const { return orujo::mix64(key); }
  };
  if (options.method == "robin_map") {
    using map = tsl::robin_map<std::uint64_t, std::uint64_t, mixed>;
    return print_best(options, [&] { return of_one_thread<map>(options); });
  }
#endif
  using map = std::unordered_map<std::uint64_t, std::uint64_t>;
  print_best(options, [&] { return of_one_thread<map>(options); });
}

}  // namespace

int main(int argc, char** argv) {
  bench_options options;
  CLI::App app("Inserts and finds of 8-byte keys per second");
  app.add_option("--method", options.method, "robin_map is there if it was installed")
      ->check(CLI::IsMember({"hash_map", "by_hand", "robin_map", "unordered_map"}));
  app.add_option("--entries", options.entries, "different keys, in all")
      ->check(CLI::PositiveNumber);
  bench::add_options(app, options.shape);
  app.add_flag("--reserve", options.reserve, "take the memory before");
  app.add_flag("--blocking", options.blocking, "finds that tasks wait for");
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of([&] { run(options); });
}
