// A rank that fills parcels for very many destinations, without a network.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "orujo/base/settings.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo::test {

namespace {

/// Where the stack is now. The address of a variable does not tell: AddressSanitizer may keep
/// variables elsewhere.
[[gnu::always_inline]] inline std::uintptr_t here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

/// Takes what it is given, or one parcel at a time, and notes how deep the stack is.
class deep_endpoint final : public endpoint {
public:
  using endpoint::endpoint;

  bool progress(int worker) override {
    const bool any = waiting_ != nullptr;
    if (any) { release(std::exchange(waiting_, nullptr), worker); }
    return any;
  }
  [[nodiscard]] std::string_view name() const noexcept override { return "deep"; }

  std::uint64_t taken = 0;
  std::uintptr_t lowest = ~std::uintptr_t{0};
  bool takes_one_at_a_time = false;

protected:
  send_outcome carry(rank_id /*to*/, parcel* buffer, int worker) override {
    lowest = std::min(lowest, here());
    if (takes_one_at_a_time && waiting_ != nullptr) { return send_outcome::refused; }
    ++taken;
    if (takes_one_at_a_time) {
      waiting_ = buffer;
    } else {
      release(buffer, worker);
    }
    return send_outcome::taken;
  }

private:
  parcel* waiting_ = nullptr;
};

struct ignoring_handler {
  void operator()(worker& /*self*/, const std::uint64_t& /*message*/) const {}
};

/// Rank 0 of many, inside an epoch, whose messages go nowhere. Parcels are small, and routed
/// directly.
class lone_rank {
public:
  explicit lone_rank(std::size_t ranks, settings values = {})
      : ranks_(ranks),
        values_(with_small_parcels(std::move(values))),
        transport({.rank = rank_id{0}, .size = static_cast<int>(ranks), .workers = 1}, values_,
                  failures_),
        team(transport, values_),
        messages_(team, ignoring_handler{}, {.how = deliver::home}),
        epoch_(team.open_epoch()) {
    self().enter_epoch(epoch_);
  }
  lone_rank(const lone_rank&) = delete;
  lone_rank& operator=(const lone_rank&) = delete;
  ~lone_rank() {
    self().enter_epoch(0);
    team.close_epoch(epoch_);
  }

  [[nodiscard]] worker& self() { return team.worker_at(0); }

  void send_one_to_each() {
    for (std::size_t to = 0; to < ranks_; ++to) { messages_.send_home(self(), to, to); }
  }

private:
  static settings with_small_parcels(settings values) {
    values.assign("parcel_bytes", "256", setting_source::option);
    values.assign("routing", "direct", setting_source::option);
    return values;
  }

  std::size_t ranks_;
  settings values_;
  failure_board failures_;

public:
  deep_endpoint transport;
  rank_team team;

private:
  channel<std::uint64_t, ignoring_handler> messages_;
  std::uint32_t epoch_;
};

class many_lanes : public testing::TestWithParam<bool> {};

}  // namespace

TEST_P(many_lanes, leave_one_after_the_other_and_not_one_inside_the_other) {
  constexpr std::size_t ranks = 8192;
  lone_rank rank(ranks);
  deep_endpoint& transport = rank.transport;
  transport.takes_one_at_a_time = GetParam();
  const std::uintptr_t top = here();
  rank.send_one_to_each();
  while (transport.taken < ranks) { static_cast<void>(rank.team.progress_or_flush(rank.self())); }
  EXPECT_EQ(transport.taken, ranks);
  EXPECT_LT(top - transport.lowest, 16384U);
}

TEST(many_lanes_with_a_bound, leave_oldest_first_before_they_take_too_much_memory) {
  constexpr std::size_t ranks = 1000;
  constexpr std::uint64_t bound = 64 * 256;
  settings values;
  values.assign("buffer_bytes", std::to_string(bound), setting_source::option);
  values.assign("flush_policy", "full", setting_source::option);  // nothing else makes them leave
  lone_rank rank(ranks, values);
  rank_team& team = rank.team;
  for (int round = 0; round < 3; ++round) { rank.send_one_to_each(); }
  EXPECT_LE(team.metrics()[metric::buffer_bytes_peak], bound + 256);
  EXPECT_GE(team.metrics()[metric::flushes_evicted], 3 * ranks - 2 * 64);
  while (team.progress_or_flush(rank.self())) {}
  EXPECT_EQ(team.metrics()[metric::messages_sent], 3 * ranks);
  EXPECT_EQ(rank.self().buffer_bytes, 0U);
}

INSTANTIATE_TEST_SUITE_P(under_two_transports, many_lanes, testing::Bool(),
                         [](const auto& chosen) { return chosen.param ? "narrow" : "wide"; });

}  // namespace orujo::test
