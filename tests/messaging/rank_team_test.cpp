// A team that cannot be started.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/rank_team.hpp"

#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "orujo/base/settings.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo::test {

namespace {

/// A rank alone, which sends nothing.
class silent_endpoint final : public endpoint {
public:
  using endpoint::endpoint;
  bool progress(int /*worker*/) override { return false; }
  [[nodiscard]] std::string_view name() const noexcept override { return "silent"; }

protected:
  send_outcome carry(rank_id /*to*/, parcel* /*buffer*/, int /*worker*/) override {
    return send_outcome::refused;
  }
};

}  // namespace

TEST(rank_team, leaves_no_worker_behind_where_it_cannot_start) {
  const settings values;
  failure_board failures;
  silent_endpoint transport({.rank = rank_id{0}, .size = 1, .workers = 1}, values, failures);
  const auto fails = [](int /*worker*/) { throw std::runtime_error("no core for it"); };
  EXPECT_THROW(rank_team(transport, values, fails), std::runtime_error);
  EXPECT_EQ(current_worker, nullptr);
}

}  // namespace orujo::test
