// Queue, send, receive, give back: what the holder of the gate does in a round.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/mpi_endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <utility>

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
      eager_bytes_(std::min(count_of(values, setting::mpi_eager_bytes), pool(0).payload_bytes())),
      credit_slots_(credit_slots(place.size)),
      credits_(place.size, quanta_of(budget(), shares(), pool(0).payload_bytes(), place.size)),
      mail_(link.host, link.claim, place.rank),
      mail_pools_(pool(0).payload_bytes()),
      sent_to_(static_cast<std::size_t>(place.size)) {
  open_lanes(values);
  if (alone_) { return; }
  if (place.workers == 1 && !own_thread_) {
    own_bell_ = link.host.bell_of(static_cast<std::size_t>(index_of(place.rank)));
  }
  if (own_thread_) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run_thread(stop); });
  }
}

mpi_endpoint::~mpi_endpoint() { stop_thread(); }

void mpi_endpoint::open_lanes(const settings& values) {
  const lane_sizes sizes{.payload_bytes = pool(0).payload_bytes(),
                         .credit_bytes = sizeof(credit_note),
                         .receives = count_of(values, setting::mpi_posted_receives),
                         .sends = count_of(values, setting::mpi_send_limit) + credit_slots_};
  // Of several lanes each has a gate of its own: MPI admits several threads then.
  mpi_gate* const shared = link_.comms.size() == 1 ? &link_.gate : nullptr;
  for (const MPI_Comm comm : link_.comms) {
    mpi_lane& lane = *lanes_.emplace_back(std::make_unique<mpi_lane>(comm, shared, sizes));
    if (alone_) { continue; }
    for (std::size_t i = 0; i < sizes.receives; ++i) { post_receive(lane); }
  }
}

send_outcome mpi_endpoint::carry(rank_id to, parcel* buffer, int worker) {
  if (to == place().rank) {
    deliver(buffer);
    return send_outcome::taken;
  }
  if (send_by_mail(to, buffer, worker)) { return send_outcome::taken; }
  mpi_lane& lane = lane_of(worker);
  parcel* const queued = pools(worker).fitted(buffer);
  const bool starts_now = queued->label.bytes <= eager_bytes_;
  note_destination(*queued, {static_cast<std::uint32_t>(index_of(to)), tag_of(*queued)});
  lane.outgoing.push(queued);
  if (own_thread_) {
    bell_.announce();
  } else if (starts_now) {
    start_now(lane);
  }
  return send_outcome::taken;
}

/// No order is promised, but counts of messages that come before the messages make a rank count
/// again: what waits for MPI leaves first, and take_mail() comes after a look into MPI.
bool mpi_endpoint::send_by_mail(rank_id to, parcel* buffer, int worker) {
  const auto rank = static_cast<std::size_t>(index_of(to));
  if (!mail_.may_take(rank, buffer->label.bytes)) { return false; }
  mpi_lane& lane = lane_of(worker);
  if (!lane.outgoing.looks_empty()) {
    if (own_thread_) { return false; }
    start_now(lane);
  }
  if (!mail_.try_send(rank, tag_of(*buffer), buffer->label, buffer->payload())) { return false; }
  buffer->budget = nullptr;  // from here on the receiver's credit counts
  pools(worker).free(buffer);
  return true;
}

/// Small parcels are news that somebody waits for, as the end of an epoch is, while their sender
/// may go on to compute for long. If another worker is inside MPI, it sees them before it leaves.
void mpi_endpoint::start_now(mpi_lane& lane) {
  const std::unique_lock inside(lane.gate, std::try_to_lock);
  if (inside.owns_lock()) { start_sends(lane); }
}

bool mpi_endpoint::progress(int worker) {
  if (alone_) { return false; }
  const bool moved = !own_thread_ && progress_mpi(worker);
  return take_mail() || moved;
}

bool mpi_endpoint::progress_mpi(int worker) {
  mpi_lane& own = lane_of(worker);
  if (drive_if_free(own)) { return true; }
  if (lanes_.size() == 1) { return false; }
  // A worker that has nothing to do looks for those that compute, or take no part: one at a time.
  own.next_other = (own.next_other + 1) % lanes_.size();
  mpi_lane& other = *lanes_[own.next_other];
  return &other != &own && drive_if_free(other);
}

bool mpi_endpoint::drive_if_free(mpi_lane& lane) {
  std::unique_lock inside(lane.gate, std::try_to_lock);
  if (!inside.owns_lock()) { return false; }
  const bool moved = drive(lane);
  const bool has_room = lane.requests.free_sends() > credit_slots_;
  inside.unlock();
  // for those who found the gate shut
  if (has_room && !lane.outgoing.looks_empty()) { start_now(lane); }
  return moved;
}

bool mpi_endpoint::drive(mpi_lane& lane) {
  if (own_bell_ != nullptr) { rung_before_look_ = own_bell_->value(); }
  bool moved = finish_requests(lane);
  const std::uint64_t letters = mail_.received();
  const bool had_mail = std::exchange(lane.letters_seen, letters) != letters;
  lane.idle_rounds = moved || had_mail ? 0 : lane.idle_rounds + 1;
  moved = pay_credits(lane) || moved;
  if (moved) { note_motion(); }
  return start_sends(lane) || moved;
}

void mpi_endpoint::note_motion() noexcept {
  // the line stays shared while things move; nothing is concluded from it
  if (!moved_.load(std::memory_order_relaxed)) { moved_.store(true, std::memory_order_relaxed); }
}

/// Call: before a message for `rank` is given to MPI.
void mpi_endpoint::count_sent(std::size_t rank) noexcept {
  std::uint64_t& sent = sent_to_[rank];
  if (lanes_.size() == 1) {
    ++sent;
  } else {
    std::atomic_ref(sent).fetch_add(1, std::memory_order_relaxed);  // read when all have ended
  }
}

/// Call: after a message for `rank` was given to MPI.
void mpi_endpoint::ring(std::size_t rank) {
  if (process_word* const bell = link_.host.bell_of(rank)) { bell->announce(); }
}

bool mpi_endpoint::finish_requests(mpi_lane& lane) {
  const std::span<const finished_request> finished = lane.requests.poll();
  for (const finished_request& request : finished) {
    if (request.received) {
      take_in(lane, request);
    } else {
      request.buffer->budget = nullptr;  // from here on the receiver's credit counts
      request.buffer->pool->free_remote(request.buffer);
    }
  }
  return !finished.empty();
}

void mpi_endpoint::take_in(mpi_lane& lane, const finished_request& message) {
  ++lane.received;
  if (message.tag == credit_tag) {
    take_credit(rank_id{message.buffer->label.source}, message.buffer->payload());
    lane.receive_pools.free(message.buffer);
    return post_receive(lane);
  }
  parcel* const kept = lane.receive_pools.fitted(message.buffer);
  post_receive(lane);
  hand_over(kept, message.tag);
}

bool mpi_endpoint::take_mail() {
  const bool any = mail_.take([&](int tag, const parcel_label& label, const std::byte* messages) {
    if (tag == credit_tag) { return take_credit(rank_id{label.source}, messages); }
    parcel* const kept = mail_pools_.allocate(label.bytes);
    kept->label = label;
    std::memcpy(kept->payload(), messages, label.bytes);
    hand_over(kept, tag);
  });
  if (any) { note_motion(); }
  return any;
}

void mpi_endpoint::take_credit(rank_id source, const std::byte* note) {
  credit_note credit{};
  std::memcpy(&credit, note, sizeof(credit));
  budget().give_back(source, credit.bytes, static_cast<std::int32_t>(credit.units));
}

void mpi_endpoint::hand_over(parcel* received, int tag) {
  if (tag >= budgeted_tag) {
    received->charge = static_cast<std::uint32_t>(charge_of(*received));
    received->wish = static_cast<credit_wish>(tag - budgeted_tag);
    note_coming(*received);
  }
  deliver(received);
}

void mpi_endpoint::post_receive(mpi_lane& lane) {
  parcel_pool& pool = lane.receive_pools.full();
  lane.requests.post(pool.allocate(), pool.payload_bytes());
}

void mpi_endpoint::return_budget(const returned_budget& what) {
  credits_.owe(index_of(what.sender), {what.bytes, what.units, what.wish});
}

bool mpi_endpoint::pay_credits(mpi_lane& lane) {
  std::unique_lock paying(paying_, std::defer_lock);
  // The gate of the only lane keeps others away.
  if (lanes_.size() > 1 && !paying.try_lock()) { return false; }
  if (lane.idle_rounds >= idle_rounds_before_settling) {
    lane.idle_rounds = 0;
    credits_.settle();
  }
  bool paid = false;
  while (lane.requests.free_sends() > 0) {
    const credit_ledger::payment payment = credits_.next_due();
    if (payment.bytes == 0) { break; }
    send_credit(lane, payment);
    paid = true;
  }
  return paid;
}

void mpi_endpoint::send_credit(mpi_lane& lane, credit_ledger::payment payment) {
  const auto rank = static_cast<std::size_t>(payment.rank);
  const credit_note note{payment.bytes, payment.units};
  const parcel_label label{.bytes = sizeof(note),
                           .source = static_cast<std::uint16_t>(index_of(place().rank))};
  count_one(lane.credits_sent);
  if (mail_.try_send(rank, credit_tag, label, reinterpret_cast<const std::byte*>(&note))) {
    return;
  }
  parcel* const credit = lane.credit_pool.allocate();
  credit->label = label;
  std::memcpy(credit->payload(), &note, sizeof(note));
  count_sent(rank);
  lane.requests.send(credit, payment.rank, credit_tag);
  ring(rank);
}

bool mpi_endpoint::start_sends(mpi_lane& lane) {
  bool started = false;
  while (lane.requests.free_sends() > credit_slots_) {
    parcel* const buffer = lane.outgoing.pop();
    if (buffer == nullptr) { break; }
    const destination to = destination_of(*buffer);
    buffer->transport_word = 0;
    count_one(lane.parcels_sent);
    if (buffer->label.bytes <= eager_bytes_) { count_one(lane.eager_sent); }
    count_sent(to.rank);
    lane.requests.send(buffer, static_cast<int>(to.rank), to.tag);
    ring(to.rank);
    started = true;
  }
  if (started) { note_motion(); }
  return started;
}

void mpi_endpoint::sleep(std::chrono::microseconds limit, std::uint32_t ticket) {
  if (own_bell_ == nullptr) {
    if (!mail_.has_mail()) { endpoint::sleep(limit, ticket); }
    return;
  }
  own_bell_->sleep_unless([&] { return mail_.has_mail(); }, rung_before_look_,
                          std::min(limit, longest_sleep()));
}

std::chrono::microseconds mpi_endpoint::longest_sleep() noexcept {
  // nobody rings when a message arrives, unless the progress thread does
  if (alone_ || own_thread_) { return endpoint::longest_sleep(); }
  // Who has waited for long may sleep for longer: a message is seen late by a small part of the
  // wait.
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  if (moved_.exchange(false, std::memory_order_relaxed)) {
    waited_since_.store(now.count(), std::memory_order_relaxed);
  }
  const std::chrono::nanoseconds waited =
      now - std::chrono::steady_clock::duration(waited_since_.load(std::memory_order_relaxed));
  return std::chrono::duration_cast<std::chrono::microseconds>(
      std::clamp<std::chrono::nanoseconds>(waited / 16, shortest_nap, longest_nap));
}

void mpi_endpoint::abandon(int code) noexcept { abort_job(link_.gate, code); }

std::uint64_t mpi_endpoint::parcel_memory() const noexcept {
  std::uint64_t total = endpoint::parcel_memory() + mail_pools_.reserved_bytes();
  for (const auto& lane : lanes_) {
    total += lane->receive_pools.reserved_bytes() + lane->credit_pool.reserved_bytes();
  }
  return total;
}

}  // namespace orujo
