// Instructions for transactions, in functions that are compiled for processors that have them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/transaction_unit.hpp"

#include <cpuid.h>
#include <immintrin.h>

namespace orujo::mechanisms {

namespace {

constexpr unsigned code_of_locked = 0xff;

/// ThreadSanitizer does not see what transactions keep apart.
#if defined(ORUJO_SANITIZE_THREAD)
constexpr bool is_seen = false;
#else
constexpr bool is_seen = true;
#endif

/// CPUID leaf 7 says so in bit 11 of EBX.
bool has_instructions() noexcept {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 11U & 1U) != 0;
}

bool any_trial_commits() noexcept {
  constexpr int trials = 16;
  for (int i = 0; i < trials; ++i) {
    if (rtm_unit::begin() == attempt_state::started) {
      rtm_unit::end();
      return true;
    }
  }
  return false;
}

}  // namespace

transaction_support rtm_unit::support() noexcept {
  if (!is_seen) { return transaction_support::unseen; }
  static const transaction_support answer = !has_instructions()   ? transaction_support::absent
                                            : any_trial_commits() ? transaction_support::commits
                                                                  : transaction_support::aborts;
  return answer;
}

// What the transaction changed in memory, this function's frame too, is as it was when it returns
// again.

__attribute__((target("rtm"))) attempt_state rtm_unit::begin() noexcept {
  const unsigned status = _xbegin();
  if (status == _XBEGIN_STARTED) { return attempt_state::started; }
  if ((status & _XABORT_EXPLICIT) != 0) {
    return _XABORT_CODE(status) == code_of_locked ? attempt_state::locked : attempt_state::other;
  }
  if ((status & _XABORT_CAPACITY) != 0) { return attempt_state::overflow; }
  return (status & _XABORT_CONFLICT) != 0 ? attempt_state::conflict : attempt_state::other;
}

__attribute__((target("rtm"))) void rtm_unit::end() noexcept { _xend(); }

__attribute__((target("rtm"))) void rtm_unit::give_up() noexcept { _xabort(code_of_locked); }

}  // namespace orujo::mechanisms
