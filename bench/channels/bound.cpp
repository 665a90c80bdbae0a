// Hand-written bound for small messages: two threads exchange 8-byte increments, as fast as we can.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <sys/mman.h>

namespace {

constexpr std::size_t cache_line_bytes = 64;
constexpr std::size_t huge_page_bytes = 2 * 1024 * 1024;
constexpr std::size_t parcel_items = 2048;
constexpr std::size_t parcels_in_flight = 8;  // per direction; also the capacity of a ring
constexpr std::size_t batch_items = 64;       // items bucketed between two looks at the fill
constexpr std::size_t prefetch_distance = 64;
constexpr std::uint64_t max_updates = std::uint64_t{1} << 40U;
constexpr std::size_t max_trials = 1000;

struct bound_options {
  std::size_t table_bytes = huge_page_bytes;  // per thread, a power of two
  std::uint64_t updates = 1U << 27U;          // per trial, by both threads together
  std::size_t trials = 5;                     // measured; one more round warms up
  bool staged = false;                        // the receiver groups items by table region
};

struct free_memory {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

template <typename T>
using huge_array = std::unique_ptr<T[], free_memory>;

/// Allocates `size` uninitialised elements on huge pages where the system grants them.
/// Throws: `std::bad_alloc`.
template <typename T>
huge_array<T> allocate_huge(std::size_t size) {
  const std::size_t pages = (size * sizeof(T) + huge_page_bytes - 1) / huge_page_bytes;
  void* memory = std::aligned_alloc(huge_page_bytes, pages * huge_page_bytes);
  if (memory == nullptr) throw std::bad_alloc{};
  madvise(memory, pages * huge_page_bytes, MADV_HUGEPAGE);  // a hint: failure costs only speed
  return huge_array<T>{static_cast<T*>(memory)};
}

/// One buffer of items on its way to their owner; an item is an index into the owner's table.
struct parcel {
  std::size_t size = 0;
  bool last = false;  // nothing follows it in this round
  alignas(cache_line_bytes) std::array<std::uint64_t, parcel_items> items;

  [[nodiscard]] std::span<const std::uint64_t> contents() const { return {items.data(), size}; }
};

/// A queue of parcels from one thread to one other.
/// - Order: first in, first out.
/// - Memory ordering: what was written before `push` is visible after the `pop` that returns it.
/// - Never overflows: it has as many slots as there are parcels on its path.
class parcel_ring {
public:
  void push(parcel* item) {
    const auto tail = tail_.load(std::memory_order_relaxed);  // only the pushing thread writes it
    slots_[tail % parcels_in_flight] = item;
    tail_.store(tail + 1, std::memory_order_release);  // publishes the slot and the parcel
  }

  /// Takes the oldest parcel, or returns null when there is none.
  [[nodiscard]] parcel* pop() {
    if (head_ == tail_.load(std::memory_order_acquire)) return nullptr;  // pairs with `push`
    return slots_[head_++ % parcels_in_flight];
  }

private:
  alignas(cache_line_bytes) std::atomic<std::size_t> tail_ = 0;
  alignas(cache_line_bytes) std::size_t head_ = 0;  // of the popping thread
  alignas(cache_line_bytes) std::array<parcel*, parcels_in_flight> slots_{};
};

/// One direction between the two threads: full parcels go, empty ones come back.
struct parcel_path {
  parcel_ring full;
  parcel_ring empty;
  huge_array<parcel> parcels = allocate_huge<parcel>(parcels_in_flight);

  parcel_path() {
    for (std::size_t i = 0; i < parcels_in_flight; ++i) empty.push(new (&parcels[i]) parcel);
  }
};

/// The counters of one thread, incremented as items arrive.
class direct_table {
public:
  explicit direct_table(std::size_t words)
      : words_{words}, counts_{allocate_huge<std::uint64_t>(words)} {
    std::fill_n(counts_.get(), words, 0U);
  }

  /// Adds one to the counter `first + index` for each index, prefetching ahead.
  template <typename Index>
  void add(std::span<const Index> indices, std::size_t first = 0) {
    std::uint64_t* const counts = &counts_[first];
    const std::size_t ahead = std::min(prefetch_distance, indices.size());
    const std::size_t steady = indices.size() - ahead;
    for (const Index index : indices.first(ahead)) __builtin_prefetch(&counts[index], 1);
    for (std::size_t i = 0; i < steady; ++i) {
      __builtin_prefetch(&counts[indices[i + ahead]], 1);
      counts[indices[i]] += 1;
    }
    for (const Index index : indices.subspan(steady)) counts[index] += 1;
  }

  void flush() {}

  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t sum() const {
    return std::accumulate(counts_.get(), counts_.get() + words_, std::uint64_t{0});
  }

private:
  std::size_t words_;
  huge_array<std::uint64_t> counts_;
};

/// The counters of one thread, incremented region by region: items wait in the stage of their
/// region (one huge page), and a full stage is applied at once.
class staged_table {
public:
  explicit staged_table(std::size_t words)
      : counts_{words},
        region_words_{std::min(words, max_region_words)},
        staged_{allocate_huge<std::uint32_t>(words / region_words_ * stage_items)},
        stage_sizes_(words / region_words_, 0U) {
    std::fill_n(staged_.get(), stage_sizes_.size() * stage_items, 0U);
  }

  void add(std::span<const std::uint64_t> indices) {
    const int shift = std::countr_zero(region_words_);
    const std::uint64_t mask = region_words_ - 1;
    for (const std::uint64_t index : indices) {
      const std::size_t region = index >> shift;
      std::size_t& size = stage_sizes_[region];
      staged_[region * stage_items + size++] = static_cast<std::uint32_t>(index & mask);
      if (size == stage_items) apply(region);
    }
  }

  /// Applies what still waits in the stages.
  void flush() {
    for (std::size_t region = 0; region < stage_sizes_.size(); ++region) apply(region);
  }

  [[nodiscard]] std::size_t words() const { return counts_.words(); }
  [[nodiscard]] std::uint64_t sum() const { return counts_.sum(); }

private:
  static constexpr std::size_t max_region_words = huge_page_bytes / sizeof(std::uint64_t);
  static constexpr std::size_t stage_items = 1024;

  void apply(std::size_t region) {
    const std::span<const std::uint32_t> stage{&staged_[region * stage_items],
                                               stage_sizes_[region]};
    counts_.add(stage, region * region_words_);
    stage_sizes_[region] = 0;
  }

  direct_table counts_;
  std::size_t region_words_;
  huge_array<std::uint32_t> staged_;  // `stage_items` places per region
  std::vector<std::size_t> stage_sizes_;
};

/// The splitmix64 generator's output for one step of its counter.
constexpr std::uint64_t mix(std::uint64_t counter) {
  std::uint64_t bits = counter * 0x9E3779B97F4A7C15U;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return bits ^ (bits >> 31U);
}

/// One of the two threads: makes random updates, sends the peer's, and applies its own.
template <typename Table>
class exchange_worker {
public:
  exchange_worker(Table& table, parcel_path& outgoing, parcel_path& incoming, std::uint64_t seed)
      : table_{table}, outgoing_{outgoing}, incoming_{incoming}, counter_{seed} {}

  /// Makes `updates` updates and applies all that arrive; returns when the peer has finished too.
  void run(std::uint64_t updates) {
    theirs_ = take_empty();
    while (updates > 0) {
      if (mine_->size + batch_items > parcel_items) apply(*mine_);
      if (theirs_->size + batch_items > parcel_items) {
        outgoing_.full.push(theirs_);
        theirs_ = take_empty();
      }
      const std::uint64_t batch = std::min<std::uint64_t>(batch_items, updates);
      bucket(batch);
      updates -= batch;
    }
    theirs_->last = true;
    outgoing_.full.push(theirs_);
    apply(*mine_);
    while (!peer_finished_) receive();
    table_.flush();
  }

private:
  /// Appends `batch` items to the parcels without a branch: each item is written to both, and
  /// only the owner's parcel grows. Both have room for `batch_items`.
  void bucket(std::uint64_t batch) {
    std::uint64_t* mine = mine_->items.data() + mine_->size;
    std::uint64_t* theirs = theirs_->items.data() + theirs_->size;
    const std::uint64_t mask = table_.words() - 1;
    for (const std::uint64_t end = counter_ + batch; counter_ != end; ++counter_) {
      const std::uint64_t bits = mix(counter_);
      const std::uint64_t owner = bits >> 63U;
      *mine = *theirs = bits & mask;
      mine += owner;
      theirs += 1 - owner;
    }
    mine_->size = static_cast<std::size_t>(mine - mine_->items.data());
    theirs_->size = static_cast<std::size_t>(theirs - theirs_->items.data());
  }

  void apply(parcel& arrived) {
    table_.add(arrived.contents());
    arrived.size = 0;
    arrived.last = false;
  }

  void receive() {
    while (parcel* arrived = incoming_.full.pop()) {
      peer_finished_ = arrived->last;
      apply(*arrived);
      incoming_.empty.push(arrived);
    }
  }

  /// Waits for an empty parcel, receiving meanwhile: both threads may be waiting.
  parcel* take_empty() {
    while (true) {
      receive();
      if (parcel* empty = outgoing_.empty.pop()) return empty;
    }
  }

  Table& table_;
  parcel_path& outgoing_;
  parcel_path& incoming_;
  std::uint64_t counter_;
  std::unique_ptr<parcel> mine_ = std::make_unique<parcel>();
  parcel* theirs_ = nullptr;
  bool peer_finished_ = false;
};

/// Two tables and what carries items between their threads, measured over several rounds.
template <typename Table>
class exchange_benchmark {
public:
  explicit exchange_benchmark(const bound_options& options)
      : options_{options}, rounds_{options.trials + 1} {}

  /// Runs a warm-up round and the trials; returns the updates per second of each trial.
  /// Throws: `std::runtime_error` when the tables do not hold every update.
  std::vector<double> run() {
    {
      std::jthread peer{[this] { work(1); }};
      work(0);
    }
    if (tables_[0]->sum() + tables_[1]->sum() != options_.updates * rounds_) {
      throw std::runtime_error{"the tables do not hold every update"};
    }
    return rates_;
  }

private:
  void work(std::size_t self) {
    // Made here, so that each thread first touches its own table.
    tables_[self] = std::make_unique<Table>(options_.table_bytes / sizeof(std::uint64_t));
    for (std::size_t round = 0; round < rounds_; ++round) {
      const double seconds = work_round(self, round);
      const bool measured = self == 0 && round > 0;
      if (measured) rates_.push_back(static_cast<double>(options_.updates) / seconds);
    }
  }

  double work_round(std::size_t self, std::size_t round) {
    using clock = std::chrono::steady_clock;
    const std::uint64_t seed = (2 * round + self) << 40U;  // far apart: no update is made twice
    exchange_worker<Table> worker{*tables_[self], paths_[self], paths_[1 - self], seed};
    both_.arrive_and_wait();
    const auto start = clock::now();
    worker.run(options_.updates / 2 + (self == 0 ? options_.updates % 2 : 0));
    both_.arrive_and_wait();
    return std::chrono::duration<double>{clock::now() - start}.count();
  }

  const bound_options& options_;
  std::size_t rounds_;
  std::array<std::unique_ptr<Table>, 2> tables_;
  std::array<parcel_path, 2> paths_;  // by sender; between rounds all parcels are back
  std::vector<double> rates_;
  std::barrier<> both_{2};
};

/// Throws: `std::invalid_argument` for a value outside its range.
void check(const bound_options& options) {
  if (!std::has_single_bit(options.table_bytes) || options.table_bytes < sizeof(std::uint64_t)) {
    throw std::invalid_argument{"--table-bytes needs a power of two, at least 8"};
  }
  if (options.updates == 0 || options.updates > max_updates) {
    throw std::invalid_argument{"--updates needs 1 .. 2^40"};
  }
  if (options.trials == 0 || options.trials > max_trials) {
    throw std::invalid_argument{"--trials needs 1 .. 1000"};
  }
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void run_and_print(const bound_options& options) {
  const std::vector<double> rates = options.staged
                                        ? exchange_benchmark<staged_table>{options}.run()
                                        : exchange_benchmark<direct_table>{options}.run();
  std::printf("{\"name\": \"%s\", \"table_bytes\": %zu, ",
              options.staged ? "bound_staged" : "bound", options.table_bytes);
  std::printf("\"median_updates_per_second\": %.0f, \"trials\": %zu}\n", median(rates),
              rates.size());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Random updates by two threads: what a hand-written exchange reaches");
  bound_options options;
  app.add_option("--table-bytes", options.table_bytes);
  app.add_option("--updates", options.updates);
  app.add_option("--trials", options.trials);
  app.add_flag("--staged", options.staged);
  CLI11_PARSE(app, argc, argv);
  try {
    check(options);
    run_and_print(options);
    return 0;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "bound: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bound: %s\n", error.what());
    return 1;
  }
}
