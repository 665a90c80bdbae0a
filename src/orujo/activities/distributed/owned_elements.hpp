// The owner's side of the ownership protocol: marks elements, hands values out, takes them back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "orujo/activities/distributed/distributed_operator.hpp"
#include "orujo/activities/distributed/held_elements.hpp"
#include "orujo/activities/distributed/ownership_markers.hpp"
#include "orujo/activities/distributed/ownership_messages.hpp"
#include "orujo/base/error.hpp"
#include "orujo/messaging/record.hpp"

namespace orujo::activities {

/// The elements of this rank, of which there are `least` markers at least. Call: any worker; none
/// waits.
template <distributed_operator Op, typename Threads = system_threads>
class owned_elements {
  using markers = basic_ownership_markers<Threads>;

public:
  using element = typename Op::element;
  using held = held_element<element>;

  owned_elements(Op op, std::size_t least) : op_(std::move(op)), markers_(least) {}

  [[nodiscard]] const Op& op() const noexcept { return op_; }
  [[nodiscard]] std::size_t num_marked() const noexcept { return markers_.num_set(); }

  /// Marks those of `some` that are not held, and reads them. Returns whether none was marked by
  /// another attempt; else some may be held now.
  [[nodiscard]] bool take(std::span<held> some, attempt_name who) {
    for (held& each : some) {
      if (each.is_held) { continue; }
      if (markers_.take(each.name.number, who) == markers::outcome::refused) { return false; }
      each.is_held = true;
      each.value = op_.place(each.name.number);
    }
    return true;
  }

  /// Writes what was written, then clears the markers of what is held.
  void give_back(std::span<const held> some, attempt_name who) {
    for (const held& each : some) {
      if (each.is_written) { op_.place(each.name.number) = each.after; }
    }
    for (const held& each : some) {
      if (each.is_held) { markers_.release(each.name.number, who); }
    }
  }

  /// Marks all that are asked for, and puts their values behind each other; or does nothing, and
  /// returns false. `marked` is room for numbers.
  [[nodiscard]] bool grant(const record<ownership_request>& asked, tail_bytes& values,
                           std::vector<std::uint32_t>& marked) {
    if (!mark_all(asked, marked)) { return false; }
    for (auto numbers = asked.tail; !numbers.empty();) {
      values.put(op_.place(take_first<std::uint32_t>(numbers)));
    }
    return true;
  }

  /// Writes what comes back, then clears the markers.
  void take_back(const record<ownership_release>& given) {
    auto rest = given.tail;
    for (std::uint64_t i = 0; i < given.head.num_written; ++i) {
      element& place = op_.place(take_first<std::uint32_t>(rest));
      place = take_first<element>(rest);
    }
    // Elements may share a marker: none is released before all are written.
    rest = given.tail;
    for (std::uint64_t i = 0; !rest.empty(); ++i) {
      markers_.release(take_first<std::uint32_t>(rest), given.head.who);
      if (i < given.head.num_written) { rest = rest.subspan(sizeof(element)); }
    }
  }

private:
  [[nodiscard]] bool mark_all(const record<ownership_request>& asked,
                              std::vector<std::uint32_t>& marked) {
    using outcome = typename markers::outcome;
    const attempt_name who = asked.head.who;
    marked.clear();
    for (auto numbers = asked.tail; !numbers.empty();) {
      const auto number = take_first<std::uint32_t>(numbers);
      const outcome came = markers_.take(number, who);
      if (came == outcome::taken) { marked.push_back(number); }
      if (came != outcome::refused) { continue; }
      for (const std::uint32_t each : marked) { markers_.release(each, who); }
      return false;
    }
    return true;
  }

  Op op_;
  markers markers_;
};

/// What an activity ends with whose elements of one rank do not fit into a message.
[[nodiscard]] inline std::exception_ptr too_many_elements() {
  return std::make_exception_ptr(usage_error(
      "distributed activities: an activity has more elements of one rank than fit into a parcel; "
      "raise parcel_bytes"));
}

/// Puts the numbers of those that are missing behind each other.
template <element_value Element>
void put_request(std::span<const held_element<Element>> some, tail_bytes& into) {
  into.clear();
  for (const auto& each : some) {
    if (!each.is_held) { into.put(each.name.number); }
  }
}

/// Takes the values of those that are missing, in the same order; returns how many there are.
template <element_value Element>
[[nodiscard]] std::size_t take_values(std::span<held_element<Element>> some,
                                      std::span<const std::byte> values) {
  std::size_t taken = 0;
  for (auto& each : some) {
    if (each.is_held) { continue; }
    each.value = take_first<Element>(values);
    each.is_held = true;
    ++taken;
  }
  return taken;
}

/// Puts behind each other what is held: numbers and values of what was written, then other numbers.
/// Returns how many were written.
template <element_value Element>
[[nodiscard]] std::uint64_t put_release(std::span<const held_element<Element>> some,
                                        tail_bytes& into) {
  std::uint64_t num_written = 0;
  into.clear();
  for (const auto& each : some) {
    if (!each.is_held || !each.is_written) { continue; }
    ++num_written;
    into.put(each.name.number);
    into.put(each.after);
  }
  for (const auto& each : some) {
    if (each.is_held && !each.is_written) { into.put(each.name.number); }
  }
  return num_written;
}

}  // namespace orujo::activities
