// The kinds of requests to a keyed container, and what each does at the home of its key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "orujo/containers/request_answers.hpp"
#include "orujo/containers/request_port.hpp"
#include "orujo/containers/wire.hpp"

namespace orujo {

/// What a step of a request finds at the home of its key.
template <typename Map>
struct at_home {
  Map& map;
  worker& self;
  typename Map::home_entries& entries;
  std::uint64_t hash;
  const sought_key<typename Map::key_type>& what;

  template <typename... Values>
  [[nodiscard]] auto emplace(Values&&... values) const {
    return entries.emplace(hash, what, std::forward<Values>(values)...);
  }
};

/// An operator on an entry. It takes the value and the arguments; before them, if it wants, the
/// key; before that, if it sends to the same container, its sender.
template <typename Map, typename Op, typename... Args>
decltype(auto) call_operator(const Op& op, const at_home<Map>& here,
                             typename Map::value_type& value, Args&&... args) {
  if constexpr (std::invocable<const Op&, typename Map::value_type&, Args...>) {
    return op(value, std::forward<Args>(args)...);
  } else if constexpr (std::invocable<const Op&, typename Map::key_view, typename Map::value_type&,
                                      Args...>) {
    return op(here.what.view(), value, std::forward<Args>(args)...);
  } else {
    typename Map::sender out(here.map, here.self);
    return op(out, here.what.view(), value, std::forward<Args>(args)...);
  }
}

/// So many bytes of arguments come, and may stay in the value. Throws: memory_error.
template <typename Map>
void expect_values(const at_home<Map>& here, std::size_t bytes) {
  if constexpr (!std::is_trivially_copyable_v<typename Map::value_type>) {
    here.entries.expect(bytes);
  }
}

// --- steps: called with at_home and the arguments ------------------------------------------------

struct insert_step {
  template <typename Map, typename... Value>
  bool operator()(const at_home<Map>& here, const Value&... value) const {
    return here.emplace(value...).is_new;
  }
};

struct assign_step {
  template <typename Map, typename Value>
  bool operator()(const at_home<Map>& here, const Value& value) const {
    const auto [entry, is_new] = here.emplace(value);
    if (!is_new) { entry.value() = value; }
    return is_new;
  }
};

template <typename Op>
struct combine_step {
  [[no_unique_address]] Op op;
  template <typename Map, typename Value>
  void operator()(const at_home<Map>& here, const Value& value) const {
    const auto [entry, is_new] = here.emplace(value);
    if (!is_new) { entry.value() = op(std::as_const(entry.value()), value); }
  }
};

struct erase_step {
  template <typename Map>
  bool operator()(const at_home<Map>& here) const {
    auto* const entry = here.entries.find(here.hash, here.what);
    if (entry != nullptr) { here.entries.erase(*entry); }
    return entry != nullptr;
  }
};

struct find_step {
  template <typename Map>
  auto operator()(const at_home<Map>& here) const {
    auto* const entry = here.entries.find(here.hash, here.what);
    std::optional<typename Map::value_type> found;
    if (entry != nullptr) { found = entry->value(); }
    return found;
  }
};

struct contains_step {
  template <typename Map>
  bool operator()(const at_home<Map>& here) const {
    return here.entries.find(here.hash, here.what) != nullptr;
  }
};

/// Makes the entry if there is none.
template <typename Op>
struct visit_step {
  [[no_unique_address]] Op op;
  template <typename Map, typename... Args>
  decltype(auto) operator()(const at_home<Map>& here, Args&&... args) const {
    return call_operator(op, here, here.emplace().entry.value(), std::forward<Args>(args)...);
  }
};

template <typename Op>
struct visit_present_step {
  [[no_unique_address]] Op op;
  template <typename Map, typename... Args>
  void operator()(const at_home<Map>& here, Args&&... args) const {
    auto* const entry = here.entries.find(here.hash, here.what);
    if (entry != nullptr) {
      static_cast<void>(call_operator(op, here, entry->value(), std::forward<Args>(args)...));
    }
  }
};

/// What the operator returns where there is an entry, or whether there is one.
template <typename Op>
struct visit_found_step {
  [[no_unique_address]] Op op;
  template <typename Map, typename... Args>
  auto operator()(const at_home<Map>& here, Args&&... args) const {
    auto* const entry = here.entries.find(here.hash, here.what);
    const auto call = [&]() -> decltype(auto) {
      return call_operator(op, here, entry->value(), std::forward<Args>(args)...);
    };
    if constexpr (std::is_void_v<decltype(call())>) {
      if (entry != nullptr) { call(); }
      return entry != nullptr;
    } else {
      using found = std::optional<travels_as<decltype(call())>>;
      return entry == nullptr ? found() : found(call());
    }
  }
};

// --- requests: a key, who asked if anybody did, the step's captures, the arguments ---------------

/// A closure's captures travel if it has any.
template <typename Step>
inline constexpr std::size_t captured_bytes = std::is_empty_v<Step> ? 0 : sizeof(Step);

template <typename Step>
[[nodiscard]] unpacked_closure<Step> read_step(wire_reader& from) {
  static constexpr std::byte nothing{};
  if constexpr (std::is_empty_v<Step>) {
    return unpacked_closure<Step>(&nothing);
  } else {
    return unpacked_closure<Step>(
        reinterpret_cast<const std::byte*>(from.bytes(sizeof(Step)).data()));
  }
}

/// A request of any kind. `Answer` is asker, or no_value if nobody waits; `Args` are as they
/// travel.
template <typename Map, typename Step, typename Answer, typename... Args>
struct container_request {
  using key_type = typename Map::key_type;
  static constexpr bool is_awaited = std::same_as<Answer, asker>;
  static_assert(std::is_trivially_copyable_v<Step>, "an operator travels: it captures plain data");

  template <typename... Given>
  [[nodiscard]] static std::size_t bytes(const sought_key<key_type>& what, const Given&... args) {
    return key_wire<key_type>::size(what) + (is_awaited ? sizeof(asker) : 0) +
           captured_bytes<Step> + (std::size_t{0} + ... + wire<Args>::size(args));
  }

  /// `from` is behind the key. A counted request has its asker there, as an awaited one.
  static void call(const at_home<Map>& here, wire_reader& from, served_counter* counts) {
    if constexpr (is_awaited) {
      const asker to = from.plain<asker>();
      answer(here, to, [&]() -> decltype(auto) { return call_step(here, from); });
    } else if (counts != nullptr) {
      const asker to = from.plain<asker>();
      static_cast<void>(call_step(here, from));
      counts->add(to);
    } else {
      static_cast<void>(call_step(here, from));
    }
  }

  /// Serves all requests of this kind that come first in `batch`.
  static void run(worker& self, request_batch& batch) {
    const bool is_counted = (batch.read(batch.at).code & counted_request) != 0;
    if (!is_counted) { return run(self, batch, nullptr); }
    served_counter counts(static_cast<Map*>(batch.container)->answers(), self);
    run(self, batch, &counts);
    counts.tell();
  }

private:
  /// Has the entries prefetched.
  static void run(worker& self, request_batch& batch, served_counter* counts) {
    Map& map = *static_cast<Map*>(batch.container);
    typename Map::home_entries& entries = map.entries_for_requests(self);
    const std::uint32_t code = batch.read(batch.at).code;
    const std::size_t distance = std::clamp<std::size_t>(map.prefetch_distance(), 1, most_ahead);
    std::array<std::uint64_t, most_ahead> hashes;
    const record_unit* ahead = batch.at;
    std::size_t looked_at = 0;
    for (std::size_t done = 0;; ++done) {
      for (; looked_at < done + distance && ahead != batch.end; ++looked_at) {
        const request_batch::item next = batch.read(ahead);
        if (next.code != code) { break; }
        hashes[looked_at % most_ahead] = hash_in(next.tail);
        entries.prefetch(hashes[looked_at % most_ahead]);
        ahead = next.next;
      }
      if (done == looked_at) { return; }
      const request_batch::item next = batch.read(batch.at);
      wire_reader from(next.tail);
      const sought_key<key_type> what = key_wire<key_type>::read(from);
      call({map, self, entries, hashes[done % most_ahead], what}, from, counts);
      batch.at = next.next;
      ++batch.served;
    }
  }

  static constexpr std::size_t most_ahead = 64;

  [[nodiscard]] static std::uint64_t hash_in(const std::byte* tail) {
    wire_reader from(tail);
    return Map::hash_of_key(key_wire<key_type>::read(from));
  }

  static decltype(auto) call_step(const at_home<Map>& here, wire_reader& from) {
    const unpacked_closure<Step> step = read_step<Step>(from);
    return call_with(here, step.value, from, static_cast<std::tuple<Args...>*>(nullptr));
  }

  /// Braces read arguments in their order.
  template <typename... Each>
  static decltype(auto) call_with(const at_home<Map>& here, const Step& step, wire_reader& from,
                                  std::tuple<Each...>* /*types*/) {
    const std::byte* const begin = from.position();
    std::tuple<decltype(wire<Each>::read(from))...> args{wire<Each>::read(from)...};
    expect_values(here, static_cast<std::size_t>(from.position() - begin));
    return std::apply([&](auto&... each) -> decltype(auto) { return step(here, each...); }, args);
  }

  template <typename Work>
  static void answer(const at_home<Map>& here, const asker& to, const Work& work) {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      send_answer(here.map.answers(), here.self, to, no_value{});
    } else {
      send_answer<travels_as<decltype(work())>>(here.map.answers(), here.self, to, work());
    }
  }
};

}  // namespace orujo
