// Sleeping on a word until another thread changes it, with a time limit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace orujo {

/// Sleeps while `word` equals `expected`, at most `limit`. May wake early.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::chrono::microseconds limit) noexcept;

/// Wakes every thread that sleeps on `word`.
void futex_wake_all(const std::atomic<std::uint32_t>& word) noexcept;

}  // namespace orujo
