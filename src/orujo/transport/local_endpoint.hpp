// The `local` transport: all ranks are threads of one process, parcels are handed over by pointer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// How many ranks and workers a team in one process has.
struct team_shape {
  int ranks = 1;
  int workers = 1;
};

/// Hands parcels to the inbox of another rank of the same process: no copy, never refused.
class local_endpoint final : public endpoint {
public:
  /// `peers[r]` is to be rank r's endpoint before the first send.
  local_endpoint(const endpoint_place& place, const settings& values, failure_board& failures,
                 const std::vector<std::unique_ptr<endpoint>>& peers)
      : endpoint(place, values, failures), peers_(peers) {}

  bool progress(int /*worker*/) override { return false; }
  void abandon(int code) noexcept override;
  [[nodiscard]] std::string_view name() const noexcept override { return "local"; }

protected:
  send_outcome carry(rank_id to, parcel* buffer, int worker) override;

private:
  const std::vector<std::unique_ptr<endpoint>>& peers_;
};

}  // namespace orujo
