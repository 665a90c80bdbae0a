// How requests of a hash_map are sent: the functions that hash_map.hpp declares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

template <container_key K, typename V, typename Hash>
template <typename Step, typename Answer, typename... Args>
void hash_map<K, V, Hash>::put(worker& self, const addressed<Answer>& to, const Step& step,
                               const Args&... args) {
  using request = container_request<hash_map, Step, Answer, travels_as<Args>...>;
  require_no_loop(self);
  const std::size_t bytes = request::bytes(to.what, args...);
  wire_writer out(room_for(self, {home_of(to.hash), request_number<request>(), bytes}, to.counter));
  key_wire<K>::write(out, to.what);
  if constexpr (request::is_awaited) {
    wire<asker>::write(out, to.answer);
  } else if (to.counter != nullptr) {
    write_counter(out, self, to.counter);
  }
  out.bytes(&step, captured_bytes<Step>);
  (wire<travels_as<Args>>::write(out, args), ...);
}

template <container_key K, typename V, typename Hash>
inline std::byte* hash_map<K, V, Hash>::room_for(worker& self, const request_shape& shape,
                                                 join* counter) {
  if (counter == nullptr) { return requests_.reserve(self, shape.home, shape.code, shape.bytes); }
  const std::size_t bytes = shape.bytes + sizeof(asker);
  require_room(requests_, bytes, answer_word(counter));
  return requests_.reserve(self, shape.home, shape.code | counted_request, bytes);
}

template <container_key K, typename V, typename Hash>
template <typename Step>
void hash_map<K, V, Hash>::sender::reduce(const Step& step, key_view key, const V& value,
                                          merger merge) {
  const auto what = sought<K>(key);
  const std::uint64_t hash = hash_of_key(what);
  const std::size_t home = map_->home_of(hash);
  map_->require_no_loop(*self_);
  reduction_trial& trial = map_->part_of(*self_).trial;
  const bool can_wait = map_->waiting_ && what.rest.empty();
  join* const counter = enrolled_join(*self_);
  if (!can_wait || !trial.is_on()) {
    const addressed<no_value> to{hash, what, {}, counter};
    if constexpr (std::is_empty_v<V>) {
      return map_->put(*self_, to, step);
    } else {
      return map_->put(*self_, to, step, value);
    }
  }
  const waiting each{what.key, value,   merge,
                     hash,     counter, map_->template reducible_number<Step>()};
  trial.note(
      map_->waiting_->put(*self_, home, each, [&](std::size_t lane, const waiting& made_room) {
        outlet{map_}.send(*self_, lane, made_room);
      }));
}

template <container_key K, typename V, typename Hash>
template <typename R, typename Step, typename... Args>
R hash_map<K, V, Hash>::ask(const Step& step, key_view key, const Args&... args) {
  worker& self = this_worker();
  const auto what = sought<K>(key);
  const std::uint64_t hash = hash_of_key(what);
  const std::size_t own = home_number_of(self);
  if (home_of(hash) != own) {
    typed_answer<R> answer;
    put(self, addressed<asker>{hash, what, {own, answer_word(answer)}}, step, args...);
    return answer.wait();
  }
  // The same is refused wherever it goes.
  using request = container_request<hash_map, Step, asker, travels_as<Args>...>;
  requests_.require_room(request::bytes(what, args...));
  const at_home<hash_map> here{*this, self, entries_for_requests(self), hash, what};
  std::tuple<view_of<Args>...> views{args...};
  const auto call = [&](auto&... each) -> decltype(auto) { return step(here, each...); };
  std::optional<std::conditional_t<std::is_void_v<R>, char, R>> result;
  end_run_if_it_throws([&] {
    self.engage([&] {  // what the operator sends does not wait, so no other request comes between
      expect_values(here, (std::size_t{0} + ... + wire<travels_as<Args>>::size(args)));
      if constexpr (std::is_void_v<R>) {
        std::apply(call, views);
      } else {
        R made = std::apply(call, views);
        answers_.require_room(wire<R>::size(made));
        result.emplace(std::move(made));
      }
    });
  });
  if constexpr (!std::is_void_v<R>) { return std::move(*result); }
}

}  // namespace orujo
