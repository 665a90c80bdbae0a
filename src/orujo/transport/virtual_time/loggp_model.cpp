// The parameters of networks, and how they are written.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/virtual_time/loggp_model.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/transport/model_text.hpp"

namespace orujo {

namespace {

// Orders of magnitude: latency + 2 overheads is what a ping-pong shows, half a round trip; gaps
// are below the message rates that makers state; bandwidths are those of one port.
constexpr std::array<named_network, 5> networks{{
    {"hdr",
     "InfiniBand HDR, 200 Gbit/s",
     {.latency_ns = 600, .overhead_ns = 300, .gap_ns = 10, .byte_ns = 1. / 24}},
    {"ndr",
     "InfiniBand NDR, 400 Gbit/s",
     {.latency_ns = 500, .overhead_ns = 300, .gap_ns = 5, .byte_ns = 1. / 48}},
    {"slingshot",
     "Slingshot-11, 200 Gbit/s",
     {.latency_ns = 1400, .overhead_ns = 300, .gap_ns = 10, .byte_ns = 1. / 24}},
    {"efa",
     "Elastic Fabric Adapter, 100 Gbit/s",
     {.latency_ns = 15000, .overhead_ns = 800, .gap_ns = 50, .byte_ns = 1. / 12}},
    {"ethernet",
     "TCP over 10 Gbit/s Ethernet",
     {.latency_ns = 20000, .overhead_ns = 3000, .gap_ns = 500, .byte_ns = 1. / 1.2}},
}};

std::string known_networks() {
  std::string names;
  for (const named_network& each : networks) {
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  return names;
}

bool assign_network(loggp_model& model, const model_item& item) {
  if (item.text != item.name) { return false; }  // it has a value
  const auto found = std::find_if(networks.begin(), networks.end(), [&](const named_network& each) {
    return each.name == item.name;
  });
  if (found == networks.end()) { return false; }
  if (item.text.data() != item.all.data()) {
    throw usage_error(
        fmt::format("{}: '{}' stands behind parameters, which it would replace; "
                    "begin with the network",
                    item.transport, item.text));
  }
  model = found->model;
  return true;
}

computing computing_named(const model_item& item) {
  if (item.value == "free") { return computing::free; }
  if (item.value == "measured") { return computing::measured; }
  throw usage_error(
      fmt::format("{}: '{}': write compute=free or compute=measured", item.transport, item.text));
}

bool assign_time(loggp_model& model, const model_item& item) {
  struct named_time {
    std::string_view name;
    double loggp_model::*time;
  };
  constexpr std::array<named_time, 4> times{{{"latency", &loggp_model::latency_ns},
                                             {"overhead", &loggp_model::overhead_ns},
                                             {"gap", &loggp_model::gap_ns},
                                             {"jitter", &loggp_model::jitter_ns}}};
  const auto found = std::find_if(times.begin(), times.end(),
                                  [&](const named_time& each) { return each.name == item.name; });
  if (found == times.end()) { return false; }
  model.*(found->time) = microseconds_of(item) * 1e3;
  return true;
}

void assign(loggp_model& model, const model_item& item) {
  if (assign_network(model, item) || assign_time(model, item)) { return; }
  if (item.name == "bandwidth" && number_of(item) >= least_bandwidth) {
    model.byte_ns = 1e3 / number_of(item);
  } else if (item.name == "per_host" && number_of(item) >= 1) {
    model.ranks_per_host = static_cast<int>(std::min(number_of(item), 65536.0));
  } else if (item.name == "compute") {
    model.compute = computing_named(item);
  } else if (item.name == "seed") {
    model.seed = static_cast<std::uint64_t>(number_of(item));
  } else {
    reject_item(item,
                known_networks() +
                    "; latency, overhead, gap, bandwidth (from 0.001), jitter, per_host (from "
                    "1), compute, seed");
  }
}

}  // namespace

std::span<const named_network> named_networks() noexcept { return networks; }

loggp_model parse_loggp_model(std::string_view text) {
  loggp_model model;
  for_each_model_item("virtual", text, [&](const model_item& item) { assign(model, item); });
  return model;
}

}  // namespace orujo
