// Maps huge pages and asks the kernel what is left.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/huge_memory.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <sys/mman.h>

namespace orujo {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20U;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// The number that follows `key` in a file of "key: number kB" lines; 0 if absent.
std::uint64_t kibibytes_in(const char* path, std::string_view key) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    if (word == key) {
      std::uint64_t value = 0;
      file >> value;
      return value;
    }
  }
  return 0;
}

std::uint64_t number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t value = std::numeric_limits<std::uint64_t>::max();
  return (file >> value) ? value : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

huge_memory::huge_memory(std::size_t bytes) {
  if (bytes == 0) { return; }
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

huge_memory::~huge_memory() {
  if (data_ != nullptr) { munmap(data_, bytes_); }
}

std::uint64_t available_memory_bytes() {
  std::uint64_t available = kibibytes_in("/proc/meminfo", "MemAvailable:") * 1024;
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit != std::numeric_limits<std::uint64_t>::max() && used < limit) {
    available = std::min(available, limit - used);
  }
  return available;
}

void require_memory(std::uint64_t bytes, std::string_view what, std::uint64_t limit_bytes) {
  const std::uint64_t limit = limit_bytes != 0 ? limit_bytes : available_memory_bytes();
  if (bytes <= limit) { return; }
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  throw memory_error(
      fmt::format("{} needs about {:.2f} GiB, and {:.2f} GiB are available; use a smaller input, "
                  "more ranks on other hosts, or raise memory_limit_bytes",
                  what, static_cast<double>(bytes) / gib, static_cast<double>(limit) / gib));
}

}  // namespace orujo
