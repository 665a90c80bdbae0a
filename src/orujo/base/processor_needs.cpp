// What the compiler was allowed to use, of what it uses by itself. This file is compiled as all
// others are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/processor_check.hpp"

namespace orujo {

namespace {

// In the order of the names in processor_check.cpp.
constexpr std::uint64_t needs = 0
#ifdef __POPCNT__
                                | std::uint64_t{1} << 0U
#endif
#ifdef __SSE3__
                                | std::uint64_t{1} << 1U
#endif
#ifdef __SSSE3__
                                | std::uint64_t{1} << 2U
#endif
#ifdef __SSE4_1__
                                | std::uint64_t{1} << 3U
#endif
#ifdef __SSE4_2__
                                | std::uint64_t{1} << 4U
#endif
#ifdef __AVX__
                                | std::uint64_t{1} << 5U
#endif
#ifdef __AVX2__
                                | std::uint64_t{1} << 6U
#endif
#ifdef __FMA__
                                | std::uint64_t{1} << 7U
#endif
#ifdef __BMI__
                                | std::uint64_t{1} << 8U
#endif
#ifdef __BMI2__
                                | std::uint64_t{1} << 9U
#endif
#ifdef __AVX512F__
                                | std::uint64_t{1} << 10U
#endif
#ifdef __AVX512VL__
                                | std::uint64_t{1} << 11U
#endif
#ifdef __AVX512BW__
                                | std::uint64_t{1} << 12U
#endif
#ifdef __AVX512DQ__
                                | std::uint64_t{1} << 13U
#endif
#ifdef __AVX512CD__
                                | std::uint64_t{1} << 14U
#endif
#ifdef __AVX512VBMI__
                                | std::uint64_t{1} << 15U
#endif
#ifdef __AVX512VNNI__
                                | std::uint64_t{1} << 16U
#endif
#ifdef __AVX512VPOPCNTDQ__
                                | std::uint64_t{1} << 17U
#endif
    ;

}  // namespace

std::uint64_t processor_needs() noexcept { return needs; }

}  // namespace orujo
