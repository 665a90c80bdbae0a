// Times priority queues of one worker on the pattern of a shortest-path search; one JSON line each.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include <boost/heap/d_ary_heap.hpp>
#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/worklists/bucket_queue.hpp"
#include "orujo/worklists/d_ary_heap.hpp"

namespace {

using namespace orujo;

/// As large as an item of a search with 32-bit distances.
struct queue_item {
  std::uint32_t vertex;
  std::uint32_t distance;
};

struct is_nearer {
  bool operator()(const queue_item& a, const queue_item& b) const noexcept {
    return a.distance < b.distance;
  }
};
struct is_farther {
  bool operator()(const queue_item& a, const queue_item& b) const noexcept {
    return a.distance > b.distance;
  }
};

struct ordered_by_bucket {
  void push(const queue_item& item) { items.push(item.distance, item); }
  queue_item pop() { return items.pop(); }
  bucket_queue<queue_item> items;
};

template <typename Queue>
struct library_queue {
  void push(const queue_item& item) { items.push(item); }
  queue_item pop() {
    const queue_item top = items.top();
    items.pop();
    return top;
  }
  Queue items;
};

using standard_queue =
    library_queue<std::priority_queue<queue_item, std::vector<queue_item>, is_farther>>;
using boost_queue = library_queue<
    boost::heap::d_ary_heap<queue_item, boost::heap::arity<4>, boost::heap::compare<is_farther>>>;

/// Fills a queue with `size` items, then takes the nearest and puts in one that is 1 … 255 farther,
/// `steps` times. Returns the nanoseconds of one step.
template <typename Queue>
double nanoseconds_of(std::uint32_t size, int steps) {
  Queue queue;
  random_stream random(1, size);
  const auto farther = [&](std::uint32_t distance) {
    return distance + 1 + static_cast<std::uint32_t>(random.below(255));
  };
  for (std::uint32_t v = 0; v < size; ++v) { queue.push({v, farther(0)}); }
  std::uint32_t last = 0;
  bool is_ordered = true;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) {
    const queue_item nearest = queue.pop();
    is_ordered = is_ordered && nearest.distance >= last;
    last = nearest.distance;
    queue.push({nearest.vertex, farther(nearest.distance)});
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  require(is_ordered, "a queue gave a nearer item later");
  return elapsed.count() * 1e9 / steps;
}

template <typename Queue>
void measure(const char* name) {
  for (const std::uint32_t size : {1U << 10, 1U << 16, 1U << 20}) {
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) { times.push_back(nanoseconds_of<Queue>(size, 1 << 20)); }
    std::sort(times.begin(), times.end());
    print_out(fmt::format(R"({{"queue":"{}","items":{},"median_ns":{:.1f},"min_ns":{:.1f}}})"
                          "\n",
                          name, size, times[2], times[0]));
  }
}

}  // namespace

int main() {
  measure<d_ary_heap<queue_item, is_nearer, 2>>("heap of 2 children");
  measure<d_ary_heap<queue_item, is_nearer, 4>>("heap of 4 children");
  measure<d_ary_heap<queue_item, is_nearer, 8>>("heap of 8 children");
  measure<standard_queue>("std::priority_queue");
  measure<boost_queue>("boost::heap::d_ary_heap of 4 children");
  measure<ordered_by_bucket>("buckets");
  return 0;
}
