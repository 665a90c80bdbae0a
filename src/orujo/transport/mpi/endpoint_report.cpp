// What the report card says of an endpoint of MPI.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/mpi_endpoint.hpp"

namespace orujo {

double mpi_endpoint::sum_of(std::atomic<std::uint64_t> mpi_lane::*counter) const noexcept {
  std::uint64_t total = 0;
  for (const auto& lane : lanes_) { total += ((*lane).*counter).load(std::memory_order_relaxed); }
  return static_cast<double>(total);
}

void mpi_endpoint::describe(report_card& card) const {
  endpoint::describe(card);
  const auto number = [](auto value) { return static_cast<double>(value); };
  const open_requests& requests = lanes_.front()->requests;
  card.add(
      report_section::transport,
      {"MPI",
       link_.library,
       {{"posted receives", number(requests.num_receives()), ""},
        {"send limit", number(requests.num_sends() - credit_slots_), "parcels"},
        {"ranks that wake this one", number(own_bell_ == nullptr ? 0 : link_.host.count()), ""},
        {"parcels sent", sum_of(&mpi_lane::parcels_sent), ""}}});
  card.add(report_section::transport,
           {"MPI endpoints", link_.endpoints, {{"endpoints", number(lanes_.size()), ""}}});
  card.add(report_section::transport,
           {"small parcels inside a host",
            mail_.is_open() ? "through memory that its ranks share" : "as all others",
            {{"limit", number(mail_.is_open() ? host_letter::most_bytes : 0), "bytes"},
             {"letters received", number(mail_.received()), "with credits"}}});
  card.add(report_section::transport, {"eager sends",
                                       "small parcels start at once",
                                       {{"limit", number(eager_bytes_), "bytes"},
                                        {"parcels", sum_of(&mpi_lane::eager_sent), ""}}});
  card.add(report_section::transport,
           {"budget return",
            "credit messages",
            {{"quantum", number(credits_.due_from().calm), "bytes"},
             {"where senders wait", number(credits_.due_from().pressed), "bytes"},
             {"messages", sum_of(&mpi_lane::credits_sent), ""}}});
  card.add(report_section::transport,
           {"MPI variables", link_.tuning.empty() ? "as the user set them" : link_.tuning, {}});
  card.add(report_section::transport, {"MPI thread level", link_.thread_level, {}});
  card.add(report_section::transport,
           {"MPI is called by",
            own_thread_ ? "a thread of its own" : "whichever worker looks first",
            {}});
}

}  // namespace orujo
