// Operators that read K random words and write one, under our mechanisms and as transactions of the
// compiler (GCC's `__transaction_atomic` and libitm), in turn.
//
//   bench_activities_language_transactions [--workers W] [--words N] [--operators N] [--trials T]
//                                          [--csv FILE]
//
// ITM_DEFAULT_METHOD chooses the method of libitm: ml_wt, gl_wt, htm, serialirr, ….
//
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "activities/random_sums.hpp"
#include "activities/result_table.hpp"
#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;
using namespace orujo::bench;

/// What an operator sees inside a transaction of the compiler, which watches memory itself.
struct watched_access {
  template <typename T>
  __attribute__((always_inline)) T read(const T& place) const {
    return place;
  }
  template <typename T>
  __attribute__((always_inline)) void write(T& place, T value) const {
    place = value;
  }
};

/// A mechanism as others. Aborts are libitm's own affair.
class language_transactions {
public:
  explicit language_transactions(const rank_team& team)
      : counts_(static_cast<std::size_t>(team.num_workers())) {}

  /// Apart from its caller, whose variables a transaction that begins again would take back.
  template <typename Body>
  __attribute__((noinline)) void run(std::size_t /*worker*/, const Body& body) {
    watched_access access;
    __transaction_atomic { body(access); }
  }
  [[nodiscard]] activity_counts& counts(std::size_t worker) noexcept {
    return counts_[worker].counts;
  }

private:
  struct alignas(cache_line_bytes) line {
    activity_counts counts;
  };
  std::deque<line> counts_;
};

struct row_options {
  sum_options sums;
  std::string csv;
};

struct named_rows {
  result_table& table;
  std::string isolation;
};

template <typename Mechanism, std::size_t K>
void add_rows(rank_team& team, const named_rows& to, const sum_options& how) {
  std::vector<std::uint64_t> words(how.words, 0);
  const auto all = drawn_places<typename sum_into_first<K>::arguments>(how);
  for (const std::size_t coarsen : {1U, 4U, 16U, 64U}) {
    const measured best =
        measure<Mechanism>(team, sum_into_first<K>{words.data()}, {how.trials, coarsen}, all);
    to.table.add({to.isolation, std::to_string(how.workers), std::to_string(K),
                  std::to_string(coarsen), shown(best.millions),
                  shown(best.per_1000(best.counts.aborts()), 2)});
  }
}

template <typename Mechanism>
void add_all(rank_team& team, const named_rows& to, const sum_options& how) {
  add_rows<Mechanism, 1>(team, to, how);
  add_rows<Mechanism, 4>(team, to, how);
  add_rows<Mechanism, 8>(team, to, how);
}

}  // namespace

int main(int count, char** words) try {
  row_options how;
  CLI::App program("Our mechanisms beside transactions of the compiler");
  program.add_option("--workers", how.sums.workers);
  program.add_option("--words", how.sums.words, "Of 8 bytes");
  program.add_option("--operators", how.sums.operators, "Of each worker");
  program.add_option("--trials", how.sums.trials);
  program.add_option("--csv", how.csv);
  CLI11_PARSE(program, count, words);
  orujo::launch_options shape{.ranks = 1, .workers = how.sums.workers};
  orujo::run_team(shape, [&](orujo::rank_team& team) {
    result_table table({"isolation", "workers", "K", "M", "M operators/s", "given up per 1000"},
                       how.csv);
    add_all<language_transactions>(team, {table, "libitm"}, how.sums);
    activities::for_each_mechanism([&](const auto& row) {
      using mechanism = typename std::remove_cvref_t<decltype(row.tag)>::type;
      if constexpr (activities::serves<mechanism>(operator_reach::several_elements)) {
        const bool is_serial = row.kind == mechanism_kind::serial;
        if (!is_available(row.kind) || (is_serial && how.sums.workers > 1)) { return; }
        add_all<mechanism>(team, {table, std::string(row.name)}, how.sums);
      }
    });
  });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "language_transactions: %s\n", problem.what());
  return 2;
}
