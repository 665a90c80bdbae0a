// Keeps what columns give back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/column_array.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace orujo::python {

namespace {

constexpr std::size_t least_kept = std::size_t{64} << 10U;  // smaller ones are the heap's matter
constexpr std::size_t most_kept = std::size_t{64} << 20U;

/// Memory that waits for a column. Nobody waits for the lock, which a fork may have left closed:
/// who does not get it goes to the system.
class column_store {
public:
  /// Memory that a column of so many bytes fills by more than half, or none.
  [[nodiscard]] huge_memory take(std::size_t bytes) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) { return {}; }
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const huge_memory& each) {
      return each.size() >= bytes && each.size() / 2 < bytes;
    });
    if (found == kept_.end()) { return {}; }
    huge_memory memory = std::move(*found);
    kept_.erase(found);
    return memory;
  }

  /// The oldest goes where all together would be too much.
  void keep(huge_memory memory) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || memory.size() > most_kept) { return; }
    kept_.push_back(std::move(memory));
    std::size_t bytes = 0;
    for (const huge_memory& each : kept_) { bytes += each.size(); }
    while (bytes > most_kept) {
      bytes -= kept_.front().size();
      kept_.erase(kept_.begin());
    }
  }

private:
  std::mutex mutex_;
  std::vector<huge_memory> kept_;
};

/// It outlives every array, also those that die as the process ends.
column_store& store() {
  static column_store* const all = new column_store;
  return *all;
}

}  // namespace

column_memory::column_memory(std::size_t bytes) {
  if (bytes >= least_kept) { held_ = store().take(bytes); }
  if (held_.size() < bytes) { held_ = huge_memory(bytes); }
}

column_memory::~column_memory() {
  if (held_.size() < least_kept) { return; }
  try {
    store().keep(std::move(held_));
  } catch (const std::bad_alloc&) {}  // no room for the list: the system gets it
}

}  // namespace orujo::python
