// The stencil's pipeline: a task for each strip of columns, and a channel between them.
//
// A task computes as many rows as have come, up to a bound, and sends their last cells in one
// parcel, however many messages that is: so the next strip has as many rows to compute, too. The
// bound makes the cost of a parcel small beside that of its rows, and is no larger, as the next
// strip waits.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/stencil/stencil.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "orujo/benchmarks/stencil/strip.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo {

namespace {

constexpr double parcel_cells = 2000;  // that are computed while one parcel is sent and received
constexpr auto largest_value = std::uint64_t{1} << 53U;  // up to it doubles are exact

/// Strips of the grid: each has a column, so there may be fewer than workers.
std::uint64_t num_strips(rank_team& team, const stencil_options& options) {
  const auto homes = static_cast<std::uint64_t>(team.size() * team.num_workers());
  return std::min(homes, options.columns - 1);
}

/// Rows that are sent together: with more the other strips begin later, with fewer parcels cost
/// more than they bring. The sum of both, (strips - 1) * rows together and (rows / rows together) *
/// parcel_cells / columns of a strip, is least for these.
std::uint64_t rows_together(const stencil_options& options, std::uint64_t strips) {
  const double width = static_cast<double>(options.columns - 1) / static_cast<double>(strips);
  const double followers = static_cast<double>(std::max<std::uint64_t>(2, strips) - 1);
  const double best =
      std::sqrt(static_cast<double>(options.rows) * parcel_cells / width / followers);
  return std::clamp(static_cast<std::uint64_t>(best), std::uint64_t{1}, options.rows - 1);
}

void check(rank_team& team, const stencil_options& options) {
  require_everywhere(options.rows >= 2 && options.columns >= 2,
                     "stencil: the grid needs at least 2 rows and 2 columns; the first are given");
  require_everywhere(options.iterations >= 1, "stencil: --iterations is at least 1");
  const double reached = static_cast<double>(options.iterations) *
                         (static_cast<double>(options.rows) + static_cast<double>(options.columns));
  require_everywhere(reached < static_cast<double>(largest_value),
                     "stencil: values would exceed 2^53; use fewer iterations or a smaller grid");
  const double cells =
      static_cast<double>(options.rows) * (static_cast<double>(options.columns) / team.size() +
                                           2.0 * static_cast<double>(team.num_workers()));
  require_memory_everywhere(team, static_cast<std::uint64_t>(std::min(cells * 8, 1e18)),
                            "the grid");
}

class stencil_run;

/// Names a rank's part on that rank.
struct run_address {
  stencil_run* run;
};

/// One rank's part: the strips of its workers. Tasks find it by its address, which all ranks know.
class stencil_run {
public:
  stencil_run(rank_team& team, const stencil_options& options)
      : team_(team),
        options_(options),
        strips_(num_strips(team, options)),
        own_(static_cast<std::size_t>(team.num_workers())),
        ghosts_(team, arrivals{this}, {.how = deliver::home, .name = "ghost values"}) {
    choose_block();
    team.on_workers([&](worker& self) {
      const std::uint64_t home = home_of(self);
      if (home >= strips_) { return; }
      const index_range part =
          even_share(options_.columns - 1, static_cast<int>(home), static_cast<int>(strips_));
      own_[static_cast<std::size_t>(self.index())] =
          std::make_unique<stencil_strip>(options_, index_range{part.first + 1, part.last + 1});
    });
    describe();
    parts_ = all_gather(team, run_address{this});
  }

  [[nodiscard]] const stencil_options& options() const noexcept { return options_; }
  [[nodiscard]] std::uint64_t strips() const noexcept { return strips_; }
  /// The part that has the strip of worker `home` of the team.
  [[nodiscard]] run_address part_with(std::uint32_t home) const {
    return parts_[home / static_cast<std::uint32_t>(team_.num_workers())];
  }

  /// All sweeps over the strip of the calling worker; returns the last corner to the first one.
  /// Call: a task; yields.
  double sweep_all() {
    worker& self = this_worker();
    stencil_strip& strip = strip_of(self);
    double corner = 0;
    for (std::uint64_t iteration = 0; iteration < options_.iterations; ++iteration) {
      sweep(self, strip);
      if (strip.is_last()) {
        ghosts_.send_home(self, 0, {.value = strip.last_of(options_.rows - 1), .row = 0});
        ghosts_.flush(self);
      }
      if (strip.is_first()) { corner = strip.take_corner(); }
    }
    return corner;
  }

  [[nodiscard]] std::uint64_t count_errors() {
    std::vector<std::uint64_t> errors(own_.size());
    team_.on_workers([&](worker& self) {
      const auto index = static_cast<std::size_t>(self.index());
      if (own_[index]) { errors[index] = own_[index]->count_errors(); }
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t each : errors) { sum += each; }
    return all_sum(team_, sum);
  }

private:
  struct arrivals {
    stencil_run* run;
    void operator()(worker& self, std::span<const ghost_value> batch) const {
      stencil_strip& strip = run->strip_of(self);
      while (!batch.empty()) { batch = strip.accept(batch); }
    }
  };

  [[nodiscard]] std::uint64_t home_of(const worker& self) const {
    return static_cast<std::uint64_t>(index_of(team_.rank()) * team_.num_workers() + self.index());
  }
  [[nodiscard]] stencil_strip& strip_of(const worker& self) {
    return *own_[static_cast<std::size_t>(self.index())];
  }

  void choose_block() {
    together_ = std::min<std::uint64_t>(rows_together(options_, strips_), ghosts_.capacity());
    if (options_.block == 0) { options_.block = together_; }
    options_.block = std::min(options_.block, options_.rows - 1);
    require_everywhere(options_.block <= ghosts_.capacity(),
                       fmt::format("stencil: --block {}: a parcel holds the values of {} rows; use "
                                   "a smaller block, or raise parcel_bytes",
                                   options_.block, ghosts_.capacity()));
  }

  void describe() const {
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    team_.card().add(
        report_section::algorithm,
        {"stencil",
         "strips of columns, a full/empty word for each block of rows",
         {{"strips", number(strips_), ""},
          {"block", number(options_.block), "rows"},
          {"computed and sent together", number(std::max(together_, options_.block)), "rows"}}});
  }

  void sweep(worker& self, stencil_strip& strip) {
    for (std::uint64_t block = 0; block < strip.blocks();) {
      const std::uint64_t next = strip.sweep(block, together_);
      if (!strip.is_last()) {
        for (; block < next; ++block) { send_block(self, strip, strip.rows_of(block)); }
        ghosts_.flush(self);
      }
      block = next;
      yield();  // for system duties that are due
    }
  }

  void send_block(worker& self, const stencil_strip& strip, index_range rows) {
    const std::span<ghost_value> room =
        ghosts_.from(self).put_run_home(home_of(self) + 1, rows.last - rows.first);
    for (std::uint64_t row = rows.first; row < rows.last; ++row) {
      room[row - rows.first] = {.value = strip.last_of(row), .row = row};
    }
  }

  rank_team& team_;
  stencil_options options_;
  std::uint64_t strips_;
  std::uint64_t together_ = 1;
  std::vector<std::unique_ptr<stencil_strip>> own_;  // of each worker; null: it has no columns
  channel<ghost_value, arrivals> ghosts_;
  std::vector<run_address> parts_;  // of all ranks
};

struct sweep_outcome {
  double corner = 0;
  double seconds = 0;
};

/// Sweeps over the strips of some workers, the first of which it runs on, and has the others do the
/// same: each half of them is told by one message to its first worker.
struct sweeping_task {
  run_address part;
  home_range homes;

  double operator()() const {
    std::uint32_t last = homes.last;
    while (last - homes.first > 1) {
      const std::uint32_t middle = homes.first + (last - homes.first) / 2;
      spawn_at(home_id{middle}, sweeping_task{part.run->part_with(middle), {middle, last}});
      last = middle;
    }
    return part.run->sweep_all();
  }
};

/// Call: the main task; yields.
sweep_outcome sweep_everywhere(stencil_run& own) {
  sweep_outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  finish([&] {
    outcome.corner = sweeping_task{{&own}, {0, static_cast<std::uint32_t>(own.strips())}}();
  });
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace

stencil_result stencil(rank_team& team, const stencil_options& options) {
  check(team, options);
  stencil_run own(team, options);
  sweep_outcome outcome;
  run_global(team, [&] { outcome = sweep_everywhere(own); });
  outcome = broadcast(team, outcome);

  stencil_result result{.corner = outcome.corner, .seconds = outcome.seconds};
  result.expected = static_cast<double>(options.iterations * (options.rows + options.columns - 2));
  result.errors = own.count_errors();
  result.block = own.options().block;
  result.updates = options.iterations * (options.rows - 1) * (options.columns - 1);
  result.updates_per_second = static_cast<double>(result.updates) / result.seconds;
  return result;
}

}  // namespace orujo
