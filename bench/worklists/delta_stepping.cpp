// Δ-stepping written by hand for 32-bit distances in one rank, beside the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: delta_stepping GRAPH WORKERS DELTA [TRIALS [SOURCE]]
//
// Both run in turn on the same threads, graph and source; DELTA is a power of two. What differs is
// that here functions, order and item are written out: no template but the number of workers.
#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/sssp/functions.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/print.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace {

using namespace orujo;

constexpr std::uint32_t unreached = 0xffffffff;
constexpr std::size_t no_bin = ~std::size_t{0};

struct item {
  std::uint32_t vertex;
  std::uint32_t distance;
};

/// What other threads may take from, of one phase.
struct open_part {
  std::size_t bin = no_bin;
  std::vector<item> items;
  std::atomic<std::size_t> next{0};
};

struct alignas(64) thread_state {
  std::vector<std::vector<item>> bins;
  std::vector<item> few;
  open_part parts[2];
};

template <bool Shared>
class search {
public:
  search(rank_team& team, const csr_graph& graph, std::uint32_t delta)
      : team_(team),
        offsets_(graph.out_edges().offsets.data()),
        targets_(graph.out_edges().targets.data()),
        weights_(graph.out_edges().weights.as<std::uint32_t>().data()),
        shift_(std::countr_zero(delta)),
        distances_(graph.num_local()),
        threads_(static_cast<std::size_t>(team.num_workers())) {}

  void run(std::uint32_t source) {
    team_.on_workers([&](worker& self) {
      const auto t = static_cast<std::size_t>(self.index());
      const std::size_t share = distances_.size() / threads_.size() + 1;
      const std::size_t first = std::min(t * share, distances_.size());
      std::fill_n(&distances_[0] + first, std::min(share, distances_.size() - first), unreached);
      for (auto& bin : threads_[t].bins) { bin.clear(); }
      team_.worker_barrier();
      if (t == 0) {
        distances_[source] = 0;
        push(threads_[0], {source, 0});
      }
      open(threads_[t], 0, 0);
      team_.worker_barrier();
      walk(threads_[t]);
    });
  }

  [[nodiscard]] const huge_array<std::uint32_t>& distances() const { return distances_; }

private:
  void walk(thread_state& mine) {
    for (std::size_t phase = 0;; ++phase) {
      std::size_t bin = no_bin;
      for (const thread_state& each : threads_) { bin = std::min(bin, each.parts[phase % 2].bin); }
      if (bin == no_bin) { return; }
      const auto me = static_cast<std::size_t>(&mine - threads_.data());
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        open_part& part = threads_[(me + i) % threads_.size()].parts[phase % 2];
        if (part.bin == bin) { process_part(mine, part); }
      }
      while (bin < mine.bins.size() && !mine.bins[bin].empty() &&
             (!Shared || mine.bins[bin].size() <= 1000)) {
        mine.few.clear();
        mine.few.swap(mine.bins[bin]);
        process(mine, mine.few.data(), mine.few.size());
      }
      open_part& old = mine.parts[phase % 2];
      if (old.bin != bin && old.bin != no_bin) {
        auto& back = mine.bins[old.bin];
        back.insert(back.end(), old.items.begin(), old.items.end());
      }
      open(mine, phase + 1, bin);
      if constexpr (Shared) { team_.worker_barrier(); }
    }
  }

  static void open(thread_state& mine, std::size_t phase, std::size_t from) {
    open_part& part = mine.parts[phase % 2];
    part.items.clear();
    part.bin = no_bin;
    for (std::size_t bin = from; bin < mine.bins.size(); ++bin) {
      if (mine.bins[bin].empty()) { continue; }
      part.items.swap(mine.bins[bin]);
      part.bin = bin;
      break;
    }
    part.next.store(0, std::memory_order_relaxed);
  }

  void process_part(thread_state& mine, open_part& part) {
    constexpr std::size_t chunk = 64;
    if constexpr (!Shared) { return process(mine, part.items.data(), part.items.size()); }
    while (true) {
      const std::size_t first = part.next.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= part.items.size()) { return; }
      process(mine, &part.items[first], std::min(chunk, part.items.size() - first));
    }
  }

  void process(thread_state& mine, const item* items, std::size_t count) {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + ahead < count) {
        __builtin_prefetch(&distances_[items[i + ahead].vertex]);
        __builtin_prefetch(&offsets_[items[i + ahead].vertex]);
      }
      if (i + ahead / 2 < count) {
        const std::uint64_t row = offsets_[items[i + ahead / 2].vertex];
        __builtin_prefetch(&targets_[row]);
        __builtin_prefetch(&weights_[row]);
      }
      if (distance_of(items[i].vertex) == items[i].distance) { relax(mine, items[i]); }
    }
  }

  void relax(thread_state& mine, const item& from) {
    constexpr std::uint64_t block = 64;
    item better[block];
    const std::uint64_t last = offsets_[from.vertex + 1];
    for (std::uint64_t first = offsets_[from.vertex]; first < last; first += block) {
      const std::uint64_t end = std::min(first + block, last);
      std::size_t count = 0;
      for (std::uint64_t i = first; i < end; ++i) {
        better[count] = {targets_[i], from.distance + weights_[i]};
        count += better[count].distance < distance_of(targets_[i]) ? 1U : 0U;
      }
      for (std::size_t i = 0; i < count; ++i) {
        if (improve(better[i])) { push(mine, better[i]); }
      }
    }
  }

  [[nodiscard]] std::uint32_t distance_of(std::uint32_t v) {
    if constexpr (!Shared) { return distances_[v]; }
    return std::atomic_ref(distances_[v]).load(std::memory_order_relaxed);
  }

  bool improve(const item& to) {
    if constexpr (!Shared) {
      if (to.distance >= distances_[to.vertex]) { return false; }
      distances_[to.vertex] = to.distance;
      return true;
    }
    std::atomic_ref place(distances_[to.vertex]);
    std::uint32_t known = place.load(std::memory_order_relaxed);
    while (to.distance < known) {
      if (place.compare_exchange_weak(known, to.distance, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  void push(thread_state& mine, const item& what) const {
    const std::size_t bin = what.distance >> shift_;
    if (bin >= mine.bins.size()) { mine.bins.resize(bin + 1); }
    mine.bins[bin].push_back(what);
  }

  rank_team& team_;
  const std::uint64_t* offsets_;
  const local_vertex* targets_;
  const std::uint32_t* weights_;
  int shift_;
  huge_array<std::uint32_t> distances_;
  std::vector<thread_state> threads_;
};

struct bench_options {
  std::string graph;
  int workers = 1;
  std::uint32_t delta = 0;
  int trials = 9;
  vertex_id source = 3;
};

template <typename Run>
double seconds_of(Run run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <bool Shared>
void compare(rank_team& team, const csr_graph& graph, const bench_options& options) {
  search<Shared> by_hand(team, graph, options.delta);
  using paths = whole_paths<std::uint32_t>;
  const paths from_source(options.source, weight_extent_of<std::uint32_t>(team, graph).greatest);
  label_correcting<paths> by_engine(
      team, graph, {.order = {order_kind::buckets, static_cast<double>(options.delta)}});
  std::vector<double> hand;
  std::vector<double> engine;
  std::vector<double> ratios;
  for (int i = -1; i < options.trials; ++i) {  // the first round warms up
    const double one = seconds_of([&] { by_hand.run(static_cast<std::uint32_t>(options.source)); });
    const double other =
        seconds_of([&] { by_engine.run(from_source, std::span(&options.source, 1)); });
    if (i < 0) { continue; }
    hand.push_back(one);
    engine.push_back(other);
    ratios.push_back(other / one);
  }
  const bool is_same = std::equal(by_engine.labels().begin(), by_engine.labels().end(),
                                  by_hand.distances().span().begin());
  require(is_same, "the distances differ");
  for (auto* each : {&hand, &engine, &ratios}) { std::sort(each->begin(), each->end()); }
  const std::size_t middle = ratios.size() / 2;
  print_out(
      fmt::format(R"({{"graph":"{}","workers":{},"delta":{},"by_hand_s":{:.5f},"engine_s":{:.5f},)"
                  R"("ratio":{:.3f},"least":{:.3f},"most":{:.3f}}})"
                  "\n",
                  options.graph, options.workers, options.delta, hand[middle], engine[middle],
                  ratios[middle], ratios.front(), ratios.back()));
}

template <typename T>
T number_in(std::string_view text) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(problem == std::errc() && end == text.data() + text.size(),
          "WORKERS, DELTA, TRIALS and SOURCE are whole numbers");
  return value;
}

bench_options read_options(int argc, char** argv) {
  require(argc >= 4, "Usage: delta_stepping GRAPH WORKERS DELTA [TRIALS [SOURCE]]");
  bench_options options{.graph = argv[1],
                        .workers = number_in<int>(argv[2]),
                        .delta = number_in<std::uint32_t>(argv[3])};
  if (argc > 4) { options.trials = number_in<int>(argv[4]); }
  if (argc > 5) { options.source = number_in<vertex_id>(argv[5]); }
  require(std::has_single_bit(options.delta), "DELTA is a power of two");
  require(options.trials > 0, "TRIALS is at least 1");
  return options;
}

void run(const bench_options& options) {
  launch_options wanted;
  wanted.ranks = 1;
  wanted.workers = options.workers;
  wanted.transport = "local";
  run_team(wanted, [&](rank_team& team) {
    load_options how;
    if (options.graph.find('.') == std::string::npos) {  // a generator
      how.build.weights = {.from = weight_origin::random, .low = 1, .high = 255};
    }
    const csr_graph graph = load_graph(team, options.graph, how);
    require(graph.stored_weights() == weight_type::whole32,
            "the graph needs whole weights of 32 bits");
    if (options.workers > 1) {
      compare<true>(team, graph, options);
    } else {
      compare<false>(team, graph, options);
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(read_options(argc, argv));
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
