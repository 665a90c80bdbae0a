// Maps huge pages, and refuses what will not fit.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/huge_memory.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>

#include "orujo/base/ids.hpp"
#include "orujo/base/memory_allowance.hpp"
#include "orujo/base/text_table.hpp"

namespace orujo {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;

/// Less comes from the heap: the kernel allows a process some 65,000 mappings, and a team of many
/// ranks in one process has more arrays than that.
constexpr std::size_t least_mapped_bytes = std::size_t{64} << 10U;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

huge_memory::huge_memory(std::size_t bytes) {
  if (bytes == 0) { return; }
  const std::size_t lines = rounded_up(bytes, cache_line_bytes);
  if (lines < least_mapped_bytes) {
    take_from_heap(lines);
    return;
  }
  const bool large = bytes >= huge_page_bytes;
  const std::size_t length = rounded_up(bytes, large ? huge_page_bytes : 4096);
  // One huge page more, so that the start can be moved to a huge page's border.
  const std::size_t mapped = large ? length + huge_page_bytes : length;
  void* const raw = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) {
    throw memory_error(fmt::format("the system refused {} bytes: {}", mapped, strerror(errno)));
  }
  auto* const first = static_cast<std::byte*>(raw);
  if (!large) {
    data_ = first;
    bytes_ = length;
    return;
  }
  // The address as a number, to find the next border; no object is accessed through it.
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  const std::size_t before = rounded_up(address, huge_page_bytes) - address;
  if (before > 0) { munmap(first, before); }
  if (before < huge_page_bytes) { munmap(first + before + length, huge_page_bytes - before); }
  data_ = first + before;
  bytes_ = length;
  madvise(data_, bytes_, MADV_HUGEPAGE);  // advice: where it is refused, small pages serve
}

void huge_memory::take_from_heap(std::size_t bytes) {
  void* const raw = std::aligned_alloc(cache_line_bytes, bytes);
  if (raw == nullptr) { throw memory_error(fmt::format("the system refused {} bytes", bytes)); }
  data_ = static_cast<std::byte*>(std::memset(raw, 0, bytes));
  bytes_ = bytes;
}

huge_memory::~huge_memory() {
  if (bytes_ < least_mapped_bytes) {
    std::free(data_);
  } else {
    munmap(data_, bytes_);
  }
}

std::uint64_t available_memory_bytes() { return find_memory_allowance().left_bytes; }

void require_memory(std::uint64_t bytes, std::string_view what, std::uint64_t limit_bytes) {
  // To ask the system takes longer than a search of a small graph.
  constexpr std::uint64_t worth_asking_bytes = std::uint64_t{1} << 20U;
  if (limit_bytes == 0 && bytes < worth_asking_bytes) { return; }
  memory_allowance allowed{
      .all_bytes = limit_bytes, .left_bytes = limit_bytes, .set_by = "memory_limit_bytes"};
  if (limit_bytes == 0) { allowed = find_memory_allowance(); }
  if (bytes <= allowed.left_bytes) { return; }
  throw memory_error(fmt::format(
      "{} needs about {}, and {} are available ({}); use a smaller input, more ranks on other "
      "hosts{}",
      what, size_text(static_cast<double>(bytes)),
      size_text(static_cast<double>(allowed.left_bytes)), allowed.set_by,
      allowed.set_by == memory_allowance{}.set_by ? "" : ", or raise this limit"));
}

}  // namespace orujo
