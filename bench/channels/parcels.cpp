// What one small parcel costs: through the transport alone, and from a message to its handler.
//
//   bench_channels_parcels [--parcels N] [--words N] [--trials T]
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/local_endpoint.hpp"

namespace {

using namespace orujo;

struct bench_options {
  std::uint64_t parcels = 1'000'000;  // of each trial
  std::uint64_t words = 32;           // of eight bytes, in a parcel
  int trials = 7;
};

/// The time of one parcel, in nanoseconds: the least and the median of all trials, after one more
/// that warms up.
template <typename Trial>
void report(const char* name, const bench_options& options, Trial trial) {
  std::vector<double> ns;
  for (int i = 0; i <= options.trials; ++i) {
    const auto start = std::chrono::steady_clock::now();
    trial();
    const std::chrono::duration<double, std::nano> passed =
        std::chrono::steady_clock::now() - start;
    if (i > 0) { ns.push_back(passed.count() / static_cast<double>(options.parcels)); }
  }
  std::sort(ns.begin(), ns.end());
  std::printf("%-10s %7.1f ns at least, %7.1f median\n", name, ns.front(), ns[ns.size() / 2]);
}

/// Two ranks of one thread: a parcel is taken from a pool, sent, received and given back.
void through_transport(const bench_options& options) {
  const settings values;
  failure_board failures;
  std::vector<std::unique_ptr<endpoint>> ends;
  for (int r = 0; r < 2; ++r) {
    ends.push_back(std::make_unique<local_endpoint>(
        endpoint_place{.rank = rank_id{r}, .size = 2, .workers = 1}, values, failures, ends));
  }
  const auto bytes = static_cast<std::uint32_t>(8 * options.words);
  std::uint64_t arrived = 0;
  report("transport", options, [&] {
    for (std::uint64_t i = 0; i < options.parcels; ++i) {
      parcel* const buffer = ends[0]->pools(0).allocate(bytes);
      buffer->label.bytes = bytes;
      require(ends[0]->try_send(rank_id{1}, buffer, 0) == send_outcome::taken, "it was refused");
      parcel* const received = ends[1]->try_receive(0);
      arrived += received->label.bytes;
      ends[1]->release(received, 0);
    }
  });
  require(arrived % options.parcels == 0, "parcels were lost");
}

/// One rank sends itself messages, which leave in parcels of so many words.
void through_channel(rank_team& team, const bench_options& options) {
  std::uint64_t handled = 0;
  auto words =
      make_channel<std::uint64_t>(team, [&](const std::uint64_t& word) { handled += word; },
                                  {.how = deliver::later, .name = "words"});
  report("channel", options, [&] {
    run_epoch(team, [&](worker& self) {
      auto out = words.from(self);
      for (std::uint64_t i = 0; i < options.parcels; ++i) {
        for (std::uint64_t w = 0; w < options.words; ++w) { out.send(rank_id{0}, 1); }
        words.flush(self);
      }
    });
  });
  require(handled % (options.parcels * options.words) == 0, "messages were lost");
}

}  // namespace

int main(int count, char** words) try {
  bench_options options;
  CLI::App app("What one small parcel costs");
  app.add_option("--parcels", options.parcels)->check(CLI::PositiveNumber);
  app.add_option("--words", options.words)->check(CLI::Range(1, 4096));
  app.add_option("--trials", options.trials)->check(CLI::PositiveNumber);
  CLI11_PARSE(app, count, words);
  through_transport(options);
  launch_options shape;
  shape.workers = 1;
  run_team(shape, [&](rank_team& team) { through_channel(team, options); });
} catch (const std::exception& problem) {
  std::fprintf(stderr, "parcels: %s\n", problem.what());
  return 2;
}
