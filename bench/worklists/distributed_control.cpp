// Shortest paths without phases on graphs that take no memory, under several settings in turn.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: distributed_control TRANSPORT RANKS WORKERS random|grid SCALE ROUNDS [name=value,…]...
//
// Each list of settings is one variant; "-" is one without any. The variants run in turn, so that
// what else the machine does meets all of them alike, and their distances must be the same. Edges
// are computed: `random` gives each of 2^SCALE vertices 16 edges to anywhere, `grid` four to its
// neighbours on a torus; weights are 1 to 255. Where time is modelled, it is the modelled time.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/worklists/d_ary_heap.hpp"
#include "orujo/worklists/item_source.hpp"

namespace {

using namespace orujo;

struct item {
  std::uint32_t vertex;
  std::uint32_t distance;
};

struct nearer {
  bool operator()(const item& a, const item& b) const noexcept { return a.distance < b.distance; }
};

struct graph_shape {
  bool is_grid;
  std::uint32_t scale;

  [[nodiscard]] std::uint64_t vertices() const noexcept { return std::uint64_t{1} << scale; }
  [[nodiscard]] std::uint32_t degree() const noexcept { return is_grid ? 4 : 16; }

  /// Where edge `i` of `v` leads, and how far: the same for every team.
  [[nodiscard]] item edge(std::uint32_t v, std::uint32_t i) const noexcept {
    const std::uint64_t random = mix64((std::uint64_t{v} << 8U) + i);
    const auto mask = static_cast<std::uint32_t>(vertices() - 1);
    const std::uint32_t row = 1U << (scale / 2);
    const std::array<std::uint32_t, 4> steps{1, mask, row, mask + 1 - row};
    const std::uint32_t target =
        is_grid ? v + steps[i % 4] : static_cast<std::uint32_t>(random >> 8U);
    return {target & mask, 1 + static_cast<std::uint32_t>(random % 255)};
  }
};

struct outcome {
  double seconds = 0;
  double cpu_seconds = 0;  ///< Of the process.
  std::uint64_t checksum = 0;
  std::uint64_t stops = 0;  ///< Of producers, by flow control.
  work_statistics work;
};

class search {
public:
  search(rank_team& team, const graph_shape& graph)
      : team_(team),
        graph_(graph),
        workers_(static_cast<std::uint32_t>(team.num_workers())),
        parts_(workers_ * static_cast<std::uint32_t>(team.size())),
        offers_(team, receiver{this}, {.how = deliver::home, .name = "distances"}) {
    for (std::uint32_t w = 0; w < workers_; ++w) {
      lanes_.emplace_back(*this).distances.assign(graph.vertices() / parts_ + 1, unreached);
    }
  }

  outcome run() {
    barrier(team_);
    start_records(team_, lanes_);
    if (index_of(team_.rank()) == 0) { lanes_.front().improve({0, 0}); }
    epoch until(team_);
    const auto start = team_.transport().now();
    team_.on_workers([&](worker& self) {
      lane& mine = lane_of(self);
      process_until_end(self, until, mine, mine.record);
    });
    const std::chrono::duration<double> taken = team_.transport().now() - start;
    return result(taken.count());
  }

private:
  static constexpr std::uint32_t unreached = 0xffffffff;

  struct alignas(cache_line_bytes) lane {
    explicit lane(search& whole) : record(whole.team_.values()), owner(&whole) {}

    [[nodiscard]] std::size_t queued() const noexcept { return queue.size(); }
    release_reason process(worker& self, std::size_t most) {
      for (; most > 0 && !queue.empty(); --most) { owner->process(self, *this, queue.pop()); }
      return queue.empty() ? release_reason::empty : release_reason::pace;
    }
    void improve(const item& offer) {
      std::uint32_t& known = distances[offer.vertex / owner->parts_];
      if (offer.distance >= known) { return; }
      known = offer.distance;
      queue.push(offer);
    }

    d_ary_heap<item, nearer> queue;
    std::vector<std::uint32_t> distances;
    work_record record;
    search* owner;
  };

  struct receiver {
    search* owner;
    void operator()(worker& self, std::span<const item> batch) const {
      lane& mine = owner->lane_of(self);
      for (const item& each : batch) { mine.improve(each); }
    }
  };

  lane& lane_of(const worker& self) { return lanes_[static_cast<std::size_t>(self.index())]; }

  void process(worker& self, lane& mine, const item& taken) {
    if (mine.distances[taken.vertex / parts_] < taken.distance) {
      ++mine.record.counts.invalidated;
      return;
    }
    ++mine.record.counts.useful;
    const auto own = static_cast<std::uint32_t>(index_of(team_.rank())) * workers_ +
                     static_cast<std::uint32_t>(self.index());
    for (std::uint32_t i = 0; i < graph_.degree(); ++i) {
      item offer = graph_.edge(taken.vertex, i);
      offer.distance += taken.distance;
      const std::uint32_t home = offer.vertex % parts_;
      if (home == own) {
        mine.improve(offer);
      } else {
        ++mine.record.counts.messages;
        offers_.send_home(self, home, offer);
      }
    }
  }

  outcome result(double seconds) {
    outcome mine;
    mine.seconds = all_max(team_, seconds);
    for (const lane& each : lanes_) {
      mine.work.add(each.record.counts);
      for (const std::uint32_t distance : each.distances) {
        mine.checksum += distance == unreached ? 0 : mix64(distance);
      }
    }
    mine.checksum = all_sum(team_, mine.checksum);
    mine.stops = all_sum(team_, team_.metrics()[metric::releases_flow_control]);
    mine.work.useful = all_sum(team_, mine.work.useful);
    mine.work.messages = all_sum(team_, mine.work.messages);
    return mine;
  }

  rank_team& team_;
  graph_shape graph_;
  std::uint32_t workers_;  // of each rank
  std::uint32_t parts_;    // of the vertices: one for each worker of the team
  std::vector<lane> lanes_;
  channel<item, receiver> offers_;
};

struct variant {
  std::string text;
  launch_options options;
  std::vector<outcome> found;  // one for each round
};

struct bench_options {
  graph_shape graph{};
  std::size_t rounds = 0;
  std::vector<variant> variants;
};

void set(launch_options& options, std::string_view list) {
  while (!list.empty() && list != "-") {
    const std::size_t end = std::min(list.find(','), list.size());
    options.values.assign_pair(list.substr(0, end), setting_source::option);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

bench_options read_options(const std::vector<std::string>& words) {
  require(words.size() >= 7,
          "usage: TRANSPORT RANKS WORKERS random|grid SCALE ROUNDS [name=value,…]...");
  launch_options team;
  team.transport = words[0];
  team.ranks = std::stoi(words[1]);
  team.workers = std::stoi(words[2]);
  bench_options options;
  options.graph = {words[3] == "grid", static_cast<std::uint32_t>(std::stoul(words[4]))};
  require(options.graph.scale >= 4 && options.graph.scale <= 30, "SCALE is from 4 to 30");
  options.rounds = std::stoul(words[5]);
  for (std::size_t i = 6; i < words.size(); ++i) {
    options.variants.push_back({words[i], team, {}});
    set(options.variants.back().options, words[i]);
  }
  return options;
}

outcome run_once(const launch_options& team_options, const graph_shape& graph) {
  outcome found;
  run_team(team_options, [&](rank_team& team) {
    search paths(team, graph);
    const std::clock_t before = std::clock();
    outcome mine = paths.run();
    mine.cpu_seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (index_of(team.rank()) == 0) { found = mine; }
  });
  return found;
}

/// The middle one of `figure(i)` for each round i.
template <typename Figure>
double median_of(std::size_t rounds, Figure figure) {
  std::vector<double> all;
  for (std::size_t i = 0; i < rounds; ++i) { all.push_back(figure(i)); }
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rounds / 2), all.end());
  return all[rounds / 2];
}

/// Times in seconds, and how they compare round by round with those of the first variant.
std::string line_of(const variant& what, const variant& first) {
  const auto& found = what.found;
  const std::size_t rounds = found.size();
  const auto time = [&](std::size_t i) { return found[i].seconds; };
  const auto cpu = [&](std::size_t i) { return found[i].cpu_seconds; };
  const auto ratio = [&](std::size_t i) { return found[i].seconds / first.found[i].seconds; };
  const auto cpu_ratio = [&](std::size_t i) {
    return found[i].cpu_seconds / first.found[i].cpu_seconds;
  };
  const auto items = [&](std::size_t i) { return static_cast<double>(found[i].work.useful); };
  const auto messages = [&](std::size_t i) { return static_cast<double>(found[i].work.messages); };
  const auto stops = [&](std::size_t i) { return static_cast<double>(found[i].stops); };
  return fmt::format(
      R"({{"settings": "{}", "seconds": {:.5f}, "cpu_seconds": {:.5f}, "to_first": {:.3f}, )"
      R"("cpu_to_first": {:.3f}, "items": {:.0f}, "messages": {:.0f}, "stops": {:.0f}}})"
      "\n",
      what.text, median_of(rounds, time), median_of(rounds, cpu), median_of(rounds, ratio),
      median_of(rounds, cpu_ratio), median_of(rounds, items), median_of(rounds, messages),
      median_of(rounds, stops));
}

void run(bench_options options) {
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (variant& each : options.variants) {
      each.found.push_back(run_once(each.options, options.graph));
      require(each.found.back().checksum == options.variants.front().found.front().checksum,
              "distances differ between variants");
    }
  }
  for (const variant& each : options.variants) {
    print_out(line_of(each, options.variants.front()));
  }
}

}  // namespace

int main(int count, char** words) try {
  run(read_options(std::vector<std::string>(words + 1, words + count)));
  return 0;
} catch (const std::exception& problem) {
  print_error(problem.what());
  return 2;
}
