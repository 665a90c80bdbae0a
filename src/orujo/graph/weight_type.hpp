// What weights of edges are, how they are stored, and how they are compared.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "orujo/base/error.hpp"

namespace orujo {

/// What the weights of an input are.
enum class weight_kind : std::uint8_t { none, integer, real };

/// What becomes of the whole weights of a graph whose rows are an input: they stay what they are,
/// or become real numbers, rounded to 53 bits.
enum class row_weights : bool { as_stored, as_real };

/// How the weights of a graph are stored: in 32 bits where none of them loses anything by it, else
/// in 64. The numbers stand in files.
enum class weight_type : std::uint8_t {
  none = 0,
  whole32 = 1,  ///< std::uint32_t
  real32 = 2,   ///< float
  whole64 = 3,  ///< std::int64_t, but for the least number
  real64 = 4,   ///< double
};

/// A type of stored weights. None of them is infinite, no number, or -0.
template <typename T>
concept stored_weight = std::same_as<T, std::uint32_t> || std::same_as<T, float> ||
    std::same_as<T, std::int64_t> || std::same_as<T, double>;

template <stored_weight T>
inline constexpr weight_type weight_type_of =
    std::floating_point<T> ? (sizeof(T) == 4 ? weight_type::real32 : weight_type::real64)
                           : (sizeof(T) == 4 ? weight_type::whole32 : weight_type::whole64);

/// Calls `visit(std::type_identity<T>())` with the type that `type` means; without weights with
/// std::uint32_t, of which there are none. The one place that tells the types apart.
template <typename Visit>
decltype(auto) with_weight_type(weight_type type, Visit&& visit) {
  switch (type) {
    case weight_type::none:
    case weight_type::whole32: break;
    case weight_type::real32: return visit(std::type_identity<float>());
    case weight_type::whole64: return visit(std::type_identity<std::int64_t>());
    case weight_type::real64: return visit(std::type_identity<double>());
  }
  return visit(std::type_identity<std::uint32_t>());
}

[[nodiscard]] constexpr weight_kind kind_of(weight_type type) noexcept {
  switch (type) {
    case weight_type::whole32:
    case weight_type::whole64: return weight_kind::integer;
    case weight_type::real32:
    case weight_type::real64: return weight_kind::real;
    case weight_type::none: break;
  }
  return weight_kind::none;
}

/// The bytes of one weight.
[[nodiscard]] constexpr std::size_t bytes_of(weight_type type) noexcept {
  switch (type) {
    case weight_type::whole32:
    case weight_type::real32: return 4;
    case weight_type::whole64:
    case weight_type::real64: return 8;
    case weight_type::none: break;
  }
  return 0;
}

/// The type of weights of a kind that take 4 or 8 bytes.
[[nodiscard]] constexpr weight_type weight_type_for(weight_kind kind, std::size_t bytes) noexcept {
  if (kind == weight_kind::none) { return weight_type::none; }
  if (kind == weight_kind::real) { return bytes == 4 ? weight_type::real32 : weight_type::real64; }
  return bytes == 4 ? weight_type::whole32 : weight_type::whole64;
}

/// For people: "whole, 32 bits", "real, 64 bits", …
[[nodiscard]] constexpr std::string_view name_of(weight_type type) noexcept {
  switch (type) {
    case weight_type::whole32: return "whole, 32 bits";
    case weight_type::real32: return "real, 32 bits";
    case weight_type::whole64: return "whole, 64 bits";
    case weight_type::real64: return "real, 64 bits";
    case weight_type::none: break;
  }
  return "none";
}

/// Holds every weight of every type exactly, and whole sums up to 2^64.
using exact_number = long double;
static_assert(std::numeric_limits<exact_number>::digits >= 64);

/// Adds up as many weights or distances as a rank has vertices: whole ones exactly, and real ones
/// within the range of exact_number.
template <typename T>
using sum_of_many =
    std::conditional_t<std::is_integral_v<T> && sizeof(T) == 4, std::uint64_t, exact_number>;

// --- keys ------------------------------------------------------------------------------------

/// An unsigned number that stands for a weight: keys are in the order of their weights. Where
/// weights are only compared and carried, 4 and 8 bytes are all that matters.
template <stored_weight T>
using weight_key = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

namespace weight_keys {

template <typename Key>
inline constexpr Key sign = Key{1} << (8 * sizeof(Key) - 1);

}  // namespace weight_keys

/// The key of a weight, which is not -0.
template <stored_weight T>
[[nodiscard]] constexpr weight_key<T> key_of(T weight) noexcept {
  using key = weight_key<T>;
  if constexpr (std::unsigned_integral<T>) {
    return weight;
  } else if constexpr (std::integral<T>) {
    return static_cast<key>(weight) ^ weight_keys::sign<key>;
  } else {
    const auto bits = std::bit_cast<key>(weight);
    return (bits & weight_keys::sign<key>) != 0 ? ~bits : bits | weight_keys::sign<key>;
  }
}

/// The weight of a key.
template <stored_weight T>
[[nodiscard]] constexpr T weight_of_key(weight_key<T> key) noexcept {
  if constexpr (std::unsigned_integral<T>) {
    return key;
  } else if constexpr (std::integral<T>) {
    return static_cast<T>(key ^ weight_keys::sign<weight_key<T>>);
  } else {
    constexpr auto sign = weight_keys::sign<weight_key<T>>;
    return std::bit_cast<T>((key & sign) != 0 ? key ^ sign : ~key);
  }
}

/// The key in 64 bits of the weight that `key` stands for in 32.
[[nodiscard]] constexpr std::uint64_t widened_key(weight_kind kind, std::uint32_t key) noexcept {
  if (kind == weight_kind::real) { return key_of<double>(double{weight_of_key<float>(key)}); }
  return key_of<std::int64_t>(std::int64_t{key});
}

}  // namespace orujo
