// When messages of spawned operators leave: as soon as there are as many as were asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "orujo/messaging/flush_policy.hpp"

namespace orujo::activities {

/// Sends a buffer that holds so many messages, whether it has grown or not; one with fewer when its
/// worker has nothing else to do.
class flush_when_coalesced final : public flush_policy {
public:
  explicit flush_when_coalesced(std::uint64_t messages) : messages_(messages) {}

  bool due(const buffer_state& state) override { return state.messages >= messages_; }
  [[nodiscard]] metric counted_as() const noexcept override { return metric::flushes_full; }
  [[nodiscard]] report_row describe() const override {
    return {"flush policy",
            "when so many are coalesced, or when the worker is idle",
            {{"coalesced", static_cast<double>(messages_), "messages"}}};
  }

private:
  std::uint64_t messages_;
};

}  // namespace orujo::activities
