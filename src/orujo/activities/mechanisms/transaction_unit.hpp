// The processor's transactions, and whether it has any.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo::mechanisms {

/// How an attempt at a transaction went on.
enum class attempt_state : std::uint8_t {
  started,   ///< What follows is in the transaction.
  conflict,  ///< Another core wanted the same memory.
  overflow,  ///< The processor could not hold what was read or written.
  locked,    ///< Given up as somebody runs alone.
  other      ///< Interrupts, page faults, instructions that are not admitted.
};

/// What the processor's transactions are good for.
enum class transaction_support : std::uint8_t {
  absent,  ///< It has none.
  aborts,  ///< It has the instructions, but no trial commits: they are switched off.
  commits,
  unseen  ///< Nobody looks: ThreadSanitizer does not see what hardware keeps apart.
};

/// Restricted transactional memory (RTM) of x86-64. Call: only if is_available().
struct rtm_unit {
  /// Tries some transactions. Cost: of the first call, some microseconds.
  [[nodiscard]] static transaction_support support() noexcept;

  [[nodiscard]] static bool is_available() noexcept {
    return support() == transaction_support::commits;
  }

  /// Begins a transaction. After an abort everything is as it was here, and it returns again, with
  /// the reason.
  [[nodiscard]] static attempt_state begin() noexcept;
  static void end() noexcept;
  /// Gives the attempt up as `locked`. Call: inside a transaction.
  static void give_up() noexcept;
};

}  // namespace orujo::mechanisms
