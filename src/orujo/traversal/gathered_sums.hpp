// Adds up values at scattered places: the inner loop of algorithms that pull along edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <span>

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

#include "orujo/graph/csr_graph.hpp"

namespace orujo::summing {

/// Adds up `values[place]` for each of `places`, in several sums at once, so that the processor
/// does not wait for one addition after the other.
template <std::floating_point T>
[[nodiscard]] inline double sum_at_plain(const T* values,
                                         std::span<const local_vertex> places) noexcept {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sums{};
  std::size_t i = 0;
  for (; i + lanes <= places.size(); i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) {
      sums[k] += static_cast<double>(values[places[i + k]]);
    }
  }
  for (; i < places.size(); ++i) { sums[i % lanes] += static_cast<double>(values[places[i]]); }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

#if defined(__AVX512F__) && defined(__AVX512VL__)

// Forms with a mask: GCC 12 warns that its own unmasked ones use an uninitialized register.
[[nodiscard]] inline __m256d lower_half(__m512d all) noexcept {
  return _mm512_maskz_extractf64x4_pd(0xf, all, 0);
}
[[nodiscard]] inline __m256d upper_half(__m512d all) noexcept {
  return _mm512_maskz_extractf64x4_pd(0xf, all, 1);
}

/// 512 bits of values of type T.
template <std::floating_point T>
struct wide_values;

template <>
struct wide_values<float> {
  static constexpr unsigned width = 16;
  __m512 lanes = _mm512_setzero_ps();

  /// Adds the values at `count` places, at most `width`, to as many lanes.
  void add(const float* values, const local_vertex* places, unsigned count) noexcept {
    const auto mask = static_cast<__mmask16>((1U << count) - 1U);
    const __m512i indices = _mm512_maskz_loadu_epi32(mask, places);
    lanes = _mm512_add_ps(
        lanes, _mm512_mask_i32gather_ps(_mm512_setzero_ps(), mask, indices, values, sizeof(float)));
  }
  [[nodiscard]] double total() const noexcept {
    const __m512d halves = _mm512_castps_pd(lanes);
    const __m256 sums =
        _mm256_add_ps(_mm256_castpd_ps(lower_half(halves)), _mm256_castpd_ps(upper_half(halves)));
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(sums), _mm256_extractf128_ps(sums, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return static_cast<double>(_mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two))));
  }
};

template <>
struct wide_values<double> {
  static constexpr unsigned width = 8;
  __m512d lanes = _mm512_setzero_pd();

  void add(const double* values, const local_vertex* places, unsigned count) noexcept {
    const auto mask = static_cast<__mmask8>((1U << count) - 1U);
    const __m256i indices = _mm256_maskz_loadu_epi32(mask, places);
    lanes = _mm512_add_pd(lanes, _mm512_mask_i32gather_pd(_mm512_setzero_pd(), mask, indices,
                                                          values, sizeof(double)));
  }
  [[nodiscard]] double total() const noexcept {
    const __m256d sums = _mm256_add_pd(lower_half(lanes), upper_half(lanes));
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
  }
};

/// The same with one instruction for many values. Places are below 2^31: the instruction takes
/// them for signed. No lane adds up more than `rounds` values before it goes into a double.
template <std::floating_point T>
[[nodiscard]] inline double sum_at_wide(const T* values,
                                        std::span<const local_vertex> places) noexcept {
  constexpr unsigned width = wide_values<T>::width;
  constexpr std::size_t rounds = 16;
  double total = 0;
  const local_vertex* at = places.data();
  std::size_t left = places.size();
  for (; left >= rounds * width; left -= rounds * width) {
    wide_values<T> sums;
    for (std::size_t k = 0; k < rounds; ++k, at += width) { sums.add(values, at, width); }
    total += sums.total();
  }
  wide_values<T> sums;
  for (; left >= width; left -= width, at += width) { sums.add(values, at, width); }
  if (left > 0) { sums.add(values, at, static_cast<unsigned>(left)); }
  return total + sums.total();
}

#else

template <std::floating_point T>
[[nodiscard]] inline double sum_at_wide(const T* values,
                                        std::span<const local_vertex> places) noexcept {
  return sum_at_plain(values, places);
}

#endif

/// Row n: n ones, then zeros.
template <std::floating_point T>
inline constexpr std::array<std::array<T, 4>, 5> ones_then_zeros = {
    {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}};

/// Adds up the values at the first `count`, at most four, of four readable places.
template <std::floating_point T>
[[nodiscard]] inline double sum_at_four(const T* values, const local_vertex* places,
                                        std::size_t count) noexcept {
  const auto& keep = ones_then_zeros<T>[count];
  return static_cast<double>((values[places[0]] * keep[0] + values[places[1]] * keep[1]) +
                             (values[places[2]] * keep[2] + values[places[3]] * keep[3]));
}

}  // namespace orujo::summing
