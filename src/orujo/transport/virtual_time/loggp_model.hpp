// A network in the terms of LogGP.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace orujo {

/// Whether the time that ranks compute passes on their clocks.
enum class computing : std::uint8_t {
  free,     ///< No: what runs depends on the seed alone, and times are those of the network.
  measured  ///< As the processor takes: the schedule differs from run to run.
};

/// LogGP: A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman, "LogGP: Incorporating Long Messages
/// into the LogP Model", 1995. A parcel of k bytes occupies its sender's processor for `overhead`,
/// then the sender's link for `gap` and k times `byte`; it arrives `latency` later, occupies the
/// receiver's link as long, and the receiver's processor for `overhead`. Inside a host it takes
/// 300 ns and 0.1 ns for each byte instead.
struct loggp_model {
  double latency_ns = 1000;  ///< L.
  double overhead_ns = 300;  ///< o.
  double gap_ns = 10;        ///< g.
  double byte_ns = 1. / 24;  ///< G: 24 GB/s.
  double jitter_ns = 0;      ///< Up to so much more latency, uniformly: parcels overtake others.
  int ranks_per_host = 1;    ///< Parcels among them use no link.
  computing compute = computing::free;
  std::uint64_t seed = 1;  ///< Of jitter, and of which of several ranks at one time runs first.
};

/// Parameters of a real network, for orientation.
struct named_network {
  std::string_view name;
  std::string_view what;
  loggp_model model;
};

[[nodiscard]] std::span<const named_network> named_networks() noexcept;

/// Reads "hdr,latency=2us,overhead=300ns,gap=10ns,bandwidth=24000,jitter=1us,per_host=16,
/// compute=measured,seed=7"; all optional, times in microseconds without a unit, bandwidth in
/// megabytes per second. The name of a network comes first: what follows changes it. Throws:
/// usage_error that names the unknown or malformed item.
[[nodiscard]] loggp_model parse_loggp_model(std::string_view text);

}  // namespace orujo
