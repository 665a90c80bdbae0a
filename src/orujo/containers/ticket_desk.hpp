// Hands out the numbers of a sequence to all workers, in order: what its ends have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "orujo/containers/front_vector.hpp"
#include "orujo/containers/request_answers.hpp"
#include "orujo/containers/request_port.hpp"
#include "orujo/messaging/thread_stack.hpp"

namespace orujo {

/// How many elements somebody puts at the end of a sequence, and how many it takes from the front.
struct ticket_wish {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;
};

/// The numbers of these elements: of as many to be taken as there are.
struct tickets {
  std::uint64_t first_push;
  std::uint64_t first_pop;
  std::uint64_t popped;
};

/// Where a sequence begins and ends: elements [front, back).
struct sequence_ends {
  std::uint64_t front = 0;
  std::uint64_t back = 0;

  /// First puts, then takes.
  [[nodiscard]] tickets take(const ticket_wish& wish) noexcept {
    const std::uint64_t first_push = std::exchange(back, back + wish.pushes);
    const std::uint64_t popped = std::min(wish.pops, back - front);
    return {first_push, std::exchange(front, front + popped), popped};
  }
};

/// Serves all requests of one kind that come first in `batch`: `serve(tail, next)` for each.
template <typename Serve>
void serve_in_turn(request_batch& batch, Serve serve) {
  const std::uint32_t code = batch.read(batch.at).code;
  while (batch.at != batch.end) {
    const request_batch::item next = batch.read(batch.at);
    if (next.code != code) { return; }
    serve(wire_reader(next.tail), next);
    batch.at = next.next;
    ++batch.served;
  }
}

/// The ends of one sequence. One worker of the team, the keeper, has them; what the operations of
/// one worker want is asked for together: while a request of it is on its way, those that come wait
/// for the next one (flat combining: D. Hendler, I. Incze, N. Shavit, M. Tzafrir, *Flat combining
/// and the synchronization-parallelism tradeoff*, 2010; B. Holt and others, *Flat combining
/// synchronized global data structures*, 2013). So requests of a worker follow each other, and its
/// operations get their numbers in their order.
///
/// `Owner` has a type `operations` of what waits (add, `wish()`, `take_first()`, `clear()`), and
/// `send_off(worker&, operations&, const tickets&)`, which is called when they have their numbers,
/// and `require_no_loop(worker&)`.
///
/// Invariant: while operations wait, a request of their worker and epoch is on its way, so no epoch
/// ends before all have their numbers.
template <typename Owner>
class ticket_desk {
  using operations = typename Owner::operations;

public:
  ticket_desk(Owner& owner, request_port& requests, answer_channel& answers, bool combines)
      : requests_(requests),
        answers_(answers),
        keeper_(requests.number() % static_cast<std::size_t>(team().size() * team().num_workers())),
        combines_(combines) {
    for (int w = 0; w < team().num_workers(); ++w) {
      for (std::uint32_t slot = 0; slot < epoch_slots; ++slot) {
        lines_.push_back(std::make_unique<line>(owner, *this));
      }
    }
  }

  /// Lets `add(operations)` add one operation to those of `self`. Outside handlers it may handle
  /// messages, if very many wait. Call: in an epoch or a task. Throws: usage_error elsewhere.
  template <typename Add>
  void put(worker& self, Add add) {
    line& mine =
        *lines_[static_cast<std::size_t>(self.index()) * epoch_slots + self.epoch() % epoch_slots];
    parcel_exit::require_epoch(self);
    mine.owner.require_no_loop(self);
    add(mine.waiting);
    if (!mine.is_asking) { return mine.ask(self); }
    const std::uint64_t most = combines_ ? most_waiting : 1;
    const auto is_full = [&] { return mine.is_asking && mine.waiting.size() >= most; };
    if (!is_full() || self.is_engaged()) { return; }
    run_on_thread_stack(self, [&] {
      while (is_full()) { team().progress_or_wait(self); }
    });
  }

  /// Both ends. Call: collective.
  [[nodiscard]] sequence_ends ends() { return broadcast(team(), ends_, keeper_rank()); }
  /// Call: collective, with the same on every rank.
  void set_ends(const sequence_ends& ends) noexcept { ends_ = ends; }

  void serve(worker& self, request_batch& batch) {
    serve_in_turn(batch, [&](wire_reader from, const request_batch::item& /*next*/) {
      const auto to = from.plain<asker>();
      send_answer(answers_, self, to, ends_.take(from.plain<ticket_wish>()));
    });
  }

private:
  struct service {
    static void run(worker& self, request_batch& batch) {
      Owner::of(batch.container).desk().serve(self, batch);
    }
  };

  /// The operations of one worker in one epoch.
  struct line final : awaited_answer {
    line(Owner& of, ticket_desk& at) : owner(of), desk(at) {}

    void take(wire_reader from) override {
      worker& self = this_worker();
      std::swap(served, asked);
      is_asking = waiting.size() > 0;
      if (is_asking) { ask(self); }
      owner.send_off(self, served, from.plain<tickets>());
      served.clear();
    }

    void ask(worker& self) {
      is_asking = true;
      if (desk.combines_) {
        std::swap(asked, waiting);
      } else {
        asked.take_first(waiting);
      }
      self.metrics.add(metric::reduction_looks, asked.size());
      self.metrics.add(metric::reduction_hits, asked.size() - 1);
      desk.send(self, *this, asked.wish());
    }

    Owner& owner;
    ticket_desk& desk;
    operations waiting;
    operations asked;   // on their way to the keeper
    operations served;  // empty but in take()
    bool is_asking = false;
  };

  void send(worker& self, line& from, const ticket_wish& wish) {
    const asker to{home_number_of(self), answer_word(from)};
    wire_writer out(
        requests_.reserve(self, keeper_, request_number<service>(), sizeof to + sizeof wish));
    out.bytes(&to, sizeof to);
    out.bytes(&wish, sizeof wish);
  }

  [[nodiscard]] rank_team& team() const noexcept { return requests_.team(); }
  [[nodiscard]] rank_id keeper_rank() const noexcept {
    return rank_id{static_cast<int>(keeper_) / team().num_workers()};
  }

  /// Where a producer waits for its request before it makes more operations.
  static constexpr std::uint64_t most_waiting = 4096;

  request_port& requests_;
  answer_channel& answers_;
  std::size_t keeper_;
  bool combines_;
  sequence_ends ends_;                        // right at the keeper
  std::vector<std::unique_ptr<line>> lines_;  // one for each worker and epoch
};

/// Elements that wait for their numbers, and what for each of them is answered.
template <typename T>
class waiting_elements {
public:
  template <typename Value>
  void add(Value&& value, const answer_word& answer) {
    values_.push_back(T(std::forward<Value>(value)));
    if (groups_.size() == 0 || answer.is_awaited() || groups_.back().answer != answer) {
      groups_.push_back({answer, 0});
    }
    ++groups_.back().count;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return values_.size(); }
  void clear() noexcept {
    values_.clear();
    groups_.clear();
  }
  /// Moves the first of `others` here, where there are none.
  void take_first(waiting_elements& others) {
    group& first = others.groups_.front();
    add(std::move(others.values_.front()), first.answer);
    others.values_.drop_front(1);
    if (--first.count == 0) { others.groups_.drop_front(1); }
  }

  /// Calls `take(at, values, answer)` for stretches of elements, of which the first is the one
  /// number `at`, with one answer. One that a task waits for is alone.
  template <typename Take>
  void for_each_group(Take take) {
    std::size_t at = 0;
    const std::span<const T> values = values_.all();
    for (const group& each : groups_.all()) {
      take(at, values.subspan(at, each.count), each.answer);
      at += each.count;
    }
  }

private:
  struct group {
    answer_word answer;
    std::size_t count;
  };
  front_vector<T> values_;
  front_vector<group> groups_;
};

}  // namespace orujo
