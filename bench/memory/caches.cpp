// What cached blocks cost beside delegates of one word each and beside one large cache, by the size
// of the blocks, how they are used, and how many are in flight.
//
//   bench_memory_caches [--ranks P] [--workers W] [--kib N] [--trials T]
//
// Each worker works on blocks of the memory of the next one, all workers at once. --kib is what it
// moves by caches in one trial. Prints a Markdown table: MB/s of all workers together, the best
// trial: what else runs on the machine slows the others down.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/memory/cache.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/memory/synchronisation/symmetric_reduce.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

using namespace orujo;
using word = std::uint64_t;

struct bench_options {
  int ranks = 0;
  int workers = 1;
  std::uint64_t kib = 8192;
  int trials = 7;
};

enum class access : std::uint8_t { read, update, write };
enum class method : std::uint8_t { delegates, caches, whole };

/// What one measurement does.
struct plan {
  access how;
  method by;
  std::uint64_t block_words;
  std::uint64_t in_flight;  // tasks of each worker
  std::uint64_t words;      // that each worker moves
};

constexpr std::uint64_t region_words = std::uint64_t{1} << 20U;  // of each worker: 8 MiB
constexpr std::array<std::uint64_t, 6> block_bytes = {8, 64, 512, 4096, 32768, 262144};

/// The memory of the next worker, block by block, in no order.
class neighbour {
public:
  neighbour(const global_array<word>& all, std::uint64_t block_words)
      : home_{(index_of(this_memory().home()) + 1) % this_memory().num_homes()},
        first_(home_, all.place_of(0)),
        block_words_(block_words) {}

  [[nodiscard]] global_pointer<word> block(std::uint64_t number) const {
    const std::uint64_t blocks = region_words / block_words_;
    return first_ + static_cast<std::int64_t>(mix64(number) % blocks * block_words_);
  }

private:
  home_id home_;
  global_pointer<word> first_;
  std::uint64_t block_words_;
};

/// Words are read for their sum, which the compiler cannot leave out.
word by_delegates(const plan& what, global_pointer<word> at) {
  word sum = 0;
  for (std::uint64_t i = 0; i < what.block_words; ++i, at += 1) {
    switch (what.how) {
      case access::read: sum += delegate::read(at); break;
      case access::update: delegate::async_add(at, 1); break;
      case access::write: delegate::async_write(at, 1); break;
    }
  }
  return sum;
}

word by_cache(const plan& what, global_pointer<word> at) {
  word sum = 0;
  switch (what.how) {
    case access::read: {
      read_only_cache<word> cache(at, what.block_words);
      for (const word& each : cache) { sum += each; }
      break;
    }
    case access::update: {
      read_write_cache<word> cache(at, what.block_words);
      for (word& each : cache) { each += 1; }
      cache.release();
      break;
    }
    case access::write: {
      write_only_cache<word> cache(at, what.block_words);
      for (word& each : cache) { each = 1; }
      cache.release();
      break;
    }
  }
  return sum;
}

/// What one worker does: tasks that take one block after the other.
word work_on(const global_array<word>& all, const plan& what) {
  const neighbour next(all, what.block_words);
  const std::uint64_t blocks = std::max(what.in_flight, what.words / what.block_words);
  word sum = 0;
  finish([&] {
    for (std::uint64_t task = 0; task < what.in_flight; ++task) {
      spawn([&, task] {
        for (std::uint64_t b = task; b < blocks; b += what.in_flight) {
          sum += what.by == method::delegates ? by_delegates(what, next.block(b))
                                              : by_cache(what, next.block(b));
        }
      });
    }
  });
  return sum;
}

/// MB/s of all workers together.
double measure(const global_array<word>& all, const plan& what) {
  const std::uint64_t blocks = std::max(what.in_flight, what.words / what.block_words);
  const auto sums = allocate_symmetric<word>();
  const auto start = std::chrono::steady_clock::now();
  on_all_workers([all, what, sums] { sums.here() = work_on(all, what); });
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const word sum = reduce(sums, std::plus<word>());
  release(sums);
  const std::uint64_t words = blocks * what.block_words * this_memory().num_homes();
  // All words are 1 before anything is read.
  require(what.how != access::read || sum == words, "caches: a word was not read or is wrong");
  return static_cast<double>(words * sizeof(word)) / seconds / 1e6;
}

/// The ways in the order of the table's columns.
std::vector<plan> ways(access how, std::uint64_t bytes, std::uint64_t kib) {
  const std::uint64_t block = bytes / sizeof(word);
  const std::uint64_t words = kib * 1024 / sizeof(word);
  // Small messages take long: a part of the words says as much.
  const std::uint64_t few = std::max<std::uint64_t>(words / 32, block);
  const std::uint64_t some = std::clamp<std::uint64_t>(block * 16384, few, words);
  return {{how, method::delegates, block, 1, how == access::read ? few / 4 : few},
          {how, method::delegates, block, 64, few},
          {how, method::caches, block, 1, std::max(block, some / 8)},
          {how, method::caches, block, 8, some},
          {how, method::caches, block, 64, some},
          {how, method::whole, region_words, 1, words}};
}

void compare(access how, const char* name, const bench_options& options) {
  const auto all = allocate_array<word>(region_words * this_memory().num_homes(), region_words);
  on_all_workers([all] { std::fill(all.local().begin(), all.local().end(), 1); });
  for (const std::uint64_t bytes : block_bytes) {
    const std::vector<plan> plans = ways(how, bytes, options.kib);
    std::vector<double> best(plans.size());
    for (int trial = 0; trial < options.trials; ++trial) {
      for (std::size_t i = 0; i < plans.size(); ++i) {
        best[i] = std::max(best[i], measure(all, plans[i]));
      }
    }
    std::printf("| %s | %llu |", name, static_cast<unsigned long long>(bytes));
    for (const double each : best) { std::printf(" %.4g |", each); }
    std::printf("\n");
    std::fflush(stdout);
  }
  release(all);
}

void compare_all(const bench_options& options) {
  std::printf(
      "| use | block, bytes | delegates, 1 task | 64 tasks | caches, 1 task | 8 tasks | 64 tasks | "
      "one cache of 8 MiB |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  compare(access::read, "read only", options);
  compare(access::update, "read and write", options);
  compare(access::write, "write only", options);
}

}  // namespace

int main(int count, char** words) try {
  bench_options options;
  CLI::App app("Caches of global memory beside delegates");
  app.add_option("--ranks", options.ranks);
  app.add_option("--workers", options.workers);
  app.add_option("--kib", options.kib);
  app.add_option("--trials", options.trials);
  CLI11_PARSE(app, count, words);
  orujo::launch_options shape;
  shape.ranks = options.ranks;
  shape.workers = options.workers;
  orujo::run_team(shape, [&](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, [&] { compare_all(options); });
  });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "caches: %s\n", problem.what());
  return 2;
}
