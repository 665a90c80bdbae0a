// Random table updates by tasks over global memory, in four loops that differ in what they wait
// for.
//
// The table is a global array, and so are the numbers: each worker draws its own part.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "orujo/base/random.hpp"
#include "orujo/benchmarks/gups/loops.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/forall.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/memory/symmetric.hpp"

namespace orujo {

namespace {

__extension__ using wide = unsigned __int128;

/// The table, and the word that a number names: the upper part of a product.
struct word_table {
  global_array<std::uint64_t> words;

  [[nodiscard]] global_pointer<std::uint64_t> word(std::uint64_t number) const noexcept {
    return words.at(static_cast<std::uint64_t>((wide{number} * words.size()) >> 64U));
  }
};

/// Tasks of each worker in the loops that wait: all may wait at once, so there is much in flight;
/// more would leave the cache with their stacks.
constexpr std::uint64_t waiting_tasks = 1024;

loop_options many_tasks(std::uint64_t iterations) {
  return {.threshold =
              std::max<std::uint64_t>(1, iterations / this_memory().num_homes() / waiting_tasks)};
}

using number_array = global_array<std::uint64_t>;

void update_and_wait(const word_table& table, std::uint64_t number) {
  const auto word = table.word(number);
  delegate::prefetch(word);
  delegate::call(word, [number](std::uint64_t& value) { value ^= number; });
}

void update_blocking(const word_table& table, const number_array& numbers) {
  const auto update = [table, numbers](std::uint64_t i) {
    update_and_wait(table, delegate::read(numbers.at(i)));
  };
  forall(0, numbers.size(), update, many_tasks(numbers.size()));
}

void update_localized(const word_table& table, const number_array& numbers) {
  const auto update = [table](const std::uint64_t& number) { update_and_wait(table, number); };
  forall(numbers, update, many_tasks(numbers.size()));
}

void update_async(const word_table& table, const number_array& numbers) {
  forall(numbers,
         [table](const std::uint64_t& number) { delegate::async_xor(table.word(number), number); });
}

void update_delegate(const word_table& table, const number_array& numbers) {
  forall(numbers, [table](const std::uint64_t& number) {
    delegate::async(table.word(number), [n = number](std::uint64_t& word) { word ^= n; });
  });
}

void update_all(gups_style style, const word_table& table, const number_array& numbers) {
  switch (style) {
    case gups_style::blocking: return update_blocking(table, numbers);
    case gups_style::localized: return update_localized(table, numbers);
    case gups_style::async: return update_async(table, numbers);
    case gups_style::delegate: return update_delegate(table, numbers);
    case gups_style::channel: break;
  }
  ORUJO_UNREACHABLE("the channel has no tasks");
}

word_table make_table(const gups_options& options) {
  const std::uint64_t per_worker = std::max<std::uint64_t>(1, options.table_bytes / 8);
  const word_table table{allocate_array<std::uint64_t>(per_worker * this_memory().num_homes())};
  forall(table.words, [](std::uint64_t i, std::uint64_t& word) { word = i; });
  return table;
}

number_array draw_numbers(const gups_options& options) {
  const auto numbers = allocate_array<std::uint64_t>(options.updates * this_memory().num_homes());
  on_all_workers([numbers, seed = options.seed] {
    random_stream random(seed, index_of(this_memory().home()));
    for (std::uint64_t& number : numbers.local()) { number = random.next(); }
  });
  return numbers;
}

std::uint64_t count_errors(const word_table& table) {
  std::uint64_t errors = 0;
  const auto sum = global(errors);
  forall(table.words, [sum](std::uint64_t i, const std::uint64_t& word) {
    if (word != i) { delegate::async_add(sum, 1); }
  });
  return errors;
}

/// Call: the main task.
gups_result measure(const gups_options& options) {
  const word_table table = make_table(options);
  const number_array numbers = draw_numbers(options);
  const auto start = std::chrono::steady_clock::now();
  update_all(options.style, table, numbers);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  gups_result result{.updates = numbers.size(), .seconds = elapsed.count()};
  result.updates_per_second = static_cast<double>(result.updates) / result.seconds;
  if (options.verify) {
    update_all(options.style, table, numbers);
    result.errors = count_errors(table);
  }
  release(numbers);
  release(table.words);
  return result;
}

}  // namespace

gups_result gups_of_tasks(rank_team& team, const gups_options& options) {
  global_memory memory(team);
  gups_result result;
  run_global(team, [&] { result = measure(options); });
  return broadcast(team, result, rank_id{0});
}

}  // namespace orujo
