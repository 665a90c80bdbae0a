// Elements of a sequence on their way to their homes, as many at once as lie in a block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "orujo/containers/request_answers.hpp"
#include "orujo/containers/request_port.hpp"
#include "orujo/containers/ticket_desk.hpp"
#include "orujo/containers/wire.hpp"

namespace orujo {

/// Elements [first, first + count) follow, and who hears of them.
struct element_run {
  std::uint64_t first;
  std::uint64_t count;
  asker to;
};

/// Stores runs: `Owner` has `put_element(worker&, number, value)` and `answers()`. A task that
/// waits hears the number of the last one, a finish how many there were.
template <typename Owner>
struct element_service {
  using value_type = typename Owner::value_type;

  static void run(worker& self, request_batch& batch) {
    Owner& owner = Owner::of(batch.container);
    serve_in_turn(batch, [&](wire_reader from, const request_batch::item& /*next*/) {
      const auto head = from.plain<element_run>();
      for (std::uint64_t i = 0; i < head.count; ++i) {
        owner.put_element(self, head.first + i, wire<value_type>::read(from));
      }
      if (head.to.answer.is_awaited()) {
        send_answer(owner.answers(), self, head.to, head.first + head.count - 1);
      }
      send_served(owner.answers(), self, head.to, head.count);
    });
  }
};

/// Bytes of a run with this element alone, behind the head of its request.
template <typename T>
[[nodiscard]] std::size_t run_bytes(const auto& value) {
  return sizeof(element_run) + wire<T>::size(value);
}

/// Sends elements, of which the first has number `first`, to their homes; `home_of(number)` says
/// them, the same for 2^shift numbers.
template <typename Owner>
class run_sender {
  using value_type = typename Owner::value_type;

public:
  run_sender(Owner& owner, request_port& requests, unsigned shift)
      : owner_(owner),
        requests_(requests),
        shift_(shift),
        most_bytes_(std::min(usual_bytes, requests.most_tail_bytes())) {}

  void send(worker& self, std::uint64_t first, std::span<const value_type> values,
            const answer_word& answer) {
    while (!values.empty()) {
      const std::uint64_t block_end = ((first >> shift_) + 1) << shift_;
      std::size_t count = 0;
      std::size_t bytes = sizeof(element_run);
      const std::size_t most = std::min<std::uint64_t>(values.size(), block_end - first);
      for (; count < most; ++count) {
        const std::size_t more = wire<value_type>::size(values[count]);
        if (count > 0 && bytes + more > most_bytes_) { break; }
        bytes += more;
      }
      put(self, {first, count, {home_number_of(self), answer}}, values.first(count), bytes);
      first += count;
      values = values.subspan(count);
    }
  }

private:
  /// A run has no more, unless it is one element.
  static constexpr std::size_t usual_bytes = 2048;

  void put(worker& self, const element_run& head, std::span<const value_type> values,
           std::size_t bytes) {
    wire_writer out(requests_.reserve(self, owner_.home_of_element(head.first),
                                      request_number<element_service<Owner>>(), bytes));
    out.bytes(&head, sizeof head);
    for (const value_type& each : values) { wire<value_type>::write(out, each); }
  }

  Owner& owner_;
  request_port& requests_;
  unsigned shift_;
  std::size_t most_bytes_;
};

}  // namespace orujo
