// A job of which one part throws, and what it was to write.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "orujo/frameworks/map_reduce/element_inputs.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/result_files.hpp"

namespace orujo::test {

/// This rank's part of 0 … count-1.
inline std::vector<std::uint64_t> part_of_numbers(const rank_team& team, std::uint64_t count) {
  std::vector<std::uint64_t> mine;
  const auto ranks = static_cast<std::uint64_t>(team.size());
  for (auto i = static_cast<std::uint64_t>(index_of(team.rank())); i < count; i += ranks) {
    mine.push_back(i);
  }
  return mine;
}

enum class bad_part { mapper, combiner, reducer, none };

/// Pairs of numbers, of which one throws.
template <bad_part Bad>
struct throwing_job {
  using key = std::uint64_t;
  using value = std::uint64_t;
  static void check(bad_part part, bool is_bad) {
    if (Bad == part && is_bad) { throw std::runtime_error("13 brings bad luck"); }
  }
  template <typename Emit>
  void map(std::uint64_t number, Emit& emit) const {
    check(bad_part::mapper, number == 13);
    emit(number / 2, number);
  }
  static value combine(value a, value b) {
    check(bad_part::combiner, a + b == 25);
    return a + b;
  }
  value reduce(key /*which*/, std::span<const value> all) const {
    check(bad_part::reducer, all.front() == 25);
    return all.front();
  }
};

/// Runs such a job twice, with files of its results; the second time its files are begun before it.
template <bad_part Bad>
void write_results_of_failing_job(rank_team& team, const std::string& path) {
  const auto numbers = part_of_numbers(team, 20'000);
  const auto render = [](std::string& text, std::uint64_t key, std::uint64_t value) {
    text += std::to_string(key) + " " + std::to_string(value) + "\n";
  };
  hash_map<std::uint64_t, std::uint64_t> sums(team);
  map_reduce(throwing_job<bad_part::none>{}, elements_of(numbers), sums);
  write_results(sums, path + "before.txt", render);
  result_files begun(team, path + "begun.txt");
  begun.write("a line\n");
  hash_map<std::uint64_t, std::uint64_t> into(team);
  map_reduce(throwing_job<Bad>{}, elements_of(numbers), into);
  begun.commit();
  write_results(into, path + "after.txt", render);
}

/// By the name of the part that throws.
inline void write_results_of_failing_job(rank_team& team, const std::string& path,
                                         const std::string& part) {
  if (part == "mapper") { write_results_of_failing_job<bad_part::mapper>(team, path); }
  if (part == "combiner") { write_results_of_failing_job<bad_part::combiner>(team, path); }
  if (part == "reducer") { write_results_of_failing_job<bad_part::reducer>(team, path); }
}

}  // namespace orujo::test
