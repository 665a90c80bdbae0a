// A vector that is spread over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "orujo/containers/element_runs.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/ticket_desk.hpp"

namespace orujo {

/// Elements with the indices 0 to size() - 1, to which any worker adds. Blocks of them are dealt to
/// the workers in turn; what is said of a hash_map's entries holds for elements, with their indices
/// as keys. The contract is in docs/contracts/container.md.
///
/// - T is plain data or std::string.
/// - Elements that one worker adds in one epoch, or in tasks, have rising indices in the order in
///   which it has added them; those of other workers may lie between.
/// - Requests for an index without an element end the run with a usage_error; `find`, `contains`
///   and `async_visit_if_present` say so or do nothing.
template <container_value T>
class vector : private hash_map<std::uint64_t, T, by_index> {
  static_assert(!std::is_same_v<T, bool>, "write vector<std::uint8_t>: elements have addresses");
  using map = hash_map<std::uint64_t, T, by_index>;
  friend class container_name<vector, map>;

public:
  using value_type = T;

  /// Opens an empty vector. Call, throws: as a hash_map.
  explicit vector(rank_team& team, container_options options = {});

  [[nodiscard]] container_name<vector, map> name() const noexcept {
    return container_name<vector, map>(map::name().number());
  }
  using map::team;

  // --- asynchronous: in an epoch or a task -------------------------------------------------------

  /// Sends for one worker, as hash_map::sender.
  class sender : private map::sender {
  public:
    sender(vector& to, worker& here) : map::sender(to, here), vector_(&to) {}

    /// Adds an element at the end. Throws: usage_error if a parcel cannot hold it.
    template <typename Value>
    void async_push_back(const Value& value) {
      vector_->push(self(), value, answer_word(enrolled_join(self())));
    }

    /// Gives element `index` a value: the last that arrives stays.
    using map::sender::async_assign;
    /// Calls `op` on element `index` at its home: it takes what hash_map has, but no sender.
    using map::sender::async_visit;
    using map::sender::async_visit_if_present;
    using map::sender::self;

    /// Gives element `index` the value op(old, value); see hash_map::async_insert_or_combine().
    template <typename Value, typename Op>
    void async_combine(std::uint64_t index, const Value& value, Op op) {
      this->async_insert_or_combine(index, value, op);
    }

  private:
    vector* vector_;
  };
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  // --- blocking: in a task -----------------------------------------------------------------------

  /// Adds an element at the end; returns its index once it is there. Cost: a message to the keeper
  /// of the size and back, shared with others that add, and one to the home and back.
  template <typename Value>
  std::uint64_t push_back(const Value& value) {
    typed_answer<std::uint64_t> index;
    push(this_worker(), value, answer_word(index));
    return index.wait();
  }

  /// An element, if there is one; whether there is one.
  using map::contains;
  using map::find;
  /// `visit(index, op, args...)`: what `op` returns.
  using map::visit;

  /// The element `index`, which is there.
  [[nodiscard]] T get(std::uint64_t index) {
    std::optional<T> found = this->find(index);
    if (!found) { throw usage_error(map::title() + " has no element " + std::to_string(index)); }
    return *std::move(found);
  }
  /// Gives element `index` a value.
  template <typename Value>
  void assign(std::uint64_t index, const Value& value) {
    map::assign(index, value);
  }

  // --- collective: by the program, outside epochs ------------------------------------------------

  /// Calls `body(index, T&)` or `body(worker&, index, T&)` for each element at its home.
  using map::for_all;
  /// Elements in all.
  using map::size;
  /// The first `k` by `before(a, b)`, with their indices.
  using map::top;
  /// Memory, before it is taken and after.
  using map::bytes;
  using map::bytes_for;
  using map::reserve;

  /// Removes all elements and gives their memory back.
  void clear() {
    desk_.set_ends({});
    map::clear();
  }
  /// Exchanges all elements with those of `other`, of the same team.
  void swap(vector& other) {
    const sequence_ends ends = desk_.ends();
    desk_.set_ends(other.desk_.ends());
    other.desk_.set_ends(ends);
    map::swap(other);
  }

  /// What a vector that is empty gets from elsewhere: elements that a parcel can hold (else
  /// usage_error) by their indices, put in an epoch by any worker, then their number. Call: a
  /// worker; the program, collective.
  void require_room_for(const T& value) const {
    this->requests().require_room(run_bytes<T>(value));
  }
  void put(worker& self, std::uint64_t index, const T& value) {
    run_sender<vector>(*this, this->requests(), map::home_entries::block_shift)
        .send(self, index, {&value, 1}, {});
  }
  void set_size(std::uint64_t elements) noexcept { desk_.set_ends({0, elements}); }

  /// The elements of one worker, in the order of their indices. As hash_map::for_own().
  using map::for_own;

  // --- for requests ------------------------------------------------------------------------------

  /// Elements that wait for their indices.
  class operations : public waiting_elements<T> {
  public:
    [[nodiscard]] ticket_wish wish() const noexcept { return {this->size(), 0}; }
  };
  /// The vector that opened a port.
  [[nodiscard]] static vector& of(void* container) noexcept {
    return static_cast<vector&>(*static_cast<map*>(container));
  }
  [[nodiscard]] ticket_desk<vector>& desk() noexcept { return desk_; }
  using map::answers;
  using map::require_no_loop;
  [[nodiscard]] std::size_t home_of_element(std::uint64_t index) const noexcept {
    return map::home_of(index);
  }
  template <typename Value>
  void put_element(worker& self, std::uint64_t index, const Value& value) {
    this->entries_for_requests(self).put(index, value);
  }
  void send_off(worker& self, operations& done, const tickets& given) {
    run_sender<vector> out(*this, this->requests(), map::home_entries::block_shift);
    done.for_each_group([&](std::size_t at, std::span<const T> values, const answer_word& answer) {
      out.send(self, given.first_push + at, values, answer);
    });
  }

private:
  template <typename Value>
  void push(worker& self, const Value& value, const answer_word& answer) {
    if constexpr (std::is_same_v<T, std::string>) {  // what cannot be sent is refused here
      require_room(this->requests(), run_bytes<T>(value), answer);
    }
    desk_.put(self, [&](operations& others) { others.add(value, answer); });
  }

  ticket_desk<vector> desk_;
};

template <container_value T>
vector<T>::vector(rank_team& of_all, container_options options)
    : map(of_all, options),
      desk_(*this, this->requests(), map::answers(),
            options.reduction && reduction_of(of_all.values()) != reduction_kind::off) {
  this->requests().require_room(sizeof(element_run) + (message<T> ? sizeof(T) : 0));
}

}  // namespace orujo
