// How keys lie in tables and in messages: plain data as it is, texts in 16 bytes and a rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "orujo/base/hash.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/base/random.hpp"

namespace orujo {

/// Plain data whose equality is that of its bytes: integers, enumerations, structures of them
/// without padding.
template <typename K>
concept plain_key = std::is_trivially_copyable_v<K> &&
                    std::has_unique_object_representations_v<K> && !std::is_pointer_v<K> &&
                    sizeof(K) <= 64;

/// What a container takes as a key.
template <typename K>
concept container_key = plain_key<K> || std::same_as<K, std::string>;

/// A text in a table. Up to 12 bytes lie inside; a longer one has 32 bits of its hash here, and the
/// address of its bytes, which messages leave out. No text is all zero.
struct text_key {
  std::uint64_t first = 0;   ///< Its length and one; above, four bytes or the hash.
  std::uint64_t second = 0;  ///< Eight bytes, or the address.

  static constexpr std::size_t most_inside = 12;

  [[nodiscard]] std::size_t length() const noexcept {
    return static_cast<std::uint32_t>(first) - std::uint32_t{1};
  }
  [[nodiscard]] bool is_inside() const noexcept { return length() <= most_inside; }
};

/// How a table and a message hold a key of type K.
template <container_key K>
struct key_form {
  using stored = K;
  using view = K;  ///< What operators take.

  [[nodiscard]] static stored of(const K& key) noexcept { return key; }
  [[nodiscard]] static std::string_view rest_of(const K& /*key*/) noexcept { return {}; }
  [[nodiscard]] static constexpr std::size_t rest_bytes(const stored& /*key*/) noexcept {
    return 0;
  }
  [[nodiscard]] static view viewed(const stored& key, std::string_view /*rest*/) noexcept {
    return key;
  }
  [[nodiscard]] static view viewed(const stored& key) noexcept { return key; }
  [[nodiscard]] static bool is_zero(const stored& key) noexcept { return same(key, stored{}); }
  [[nodiscard]] static bool same(const stored& kept, const stored& key,
                                 std::string_view /*rest*/) noexcept {
    return same(kept, key);
  }
  [[nodiscard]] static std::uint64_t hash(const stored& key) noexcept {
    if constexpr (sizeof(K) <= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, &key, sizeof key);
      return mix64(word);
    } else {
      return hash_bytes(std::as_bytes(std::span(&key, 1)));
    }
  }

private:
  [[nodiscard]] static bool same(const stored& a, const stored& b) noexcept {
    return std::memcmp(&a, &b, sizeof a) == 0;
  }
};

template <>
struct key_form<std::string> {
  using stored = text_key;
  using view = std::string_view;

  static_assert(std::endian::native == std::endian::little, "the length is the first four bytes");

  [[nodiscard]] static stored of(std::string_view text) noexcept {
    std::uint64_t first = static_cast<std::uint32_t>(text.size() + 1);
    if (text.size() > text_key::most_inside) { return {first | hash_bytes(text) >> 32U << 32U, 0}; }
    const letters all = letters_of(text);
    return {all.low << 32U | first, all.low >> 32U | all.high << 32U};
  }
  /// The same of a text behind which 16 bytes may be read: no call and no branch for its length.
  [[nodiscard]] static stored of_padded(const char* text, std::size_t length) noexcept {
    if (length > text_key::most_inside) { return of({text, length}); }
    std::uint32_t begin = 0;
    std::uint64_t rest = 0;
    std::memcpy(&begin, text, sizeof begin);
    std::memcpy(&rest, text + sizeof begin, sizeof rest);
    const text_key& kept = kept_bits[length];
    return {(std::uint64_t{begin} << 32U & kept.first) | (length + 1), rest & kept.second};
  }
  /// What of a text does not lie inside: all of a long one.
  [[nodiscard]] static std::string_view rest_of(std::string_view text) noexcept {
    return text.size() > text_key::most_inside ? text : std::string_view{};
  }
  [[nodiscard]] static std::size_t rest_bytes(const stored& key) noexcept {
    return key.is_inside() ? 0 : key.length();
  }
  /// The text that lies in `key`, and behind it or in `rest`: as long as these do.
  [[nodiscard]] static view viewed(const stored& key, std::string_view rest) noexcept {
    return key.is_inside() ? inside(key) : rest;
  }
  [[nodiscard]] static view viewed(const stored& key) noexcept {
    return viewed(key, kept_rest(key));
  }
  [[nodiscard]] static bool is_zero(const stored& key) noexcept { return key.first == 0; }
  [[nodiscard]] static bool same(const stored& kept, const stored& key,
                                 std::string_view rest) noexcept {
    if (kept.first != key.first) { return false; }
    return key.is_inside() ? kept.second == key.second : kept_rest(kept) == rest;
  }
  [[nodiscard]] static std::uint64_t hash(const stored& key) noexcept {
    __extension__ using wide = unsigned __int128;
    const std::uint64_t second = key.is_inside() ? key.second : 0;
    const wide product =
        static_cast<wide>(key.first ^ 0xa0761d6478bd642fU) * (second ^ 0xe7037ed1a0b428dbU);
    return mix64(static_cast<std::uint64_t>(product >> 64U) ^ static_cast<std::uint64_t>(product));
  }

private:
  template <typename Word>
  [[nodiscard]] static std::uint64_t word_at(const char* at) noexcept {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
  }
  /// The bytes of a short text as one number.
  struct letters {
    std::uint64_t low;
    std::uint64_t high;
  };
  /// By words from both its ends, which have the same where they overlap.
  [[nodiscard]] static letters letters_of(std::string_view text) noexcept {
    const char* const begin = text.data();
    const std::size_t size = text.size();
    if (size > 8) {
      const std::uint64_t last = word_at<std::uint64_t>(begin + size - 8);
      return {word_at<std::uint64_t>(begin), last >> 8 * (16 - size)};
    }
    if (size >= 4) {
      const std::uint64_t last = word_at<std::uint32_t>(begin + size - 4);
      return {word_at<std::uint32_t>(begin) | last << 8 * (size - 4), 0};
    }
    std::uint64_t low = 0;
    for (std::size_t i = 0; i < size; ++i) { low |= word_at<std::uint8_t>(begin + i) << 8 * i; }
    return {low, 0};
  }

  /// Which bits of a key are letters of a text of each length.
  static constexpr auto kept_bits = [] {
    std::array<text_key, text_key::most_inside + 1> made{};
    for (std::size_t length = 1; length <= text_key::most_inside; ++length) {
      made[length] = made[length - 1];
      const std::size_t bit = (length + 3) % 8 * 8;
      (length <= 4 ? made[length].first : made[length].second) |= std::uint64_t{0xff} << bit;
    }
    return made;
  }();

  [[nodiscard]] static view inside(const stored& key) noexcept {
    return {reinterpret_cast<const char*>(&key) + 4, key.length()};  // bytes may be read as char
  }
  /// A long text where `second` says.
  [[nodiscard]] static std::string_view kept_rest(const stored& key) noexcept {
    if (key.is_inside()) { return {}; }
    return {reinterpret_cast<const char*>(key.second), key.length()};
  }
};

/// A key to be looked for.
template <container_key K>
struct sought_key {
  typename key_form<K>::stored key;
  std::string_view rest;

  [[nodiscard]] typename key_form<K>::view view() const noexcept {
    return key_form<K>::viewed(key, rest);
  }
};

template <container_key K, typename Key>
[[nodiscard]] sought_key<K> sought(const Key& key) noexcept {
  return {key_form<K>::of(key), key_form<K>::rest_of(key)};
}

/// The hash that containers use unless they are given another: the same on every machine.
template <container_key K>
struct usual_hash {
  [[nodiscard]] std::uint64_t operator()(const typename key_form<K>::stored& key) const noexcept {
    return key_form<K>::hash(key);
  }
};

/// `Hash` is usual_hash, or takes a key (std::string_view for texts); its result is mixed.
template <container_key K, typename Hash>
[[nodiscard]] std::uint64_t hash_of(const sought_key<K>& what) noexcept {
  if constexpr (std::same_as<Hash, usual_hash<K>>) {
    return Hash()(what.key);
  } else {
    return mix64(static_cast<std::uint64_t>(Hash()(what.view())));
  }
}

/// The worker whose table has keys of this hash. It takes the lower bits, tables the upper.
[[nodiscard]] inline std::size_t home_of_hash(std::uint64_t hash, std::size_t homes) noexcept {
  return (hash & 0xffffffffU) * homes >> 32U;
}

}  // namespace orujo
