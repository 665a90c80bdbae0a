// Maps slabs of stacks, with guard pages as far as the kernel has mappings to spare.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/stack_pool.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>

#include <fmt/format.h>
#include <sys/mman.h>

#include "orujo/base/error.hpp"
#include "orujo/fibers/overflow_report.hpp"

namespace orujo {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;
constexpr std::size_t huge_stack_limit = 8 * 1024;
constexpr std::size_t guarded_stacks_per_slab = 64;
constexpr std::size_t plain_slab_bytes = std::size_t{16} << 20U;
constexpr std::size_t line = 64;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Moves the upper ends of page-aligned stacks apart. 59 is prime: consecutive stacks, which tend
/// to run one after the other, use all sets but a few before one repeats.
constexpr std::size_t colour_bytes(std::size_t index) { return index * 5 % 59 * line; }

void set_canary(std::byte* at) {
  std::memcpy(at - sizeof stack_canary, &stack_canary, sizeof stack_canary);
}

}  // namespace

std::size_t guarded_stacks_for(int sharers) {
  std::size_t mappings = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> mappings;
  return mappings / 4 / static_cast<std::size_t>(std::max(1, sharers));
}

stack_pool::stack_pool(const stack_plan& plan) : plan_(plan) {
  require(plan_.stack_bytes >= stack_page_bytes, "stack_bytes: a stack has at least 4096 bytes");
  plan_.stack_bytes = rounded_up(plan_.stack_bytes, line);
  // An odd number of lines between two upper ends spreads them over all sets of a cache.
  if (plan_.stack_bytes / line % 2 == 0) { plan_.stack_bytes -= line; }
  if (plan_.guarded_stacks > 0) { install_overflow_report(); }
}

stack_pool::~stack_pool() {
  for (const slab& each : slabs_) { munmap(each.data, each.bytes); }
}

void stack_pool::grow() {
  if (guarded_ < plan_.guarded_stacks && add_guarded_slab()) { return; }
  plan_.guarded_stacks = guarded_;  // the kernel has no mappings left: no further attempts
  add_plain_slab();
}

bool stack_pool::add_guarded_slab() {
  // Each: guard page, stack, and as much room above as the largest colour takes.
  const std::size_t stride =
      stack_page_bytes + rounded_up(plan_.stack_bytes, stack_page_bytes) + stack_page_bytes;
  const std::size_t bytes = stack_page_bytes + guarded_stacks_per_slab * stride;
  std::byte* const data = map(bytes);
  madvise(data, bytes, MADV_NOHUGEPAGE);
  set_canary(data +
             stack_page_bytes);  // how the report recognises a guard page: a canary ends before it
  for (std::size_t i = 0; i < guarded_stacks_per_slab; ++i) {
    std::byte* const guard = data + stack_page_bytes + i * stride;
    if (mprotect(guard, stack_page_bytes, PROT_NONE) != 0) { return i > 0; }
    set_canary(guard + stride);
    add(guard + stride - colour_bytes(size_) - line);
    ++guarded_;
  }
  return true;
}

void stack_pool::add_plain_slab() {
  std::byte* const data = map(plain_slab_bytes);
  const bool huge = plan_.huge_pages && plan_.stack_bytes <= huge_stack_limit;
  madvise(data, plain_slab_bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  for (std::size_t end = plan_.stack_bytes; end <= plain_slab_bytes; end += plan_.stack_bytes) {
    add(data + end);
  }
}

std::byte* stack_pool::map(std::size_t bytes) {
  // One huge page more, so that the start can be moved to a huge page's border.
  void* const raw = mmap(nullptr, bytes + huge_page_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) {
    throw memory_error(fmt::format("no memory for stacks after {} of {} bytes: {}", size_,
                                   plan_.stack_bytes, strerror(errno)));
  }
  auto* const first = static_cast<std::byte*>(raw);
  slabs_.push_back({first, bytes + huge_page_bytes});
  // An address as a number, to round it.
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  return first + (rounded_up(address, huge_page_bytes) - address);
}

void stack_pool::add(std::byte* end) {
  set_canary(end);
  free_.push_back(end - control_line_bytes);
  ++size_;
}

}  // namespace orujo
