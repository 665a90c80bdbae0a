// What a message of variable length costs: words to the ranks that own them, as records, and as
// fixed messages that have room for the longest word.
//
//   bench_channels_records [--ranks P] [--workers W] [--words N] [--trials T]
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/reducing_record_channel.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;

constexpr std::size_t longest_word = 27;

struct bench_options {
  int ranks = 2;
  int workers = 1;
  std::size_t words = 4'000'000;  // of each worker
  int trials = 5;
};

struct times {
  std::uint32_t count;
};

struct fixed_word {
  std::uint32_t count;
  std::uint8_t length;
  std::array<char, longest_word> letters;
};

/// The words of one worker, as they would lie in a text: of 1 to 27 letters, few of them frequent.
class word_list {
public:
  word_list(std::size_t words, std::uint64_t stream) {
    random_stream random(1, stream);
    ends_.reserve(words);
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t rank = random.below(1 + random.below(1 + random.below(1'000'000)));
      random_stream letters(2, rank);
      const std::uint64_t length = 1 + letters.below(1 + letters.below(longest_word));
      for (std::uint64_t k = 0; k < length; ++k) {
        text_ += static_cast<char>('a' + letters.below(26));
      }
      ends_.push_back(text_.size());
    }
  }

  template <typename Take>
  void for_each(Take take) const {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      take(std::string_view(text_).substr(begin, end - begin));
      begin = end;
    }
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return text_.size(); }

private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

/// What arrived at one rank: enough to see that all did, and that handlers looked at the bytes.
struct alignas(cache_line_bytes) arrivals {
  std::uint64_t words = 0;
  std::uint64_t bytes = 0;
};

class records_bench {
public:
  records_bench(rank_team& team, const bench_options& options)
      : team_(team), options_(options), seen_(static_cast<std::size_t>(team.num_workers())) {
    for (int w = 0; w < team.num_workers(); ++w) {
      const int home = index_of(team.rank()) * team.num_workers() + w;
      lists_.emplace_back(options.words, static_cast<std::uint64_t>(home));
    }
  }

  void run() {
    report("owners only", [&](worker& self, std::uint64_t& sum) {
      list_of(self).for_each([&](std::string_view word) { sum += owner_of(word); });
    });
    records();
    fixed();
    reduced();
  }

private:
  [[nodiscard]] const word_list& list_of(const worker& self) const {
    return lists_[static_cast<std::size_t>(self.index())];
  }
  [[nodiscard]] std::size_t owner_of(std::string_view word) const {
    return hash_bytes(word) % static_cast<std::size_t>(team_.size() * team_.num_workers());
  }
  void note(const worker& self, std::uint64_t words, std::size_t bytes) {
    arrivals& mine = seen_[static_cast<std::size_t>(self.index())];
    mine.words += words;
    mine.bytes += bytes * words;
  }

  void records() {
    auto words = make_record_channel<times>(team_,
                                            [this](worker& self, const record<times>& each) {
                                              note(self, each.head.count, each.tail.size());
                                            },
                                            {.how = deliver::home, .name = "words"});
    report("records", [&](worker& self, std::uint64_t&) {
      auto out = words.from(self);
      list_of(self).for_each(
          [&](std::string_view word) { out.send_home(owner_of(word), {1}, word); });
    });
  }

  void fixed() {
    auto words = make_channel<fixed_word>(
        team_,
        [this](worker& self, const fixed_word& each) { note(self, each.count, each.length); },
        {.how = deliver::home, .name = "words"});
    report("fixed messages", [&](worker& self, std::uint64_t&) {
      auto out = words.from(self);
      list_of(self).for_each([&](std::string_view word) {
        fixed_word message{1, static_cast<std::uint8_t>(word.size()), {}};
        std::memcpy(message.letters.data(), word.data(), word.size());
        out.send_home(owner_of(word), message);
      });
    });
  }

  void reduced() {
    const auto handle = [this](worker& self, const record<times>& each) {
      note(self, each.head.count, each.tail.size());
    };
    const sum_of_heads sums{[](times& kept, const times& more) { kept.count += more.count; }};
    reducing_record_channel<times, decltype(handle), decltype(sums)> words(
        team_, handle, sums, {.how = deliver::home, .name = "words"});
    report("reduced records", [&](worker& self, std::uint64_t&) {
      auto out = words.from(self);
      list_of(self).for_each(
          [&](std::string_view word) { out.send_home(owner_of(word), {1}, word); });
    });
  }

  template <typename Body>
  void report(const char* name, Body body) {
    std::vector<double> seconds;
    std::uint64_t expected = 0;
    for (const word_list& each : lists_) { expected += each.bytes(); }
    for (int trial = 0; trial <= options_.trials; ++trial) {  // one more warms up
      for (arrivals& each : seen_) { each = {}; }
      std::atomic<std::uint64_t> sum{0};
      barrier(team_);
      const auto start = std::chrono::steady_clock::now();
      run_epoch(team_, [&](worker& self) {
        std::uint64_t own = 0;
        body(self, own);
        sum += own;
      });
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (trial > 0) { seconds.push_back(all_max(team_, passed.count())); }
      std::uint64_t bytes = 0;
      for (const arrivals& each : seen_) { bytes += each.bytes; }
      require(sum > 0 || all_sum(team_, bytes) == all_sum(team_, expected), "words were lost");
    }
    std::sort(seconds.begin(), seconds.end());
    if (team_.rank() != rank_id{0}) { return; }
    const double words = static_cast<double>(options_.words) * team_.num_workers() * team_.size();
    const double median = seconds[seconds.size() / 2];
    std::printf("%-16s %8.4f s  %7.2f M words/s\n", name, median, words / median * 1e-6);
  }

  rank_team& team_;
  const bench_options& options_;
  std::vector<word_list> lists_;  // one for each worker
  std::vector<arrivals> seen_;
};

}  // namespace

int main(int count, char** words) try {
  bench_options options;
  CLI::App app("Words that travel as records");
  app.add_option("--ranks", options.ranks);
  app.add_option("--workers", options.workers);
  app.add_option("--words", options.words);
  app.add_option("--trials", options.trials);
  CLI11_PARSE(app, count, words);
  orujo::launch_options shape;
  shape.ranks = options.ranks;
  shape.workers = options.workers;
  orujo::run_team(shape, [&](orujo::rank_team& team) { records_bench(team, options).run(); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "records: %s\n", problem.what());
  return 2;
}
