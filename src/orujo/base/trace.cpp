// Kinds of spans, and rings of them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/trace.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <new>
#include <string>

namespace orujo {

namespace {

struct kept_name {
  std::string name;
  std::string detail;
};

/// All kinds of this process, by number. What is in it never moves and stays.
class name_registry {
public:
  static name_registry& of_this_process() {
    static name_registry names;
    return names;
  }

  span_kind find_or_add(std::string_view name, std::string_view detail) {
    const std::lock_guard guard(lock_);
    const auto same = [&](const kept_name& each) { return each.name == name; };
    const auto at = std::find_if(names_.begin(), names_.end(), same);
    const auto index = static_cast<std::uint16_t>(at - names_.begin());
    if (at == names_.end()) { names_.push_back({std::string(name), std::string(detail)}); }
    return span_kind{index};
  }

  std::vector<span_name> all() {
    const std::lock_guard guard(lock_);
    std::vector<span_name> result;
    for (const kept_name& each : names_) { result.push_back({each.name, each.detail}); }
    return result;
  }

private:
  std::mutex lock_;
  std::deque<kept_name> names_ = {{"section", ""}, {"batch", "bytes"}, {"tasks", ""},
                                  {"idle", ""},    {"collective", ""}, {"epoch", "number"}};
};

}  // namespace

span_kind declare_span_kind(std::string_view name, std::string_view detail) {
  return name_registry::of_this_process().find_or_add(name, detail);
}

std::vector<span_name> all_span_names() { return name_registry::of_this_process().all(); }

/// Makes room for more; if the system has none, what is there is all.
void trace_lane::grow() noexcept {
  constexpr std::size_t first_room = 1024;
  try {
    events_.reserve(std::min(capacity_, std::max(first_room, 2 * events_.size())));
  } catch (const std::bad_alloc&) { capacity_ = events_.size(); }
}

std::vector<trace_event> trace_lane::events() const {
  std::vector<trace_event> result = events_;
  const auto oldest = static_cast<std::ptrdiff_t>(added_ % std::max<std::size_t>(1, capacity_));
  if (dropped() > 0) { std::rotate(result.begin(), result.begin() + oldest, result.end()); }
  return result;
}

}  // namespace orujo
