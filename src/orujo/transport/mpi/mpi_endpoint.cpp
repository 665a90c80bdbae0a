// Queue, send, receive, give back: what the holder of the gate does in a round.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/mpi_endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>

namespace orujo {

namespace {

// Tags tell what the label does not: whether a parcel counts towards its sender's budget, and what
// its sender wishes then.
constexpr int control_tag = 1;
constexpr int credit_tag = 2;
constexpr int budgeted_tag = 3;  // and the wish

int tag_of(const parcel& buffer) noexcept {
  return buffer.charge > 0 ? budgeted_tag + static_cast<int>(buffer.wish) : control_tag;
}

/// Where a queued parcel goes, and how: noted in it meanwhile.
struct destination {
  std::uint32_t rank;
  int tag;
};

void note_destination(parcel& queued, destination to) noexcept {
  queued.transport_word = std::uint64_t{to.rank} << 8U | static_cast<std::uint64_t>(to.tag);
}

destination destination_of(const parcel& queued) noexcept {
  return {static_cast<std::uint32_t>(queued.transport_word >> 8U),
          static_cast<int>(queued.transport_word & 0xffU)};
}

/// When credits are due. A quarter of the budget shared by all ranks is always worth a message. A
/// sender that has room waits for the room of a parcel, but not for a quarter of its window.
credit_ledger::quanta quanta_of(const send_budget& budget, const incast_shares& shares,
                                std::size_t largest, int ranks) {
  const std::uint64_t pressed = budget.bytes() / 4 / static_cast<std::uint64_t>(ranks);
  const std::uint64_t window = shares.are_bounded()
                                   ? static_cast<std::uint64_t>(shares.window) * window_unit_bytes
                                   : budget.bytes();
  return {std::max(pressed, std::min<std::uint64_t>(largest, window / 4)), pressed};
}

/// What a credit message has instead of messages.
struct credit_note {
  std::uint64_t bytes;
  std::int64_t units;
};

// Small debts are worth a message once there is nothing else to do.
constexpr int idle_rounds_before_settling = 8;

// Between two looks into MPI by a worker that sleeps.
constexpr std::chrono::nanoseconds shortest_nap = std::chrono::microseconds(50);
constexpr std::chrono::nanoseconds longest_nap = std::chrono::milliseconds(2);

std::size_t count_of(const settings& values, setting which) {
  return static_cast<std::size_t>(values.integer(which));
}

/// Credits are sent even while all slots for parcels are taken.
std::size_t credit_slots(int ranks) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(ranks), 2, 16);
}

void count_one(std::atomic<std::uint64_t>& counter) noexcept {
  // relaxed: one writer at a time, and readers only print it
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

}  // namespace

mpi_endpoint::mpi_endpoint(const endpoint_place& place, const settings& values,
                           failure_board& failures, const mpi_link& link)
    : endpoint(place, values, failures),
      link_(link),
      alone_(place.size == 1),
      own_thread_(!alone_ && values.flag(setting::mpi_progress_thread)),
      eager_bytes_(count_of(values, setting::mpi_eager_bytes)),
      credit_slots_(credit_slots(place.size)),
      receive_pools_(pool(0).payload_bytes()),
      credit_pool_(sizeof(credit_note)),
      requests_(link.comm, count_of(values, setting::mpi_posted_receives),
                count_of(values, setting::mpi_send_limit) + credit_slots_),
      credits_(place.size,
               quanta_of(budget(), shares(), receive_pools_.full().payload_bytes(), place.size)),
      sent_to_(static_cast<std::size_t>(place.size)) {
  eager_bytes_ = std::min(eager_bytes_, receive_pools_.full().payload_bytes());
  if (alone_) { return; }
  for (std::size_t i = 0; i < requests_.num_receives(); ++i) { post_receive(); }
  if (place.workers == 1 && !own_thread_) {
    own_bell_ = link.bells.of(static_cast<std::size_t>(index_of(place.rank)));
  }
  if (own_thread_) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run_thread(stop); });
  }
}

mpi_endpoint::~mpi_endpoint() { stop_thread(); }

send_outcome mpi_endpoint::carry(rank_id to, parcel* buffer, int worker) {
  if (to == place().rank) {
    deliver(buffer);
    return send_outcome::taken;
  }
  parcel* const queued = pools(worker).fitted(buffer);
  const bool starts_now = queued->label.bytes <= eager_bytes_;
  note_destination(*queued, {static_cast<std::uint32_t>(index_of(to)), tag_of(*queued)});
  outgoing_.push(queued);
  if (own_thread_) {
    bell_.announce();
  } else if (starts_now) {
    start_now();
  }
  return send_outcome::taken;
}

/// Small parcels are news that somebody waits for, as the end of an epoch is, while their sender
/// may go on to compute for long. If another worker is inside MPI, it sees them before it leaves.
void mpi_endpoint::start_now() {
  const std::unique_lock inside(link_.gate, std::try_to_lock);
  if (inside.owns_lock()) { start_sends(); }
}

bool mpi_endpoint::progress(int /*worker*/) {
  if (alone_ || own_thread_) { return false; }
  std::unique_lock inside(link_.gate, std::try_to_lock);
  if (!inside.owns_lock()) { return false; }
  const bool moved = drive();
  const bool has_room = requests_.free_sends() > credit_slots_;
  inside.unlock();
  if (has_room && !outgoing_.looks_empty()) { start_now(); }  // for those who found the gate shut
  return moved;
}

bool mpi_endpoint::drive() {
  if (own_bell_ != nullptr) { rung_before_look_ = own_bell_->value(); }
  bool moved = finish_requests();
  idle_rounds_ = moved ? 0 : idle_rounds_ + 1;
  if (idle_rounds_ >= idle_rounds_before_settling) {
    idle_rounds_ = 0;
    credits_.settle();
  }
  moved = pay_credits() || moved;
  if (moved) { note_motion(); }
  return start_sends() || moved;
}

void mpi_endpoint::note_motion() noexcept {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  moved_at_.store(now.count(), std::memory_order_relaxed);  // nothing is concluded from it
}

/// Call: after a message for `rank` was given to MPI.
void mpi_endpoint::ring(std::size_t rank) {
  if (process_word* const bell = link_.bells.of(rank)) { bell->announce(); }
}

bool mpi_endpoint::finish_requests() {
  const std::span<const finished_request> finished = requests_.poll();
  for (const finished_request& request : finished) {
    if (request.received) {
      take_in(request.buffer, request.tag);
    } else {
      request.buffer->budget = nullptr;  // from here on the receiver's credit counts
      request.buffer->pool->free_remote(request.buffer);
    }
  }
  return !finished.empty();
}

void mpi_endpoint::take_in(parcel* buffer, int tag) {
  ++received_;
  if (tag == credit_tag) {
    credit_note credit{};
    std::memcpy(&credit, buffer->payload(), sizeof(credit));
    budget().give_back(rank_id{buffer->label.source}, credit.bytes,
                       static_cast<std::int32_t>(credit.units));
    receive_pools_.free(buffer);
    return post_receive();
  }
  parcel* const kept = receive_pools_.fitted(buffer);
  post_receive();
  if (tag >= budgeted_tag) {
    kept->charge = static_cast<std::uint32_t>(charge_of(*kept));
    kept->wish = static_cast<credit_wish>(tag - budgeted_tag);
    note_coming(*kept);
  }
  deliver(kept);
}

void mpi_endpoint::post_receive() {
  requests_.post(receive_pools_.full().allocate(), receive_pools_.full().payload_bytes());
}

void mpi_endpoint::return_budget(const returned_budget& what) {
  credits_.owe(index_of(what.sender), {what.bytes, what.units, what.wish});
}

bool mpi_endpoint::pay_credits() {
  bool paid = false;
  while (requests_.free_sends() > 0) {
    const credit_ledger::payment payment = credits_.next_due();
    if (payment.bytes == 0) { break; }
    send_credit(payment);
    paid = true;
  }
  return paid;
}

void mpi_endpoint::send_credit(credit_ledger::payment payment) {
  parcel* const credit = credit_pool_.allocate();
  const credit_note note{payment.bytes, payment.units};
  credit->label.bytes = sizeof(note);
  credit->label.source = static_cast<std::uint16_t>(index_of(place().rank));
  std::memcpy(credit->payload(), &note, sizeof(note));
  requests_.send(credit, payment.rank, credit_tag);
  ++sent_to_[static_cast<std::size_t>(payment.rank)];
  ring(static_cast<std::size_t>(payment.rank));
  count_one(credits_sent_);
}

bool mpi_endpoint::start_sends() {
  bool started = false;
  while (requests_.free_sends() > credit_slots_) {
    parcel* const buffer = outgoing_.pop();
    if (buffer == nullptr) { break; }
    const destination to = destination_of(*buffer);
    buffer->transport_word = 0;
    count_one(parcels_sent_);
    if (buffer->label.bytes <= eager_bytes_) { count_one(eager_sent_); }
    ++sent_to_[to.rank];
    requests_.send(buffer, static_cast<int>(to.rank), to.tag);
    ring(to.rank);
    started = true;
  }
  if (started) { note_motion(); }
  return started;
}

void mpi_endpoint::sleep(std::chrono::microseconds limit, std::uint32_t ticket) {
  if (own_bell_ == nullptr) { return endpoint::sleep(limit, ticket); }
  own_bell_->sleep_while(rung_before_look_, std::min(limit, longest_sleep()));
}

std::chrono::microseconds mpi_endpoint::longest_sleep() const noexcept {
  // nobody rings when a message arrives, unless the progress thread does
  if (alone_ || own_thread_) { return endpoint::longest_sleep(); }
  // Who has waited for long may sleep for longer: a message is seen late by a small part of the
  // wait.
  const std::chrono::nanoseconds waited =
      std::chrono::steady_clock::now().time_since_epoch() -
      std::chrono::steady_clock::duration(moved_at_.load(std::memory_order_relaxed));
  return std::chrono::duration_cast<std::chrono::microseconds>(
      std::clamp<std::chrono::nanoseconds>(waited / 16, shortest_nap, longest_nap));
}

bool mpi_endpoint::idle_at_last() const noexcept {
  return outgoing_.looks_empty() && !requests_.any_send();
}

void mpi_endpoint::drain() {
  stop_thread();
  if (alone_) { return; }
  const std::unique_lock inside(link_.gate);
  while (!idle_at_last()) {
    if (!drive()) { std::this_thread::yield(); }
  }
  // Now all is sent; the ranks add up how many messages each of them is to have received.
  std::vector<std::uint64_t> sent = sent_to_;
  std::uint64_t expected = 0;
  MPI_Request sum = MPI_REQUEST_NULL;
  check_mpi(
      MPI_Ireduce_scatter_block(sent.data(), &expected, 1, MPI_UINT64_T, MPI_SUM, link_.comm, &sum),
      "MPI_Ireduce_scatter_block");
  int summed = 0;
  while (summed == 0 || received_ < expected) {
    // no credits any more: they would not be counted
    if (!finish_requests()) { std::this_thread::yield(); }
    if (summed == 0) { check_mpi(MPI_Test(&sum, &summed, MPI_STATUS_IGNORE), "MPI_Test"); }
  }
  requests_.cancel_receives();
}

void mpi_endpoint::run_thread(const std::stop_token& stop) {
  constexpr int patience = 100;
  int idle_rounds = 0;
  try {
    while (!stop.stop_requested()) {
      const std::uint32_t before = bell_.value();
      std::unique_lock inside(link_.gate);
      const bool moved = drive();
      inside.unlock();
      idle_rounds = moved ? 0 : idle_rounds + 1;
      if (moved) { continue; }
      if (idle_rounds < patience) {
        std::this_thread::yield();
      } else if (outgoing_.looks_empty()) {
        // not for long: nobody rings when a message arrives
        bell_.sleep_while(before, std::chrono::microseconds(50));
      }
    }
  } catch (...) {
    failures().raise(place().rank, std::current_exception());
    wake();
  }
}

void mpi_endpoint::stop_thread() {
  if (!thread_.joinable()) { return; }
  thread_.request_stop();
  thread_.join();
}

void mpi_endpoint::abandon(int code) noexcept { abort_job(link_.gate, code); }

std::uint64_t mpi_endpoint::parcel_memory() const noexcept {
  return endpoint::parcel_memory() + receive_pools_.reserved_bytes() +
         credit_pool_.reserved_bytes();
}

void mpi_endpoint::describe(report_card& card) const {
  endpoint::describe(card);
  const auto number = [](auto value) { return static_cast<double>(value); };
  const std::size_t sends = requests_.num_sends() - credit_slots_;
  card.add(
      report_section::transport,
      {"MPI",
       link_.library,
       {{"posted receives", number(requests_.num_receives()), ""},
        {"send limit", number(sends), "parcels"},
        {"ranks that wake this one", number(own_bell_ == nullptr ? 0 : link_.bells.count()), ""},
        {"parcels sent", number(parcels_sent_.load(std::memory_order_relaxed)), ""}}});
  card.add(report_section::transport,
           {"eager sends",
            "small parcels start at once",
            {{"limit", number(eager_bytes_), "bytes"},
             {"parcels", number(eager_sent_.load(std::memory_order_relaxed)), ""}}});
  card.add(report_section::transport,
           {"budget return",
            "credit messages",
            {{"quantum", number(credits_.due_from().calm), "bytes"},
             {"where senders wait", number(credits_.due_from().pressed), "bytes"},
             {"messages", number(credits_sent_.load(std::memory_order_relaxed)), ""}}});
  card.add(report_section::transport,
           {"MPI variables", link_.tuning.empty() ? "as the user set them" : link_.tuning, {}});
  card.add(report_section::transport, {"MPI thread level", link_.thread_level, {}});
  card.add(report_section::transport,
           {"MPI is called by",
            own_thread_ ? "a thread of its own" : "whichever worker looks first",
            {}});
}

}  // namespace orujo
