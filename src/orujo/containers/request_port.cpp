// Serves parcels of requests.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/request_port.hpp"

#include <exception>

namespace orujo {

request_port::request_port(rank_team& team, const std::string& name, void* container)
    : record_buffers(team, {.how = deliver::home, .name = name}), container_(container) {
  port_number_ = team.open_port(*this);
}

request_port::~request_port() { team().close_port(port_number_); }

void request_port::receive(worker& self, parcel& buffer) {
  const std::span<const record_unit> units = messages_in(buffer);
  self.handle(buffer.label.epoch, [&] { handle_arrived(self, units); });
  self.count_handled(buffer.label.epoch, units.size());
}

void request_port::handle_arrived(worker& self, std::span<const record_unit> units) {
  self.metrics.add(metric::handler_batches);
  try {
    self.metrics.add(metric::messages_handled, serve(self, units));
  } catch (...) {
    team().fail(std::current_exception());  // no rank goes on: each stops in its next wait
  }
}

std::size_t request_port::serve(worker& self, std::span<const record_unit> units) {
  const closure_table& codes = closure_table::of_this_program();
  request_batch batch{container_, units.data(), units.data() + units.size(), 0};
  request_batch* const whole = &batch;
  while (batch.at != batch.end) {
    const std::uint32_t code = batch.read(batch.at).code & ~counted_request;
    if (code >= codes.size()) { refuse_records(); }
    codes[code].run_in_handler(self, reinterpret_cast<const std::byte*>(&whole));
  }
  return batch.served;
}

}  // namespace orujo
