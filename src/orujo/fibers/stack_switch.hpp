// Leaves one stack and continues another: Boost.Context, or on x86-64 a shorter way of our own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace orujo {

/// Where a stack was left. Between switches it belongs to the fiber; no other meaning.
using stack_position = void*;

/// The first code on a stack. It never returns. `argument` is what the first continue_stack() was
/// given.
using stack_entry = void (*)(void* argument);

#if defined(__x86_64__)

/// Prepares the stack of `bytes` below `top` (16-byte aligned) to begin with `Entry`.
template <stack_entry Entry>
[[nodiscard]] stack_position prepare_stack(std::byte* top, std::size_t /*bytes*/) {
  // The stack's memory as words: what continue_stack() takes from it, where to go on; above, where
  // a called function would find its return address, null: the outermost frame.
  auto* const words = reinterpret_cast<std::uintptr_t*>(top);
  words[-1] = 0;
  words[-2] = reinterpret_cast<std::uintptr_t>(Entry);
  return words - 2;
}

/// Leaves the running stack, noting in `left` where, and continues at `there`. `argument` goes to
/// the entry if the stack is new. Returns when somebody continues at `left`.
///
/// Boost's jump_fcontext is a call that saves all registers that calls preserve, and the modes of
/// the floating-point units, which are the same for all fibers of a thread: 6 ns where this
/// takes 2. Here the compiler saves what is live, by being told that everything changes. Call: in
/// functions that also contain ordinary calls, as the red zone below the stack pointer, which
/// others may use, is overwritten.
[[gnu::always_inline]] inline void continue_stack(stack_position& left, stack_position there,
                                                  void* argument) {
  void* where = &left;
  asm volatile(
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rcx\n\t"
      "pushq %%rcx\n\t"
      "movq %%rsp, (%%rax)\n\t"
      "movq %%rsi, %%rsp\n\t"
      "popq %%rcx\n\t"
      "jmpq *%%rcx\n"
      "1:\n\t"
      "popq %%rbp"
      : "+a"(where), "+S"(there), "+D"(argument)
      :
      : "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory",
        "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "mm0", "mm1", "mm2", "mm3", "mm4", "mm5",
        "mm6", "mm7", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)"
#if defined(__AVX512F__)
        ,
        "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",
        "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5",
        "k6", "k7"
#endif
  );
}

#else

/// What the arriving side is told: where to note the position of the one that left.
struct stack_handover {
  stack_position* left;
  void* argument;
};

/// As above, for other processors.
template <stack_entry Entry>
[[nodiscard]] stack_position prepare_stack(std::byte* top, std::size_t bytes) {
  return boost::context::detail::make_fcontext(
      top, bytes, [](boost::context::detail::transfer_t t) {
        const stack_handover news = *static_cast<stack_handover*>(t.data);
        *news.left = t.fctx;
        Entry(news.argument);
      });
}

inline void continue_stack(stack_position& left, stack_position there, void* argument) {
  stack_handover news{&left, argument};
  const boost::context::detail::transfer_t t = boost::context::detail::jump_fcontext(there, &news);
  *static_cast<stack_handover*>(t.data)->left = t.fctx;
}

#endif

}  // namespace orujo
