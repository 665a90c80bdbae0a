// A rank: its threads, what they have counted, what they choose.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/rank_team.hpp"

#include <string>

#include "orujo/base/huge_memory.hpp"

namespace orujo {

namespace {

idle_patience patience_for(const endpoint_place& place, const settings& values) {
  idle_patience patience{.spins = static_cast<int>(values.integer(setting::idle_spins)),
                         .yields = static_cast<int>(values.integer(setting::idle_yields)),
                         .sleep_us = static_cast<int>(values.integer(setting::idle_sleep))};
  // A spinning thread would keep the core from the thread it waits for.
  if (!place.has_core_for_each_thread()) { patience.spins = 0; }
  return patience;
}

std::string binding_of_workers(const endpoint_place& place, const settings& values) {
  if (!values.flag(setting::pin_workers)) { return "where the system puts them"; }
  return place.has_core_for_each_thread()
             ? "bound to one core each"
             : "where the system puts them: this host has fewer cores than threads";
}

}  // namespace

rank_team::rank_team(endpoint& transport, const settings& values,
                     const std::function<void(int)>& on_start)
    : transport_(transport),
      values_(values),
      patience_(patience_for(transport.place(), values)),
      ports_(transport),
      engine_(transport, ports_, values, patience_),
      card_(index_of(rank()) == 0 ? report_card::rows::kept : report_card::rows::dropped) {
  for (int w = 0; w < num_workers(); ++w) {
    workers_.push_back(
        std::make_unique<worker>(*this, transport, w, idle_counter(patience_, yields_)));
  }
  if (const auto events = static_cast<std::size_t>(values.integer(setting::trace_events))) {
    traces_.assign(workers_.size(), trace_lane(events));
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      workers_[w]->trace = workers_[w]->idle.trace = &traces_[w];
    }
  }
  keep_metrics(values);
  const auto start = [this, on_start](int index) {
    current_worker = workers_[static_cast<std::size_t>(index)].get();
    if (on_start) { on_start(index); }
  };
  try {
    start(0);
    threads_ = std::make_unique<thread_group>(num_workers(), patience_, yields_, start);
    mail_ = std::make_unique<mailbox>(*this);
    mail_->port_number = open_port(*mail_);
  } catch (...) {
    current_worker = nullptr;
    throw;
  }
}

void rank_team::keep_metrics(const settings& values) {
  const auto moments = static_cast<std::size_t>(values.integer(setting::metric_samples));
  for (const auto& each : workers_) {
    if (values.flag(setting::traffic_map)) { each->out.count_traffic(size()); }
    if (moments == 0) { continue; }
    each->samples = std::make_unique<metric_sampler>(moments);
    each->samples->start(each->metrics, trace_now());
  }
}

rank_team::~rank_team() {
  close_port(mail_->port_number);
  threads_.reset();
  current_worker = nullptr;
}

const route_table& rank_team::routes(routing_kind kind) {
  const routing route(kind, size(), transport_.place().ranks_per_host);
  for (const auto& each : routes_) {
    if (each->route().kind() == route.kind()) { return *each; }
  }
  return *routes_.emplace_back(std::make_unique<route_table>(route, rank()));
}

rank_team::message_counts rank_team::counts(std::uint32_t epoch) const noexcept {
  message_counts total;
  for (const auto& each : workers_) {
    // acquire: pairs with publish_handled(); sends that led to these are counted below
    total.handled += each->counters(epoch).handled.load(std::memory_order_acquire);
  }
  for (const auto& each : workers_) {
    const auto& sent = each->counters(epoch).sent;
    for (std::size_t of = 0; of < sent.size(); ++of) {
      total.sent[of] += sent[of].load(std::memory_order_acquire);
    }
  }
  return total;
}

void rank_team::fail(std::exception_ptr failure) noexcept {
  transport_.failures().raise(rank(), std::move(failure));
  transport_.wake();
}

metric_totals rank_team::metrics() const {
  metric_totals total;
  for (const auto& each : workers_) { total.merge(each->metrics.totals()); }
  total.values[static_cast<std::size_t>(metric::in_flight_bytes_peak)] =
      transport_.in_flight_peak();
  total.values[static_cast<std::size_t>(metric::incast_bytes_peak)] = transport_.incast_peak();
  total.values[static_cast<std::size_t>(metric::parcel_memory_peak)] = transport_.parcel_memory();
  return total;
}

void rank_team::describe(report_card& card) const {
  const auto number = [&](setting which) { return static_cast<double>(values_.integer(which)); };
  transport_.describe(card);
  engine_.describe(card);
  card.add(report_section::scheduling,
           {"threads of workers", binding_of_workers(transport_.place(), values_), {}});
  card.add(report_section::messaging,
           {"batch handlers",
            "fetch ahead what messages name",
            {{"distance", number(setting::prefetch_distance), "messages"}}});
  card.add(
      report_section::memory,
      {"large arrays",
       values_.flag(setting::huge_pages) ? "on huge pages where the system grants them"
                                         : "on ordinary pages",
       {{"available now", static_cast<double>(available_memory_bytes()), "bytes on this host"}}});
  for (const report_entry& entry : card_.entries()) { card.add(entry.section, entry.row); }
}

}  // namespace orujo
