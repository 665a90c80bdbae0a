// How elements of a queue come and go: the functions that queue.hpp declares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orujo/containers/queue.hpp"
#include "orujo/containers/reading_mark.hpp"

namespace orujo {

template <container_value T>
queue<T>::queue(rank_team& team, container_options options)
    : homes_(static_cast<std::uint64_t>(team.size()) *
             static_cast<std::uint64_t>(team.num_workers())),
      name_(std::move(options.name)),
      requests_(team, name_, this),
      answers_(team, {}, {.how = deliver::home, .name = "answers of " + name_}),
      desk_(*this, requests_, answers_,
            options.reduction && reduction_of(team.values()) != reduction_kind::off) {
  require_same_program(team);
  for (int w = 0; w < team.num_workers(); ++w) {
    parts_.push_back(std::make_unique<part>(memory_bound_of(team, name_)));
  }
  requests_.require_room(sizeof(element_run) + (message<T> ? sizeof(T) : 0));
}

// --- asking --------------------------------------------------------------------------------------

template <container_value T>
template <typename Op, typename... Args>
void queue<T>::sender::async_pop(Op op, const Args&... args) {
  queue_->ask_for_pop<operated_pop<queue, Op, travels_as<Args>...>>(
      *self_, answer_word(enrolled_join(*self_)), op, args...);
}

template <container_value T>
template <typename Service, typename Step, typename... Args>
void queue<T>::ask_for_pop(worker& self, const answer_word& answer, const Step& step,
                           const Args&... args) {
  const asker to{home_number_of(self), answer};
  const std::size_t bytes = sizeof to + captured_bytes<Step> +
                            (std::size_t{0} + ... + wire<travels_as<Args>>::size(args));
  require_room(requests_, sizeof(std::uint64_t) + bytes, answer);
  const waiting_pops::pop what{request_number<Service>(), static_cast<std::uint32_t>(bytes),
                               answer};
  desk_.put(self, [&](operations& waiting) {
    wire_writer out(waiting.waiting_pops::add(what));
    out.bytes(&to, sizeof to);
    out.bytes(&step, captured_bytes<Step>);
    (wire<travels_as<Args>>::write(out, args), ...);
  });
}

template <container_value T>
void queue<T>::send_off(worker& self, operations& done, const tickets& given) {
  run_sender<queue> out(*this, requests_, store::block_shift);
  done.for_each_group([&](std::size_t at, std::span<const T> values, const answer_word& answer) {
    out.send(self, given.first_push + at, values, {});
    // They have their places: whoever takes one of them waits for it.
    if (answer.is_awaited()) { answer.awaited().take(wire_reader(nullptr)); }
    for (std::size_t i = 0; answer.is_join() && i < values.size(); ++i) {
      answer.counter().complete();
    }
  });
  std::uint64_t at = 0;
  done.for_each_pop([&](const waiting_pops::pop& each, std::span<const std::byte> bytes) {
    if (at < given.popped) {
      const std::uint64_t number = given.first_pop + at++;
      wire_writer request(requests_.reserve(self, home_of_element(number), each.code,
                                            sizeof number + bytes.size()));
      request.bytes(&number, sizeof number);
      request.bytes(bytes.data(), bytes.size());
    } else if (each.answer.is_awaited()) {
      answer_here(each.answer, std::optional<T>());
    } else if (each.answer.is_join()) {
      each.answer.counter().complete();
    }
  });
}

// --- serving -------------------------------------------------------------------------------------

template <container_value T>
template <typename Value>
void queue<T>::put_element(worker& self, std::uint64_t number, const Value& value) {
  require_no_loop(self);
  part& mine = part_of(self);
  mine.elements.emplace(homes_.slot_of(number, store::block_shift).local, value);
  if (mine.early.empty()) { return; }
  const auto waiting = mine.early.extract(number);
  if (waiting.empty()) { return; }
  const early_pop& pop = waiting.mapped();
  self.handle(pop.epoch, [&] { static_cast<void>(requests_.serve(self, pop.request)); });
  self.count_handled(pop.epoch, 1);
}

template <container_value T>
std::optional<T> queue<T>::take(worker& self, std::uint64_t number,
                                std::span<const record_unit> request) {
  require_no_loop(self);
  part& mine = part_of(self);
  const std::uint64_t place = homes_.slot_of(number, store::block_shift).local;
  if (mine.elements.find(place) != nullptr) { return mine.elements.take(place); }
  self.count_sent(self.epoch(), team().rank(), 1);  // another epoch may bring the element
  mine.early.emplace(number, early_pop{self.epoch(), {request.begin(), request.end()}});
  return std::nullopt;
}

// --- collective ----------------------------------------------------------------------------------

template <container_value T>
template <typename Body>
void queue<T>::for_all(Body&& body) {
  run_epoch(team(), [&](worker& self) {
    part& mine = part_of(self);
    const reading_mark mark(mine.is_read);
    mine.elements.for_each([&](std::uint64_t /*place*/, T& value) {
      if constexpr (std::invocable<Body&, worker&, T&>) {
        body(self, value);
      } else {
        body(value);
      }
    });
  });
}

template <container_value T>
template <typename Before>
std::vector<T> queue<T>::top(std::size_t k, Before before) {
  using first_elements = top_entries<std::uint64_t, T, Before>;  // keys: numbers
  std::vector<first_elements> found(parts_.size(), first_elements(k, before));
  team().on_workers([&](worker& self) {
    auto& mine = found[static_cast<std::size_t>(self.index())];
    for_own_numbers(self, [&](std::uint64_t number, const T& value) { mine.add(number, value); });
  });
  for (auto& each : found) { found.front().merge(each); }
  found.front().exchange(team());
  std::vector<T> first;
  for (auto& [number, value] : found.front().take()) { first.push_back(std::move(value)); }
  return first;
}

template <container_value T>
void queue<T>::clear() {
  desk_.set_ends({});
  for (const auto& each : parts_) {
    each->elements.clear();
    each->early.clear();
  }
  barrier(team());
}

template <container_value T>
void queue<T>::swap(queue& other) {
  const sequence_ends ends = desk_.ends();
  desk_.set_ends(other.desk_.ends());
  other.desk_.set_ends(ends);
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    parts_[w]->elements.swap(other.parts_[w]->elements);
  }
  barrier(team());
}

}  // namespace orujo
