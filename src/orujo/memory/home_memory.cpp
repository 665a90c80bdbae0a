// Requests are served parcel by parcel, with what they touch prefetched.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/home_memory.hpp"

#include <algorithm>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

namespace {

constexpr std::size_t page_bytes = 4096;

template <typename T>
void add_to(std::byte* where, std::uint64_t operand) {
  T value;
  std::memcpy(&value, where, sizeof value);
  value = static_cast<T>(value + value_from<T>(operand));
  std::memcpy(where, &value, sizeof value);
}

void xor_with(std::byte* where, std::uint64_t operand) {
  std::uint64_t value = 0;
  std::memcpy(&value, where, sizeof value);
  value ^= operand;
  std::memcpy(where, &value, sizeof value);
}

}  // namespace

home_memory::home_memory(global_memory& owner, worker& self, outlets out)
    : owner_(owner),
      self_(self),
      home_{static_cast<std::uint32_t>(index_of(self.team().rank()) * self.team().num_workers() +
                                       self.index())},
      prefetch_distance_(
          static_cast<std::size_t>(self.team().values().integer(setting::prefetch_distance))),
      requests_(out.requests),
      lanes_(out.requests.lanes_of(self)),
      runs_(static_cast<std::size_t>(self.team().size() * self.team().num_workers())),
      divisor_(runs_.size()),
      answers_(out.answers, self),
      parts_(num_segments),
      part_bytes_(num_segments) {
  for (std::size_t window = 0; window < num_windows; ++window) {
    parts_[window] = std::uint64_t{window} << offset_bits;
  }
  const auto workers = static_cast<std::size_t>(self.team().num_workers());
  const std::size_t first = index_of(home_) / workers * workers;
  for (std::size_t peer = first; peer < first + workers; ++peer) {
    runs_[peer].away = distance::own_rank;
  }
  runs_[index_of(home_)].away = distance::own_worker;
}

home_memory::~home_memory() {
  while (!held_.empty()) { unmap(held_.begin()->first); }
}

void home_memory::map(segment_id segment, std::size_t bytes) {
  huge_memory memory(std::max<std::size_t>(1, bytes));
  auto* const first = const_cast<volatile std::byte*>(memory.data());
  for (std::size_t at = 0; at < memory.size(); at += page_bytes) { first[at] = std::byte{0}; }
  parts_[static_cast<std::size_t>(segment)] = address_of(memory.data());
  part_bytes_[static_cast<std::size_t>(segment)] = bytes;
  held_[segment].memory = std::move(memory);
}

void home_memory::unmap(segment_id segment) {
  const auto found = held_.find(segment);
  if (found == held_.end()) { return; }
  const std::uint64_t address = std::exchange(parts_[static_cast<std::size_t>(segment)], 0);
  if (found->second.destroy != nullptr) {
    found->second.destroy(reinterpret_cast<std::byte*>(address));
  }
  held_.erase(found);
}

// --- asking --------------------------------------------------------------------------------------

void home_memory::begin_run(home_id home, std::size_t units, join* counter) {
  // Either may handle messages, whose handlers may begin runs here, and end in another parcel: room
  // comes last.
  if (counter != nullptr) { counter->enroll(); }
  if (!has_room(home, units + 1)) { requests_.make_room(self_, index_of(home), units + 1); }
  message_lane<delegate_unit>& box = lanes_[index_of(home)];
  *box.next++ = {head_of(request_kind::run, index_of(home_)), address_of(counter)};
  run& open = runs_[index_of(home)];
  count_requests(open);
  if (!std::exchange(open.is_listed, true)) { begun_.push_back(index_of(home)); }
  open.counter = counter;
  open.next = open.counted = box.next;
}

void home_memory::count_requests(run& open) noexcept {
  const auto units = static_cast<std::uint64_t>(open.next - open.counted);
  self_.metrics.add(counted_for(open, metric::delegates_async_remote),
                    units - std::exchange(open.not_counted, 0));
  open.counted = open.next;
}

void home_memory::keep_until(const suspension& arrived, std::unique_ptr<bytes_answer> slot) {
  kept_.push_back({&arrived, std::move(slot)});
  if (kept_.size() <= kept_most_) { return; }
  std::erase_if(kept_, [](const kept_slot& each) { return each.arrived->signalled(); });
  kept_most_ = std::max(kept_most_, 2 * kept_.size());
}

// --- serving -------------------------------------------------------------------------------------

void home_memory::serve(std::span<const delegate_unit> requests) {
  const std::size_t count = requests.size();
  const std::size_t ahead = prefetch_distance_;
  for (std::size_t i = 0; i < std::min(ahead, count); ++i) { prefetch(requests[i].head); }
  std::size_t i = 0;
  while (i < count) {
    // What follows a closure is no head: then the address is any, which a prefetch may be given.
    if (i + ahead < count) { prefetch(requests[i + ahead].head); }
    i += serve_one(requests[i]);
  }
  end_run();
}

inline std::size_t home_memory::serve_one(const delegate_unit& request) {
  const place where{rest_of(request.head)};
  const std::uint64_t operand = request.operand;
  switch (kind_of<request_kind>(request.head)) {
    case request_kind::add_i64: add_to<std::uint64_t>(bytes_at(where, 8), operand); return 1;
    case request_kind::add_i32: add_to<std::uint32_t>(bytes_at(where, 4), operand); return 1;
    case request_kind::add_f64: add_to<double>(bytes_at(where, 8), operand); return 1;
    case request_kind::add_f32: add_to<float>(bytes_at(where, 4), operand); return 1;
    case request_kind::xor_64: xor_with(bytes_at(where, 8), operand); return 1;
    case request_kind::write_8: std::memcpy(bytes_at(where, 8), &operand, 8); return 1;
    case request_kind::write_4: std::memcpy(bytes_at(where, 4), &operand, 4); return 1;
    case request_kind::write_2: std::memcpy(bytes_at(where, 2), &operand, 2); return 1;
    case request_kind::write_1: std::memcpy(bytes_at(where, 1), &operand, 1); return 1;
    default: return serve_large(request);
  }
}

std::size_t home_memory::serve_large(const delegate_unit& request) {
  const place where{rest_of(request.head)};
  const auto read = [&](std::size_t bytes) -> std::size_t {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_at(where, bytes), bytes);
    answer_value(request.operand, value);
    return 1;
  };
  switch (kind_of<request_kind>(request.head)) {
    case request_kind::read_8: return read(8);
    case request_kind::read_4: return read(4);
    case request_kind::read_2: return read(2);
    case request_kind::read_1: return read(1);
    case request_kind::closure: {
      const closure_type& type = closure_table::of_this_program()[request.operand >> 32U];
      type.run_in_handler(self_, reinterpret_cast<const std::byte*>(&request));
      return request.operand & 0xffffffffU;
    }
    case request_kind::bytes: {
      std::memcpy(bytes_at(where, request.operand), &request + 1, request.operand);
      return 1 + units_for(request.operand);
    }
    default:
      end_run();
      asker_ = rest_of(request.head);
      counter_ = request.operand;
      return 1;
  }
}

void home_memory::end_run() {
  const std::uint64_t counter = std::exchange(counter_, 0);
  if (counter != 0) { answer_room(asker_, 1)[0] = {head_of(answer_kind::done, counter), 0}; }
}

// --- answers -------------------------------------------------------------------------------------

delegate_unit* home_memory::answer_room(std::uint64_t asker, std::size_t units) {
  return answers_.put_run_home(asker, units).data();
}

void home_memory::answer_bytes(std::uint64_t to, std::span<const std::byte> bytes) {
  answer_large({home_id{static_cast<std::uint32_t>(asker_)}, to}, bytes);
}

void home_memory::answer_word(const asking_task& to, std::uint64_t value) {
  if (to.home == home_) {
    auto& waiting = object_at<value_answer>(to.answer);
    waiting.value = value;
    waiting.arrived.signal();
  } else {
    answer_room(index_of(to.home), 1)[0] = {head_of(answer_kind::value, to.answer), value};
  }
}

void home_memory::answer_large(const asking_task& to, std::span<const std::byte> bytes) {
  if (to.home == home_) { return object_at<bytes_answer>(to.answer).arrive(bytes); }
  delegate_unit* const room = answer_room(index_of(to.home), 1 + units_for(bytes.size()));
  room[0] = {head_of(answer_kind::bytes, to.answer), bytes.size()};
  std::memcpy(&room[1], bytes.data(), bytes.size());
}

void home_memory::take(std::span<const delegate_unit> answers) {
  const std::size_t count = answers.size();
  const auto prefetch_answer = [&](std::size_t i) {
    if (i < count) { prefetch_to_write(reinterpret_cast<const void*>(rest_of(answers[i].head))); }
  };
  for (std::size_t i = 0; i < prefetch_distance_; ++i) { prefetch_answer(i); }
  std::size_t units = 0;
  for (std::size_t i = 0; i < count; i += units) {
    prefetch_answer(i + prefetch_distance_);
    const std::uint64_t to = rest_of(answers[i].head);
    units = 1;
    switch (kind_of<answer_kind>(answers[i].head)) {
      case answer_kind::value: {
        auto& waiting = object_at<value_answer>(to);
        waiting.value = answers[i].operand;
        waiting.arrived.signal();
        break;
      }
      case answer_kind::bytes: {
        const std::size_t bytes = answers[i].operand;
        units += units_for(bytes);
        object_at<bytes_answer>(to).arrive(std::as_bytes(answers.subspan(i + 1)).first(bytes));
        break;
      }
      case answer_kind::done: object_at<join>(to).complete(); break;
    }
  }
}

void refuse_without_memory() {
  throw usage_error(
      "global memory: this team has none; make a global_memory of it, which outlives the run of "
      "tasks");
}

}  // namespace orujo
