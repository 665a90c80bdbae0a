// Values of requests as bytes: plain data as it is, texts with their length before them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "orujo/containers/key_form.hpp"
#include "orujo/messaging/message_buffers.hpp"

namespace orujo {

/// What can travel to and from an entry: plain data, or a text.
template <typename T>
concept container_value = message<T> || std::same_as<T, std::string>;

/// Writes what travels, byte after byte, into room that its size was asked for.
class wire_writer {
public:
  explicit wire_writer(std::byte* at) : at_(at) {}

  void bytes(const void* from, std::size_t count) {
    if (count > 0) { std::memcpy(at_, from, count); }
    at_ += count;
  }

private:
  std::byte* at_;
};

/// Reads it again.
class wire_reader {
public:
  explicit wire_reader(const std::byte* at) : at_(at) {}

  template <message T>
  [[nodiscard]] T plain() {
    union room {
      room() {}
      ~room() {}
      T value;
    } copy;
    std::memcpy(static_cast<void*>(&copy.value), at_, sizeof(T));
    at_ += sizeof(T);
    return copy.value;
  }
  /// Bytes that lie where they came.
  [[nodiscard]] std::string_view bytes(std::size_t count) {
    const auto* const first = reinterpret_cast<const char*>(at_);  // bytes may be read as char
    at_ += count;
    return {first, count};
  }

  [[nodiscard]] const std::byte* position() const noexcept { return at_; }

private:
  const std::byte* at_;
};

/// How a T travels. `read` gives what an operator takes: a text where it lies in the message.
template <typename T>
struct wire;

template <message T>
struct wire<T> {
  [[nodiscard]] static constexpr std::size_t size(const T& /*value*/) noexcept { return sizeof(T); }
  static void write(wire_writer& to, const T& value) { to.bytes(&value, sizeof value); }
  [[nodiscard]] static T read(wire_reader& from) { return from.plain<T>(); }
};

template <>
struct wire<std::string> {
  using length = std::uint32_t;
  [[nodiscard]] static std::size_t size(std::string_view text) noexcept {
    return sizeof(length) + text.size();
  }
  static void write(wire_writer& to, std::string_view text) {
    const auto bytes = static_cast<length>(text.size());
    to.bytes(&bytes, sizeof bytes);
    to.bytes(text.data(), text.size());
  }
  [[nodiscard]] static std::string_view read(wire_reader& from) {
    return from.bytes(from.plain<length>());
  }
};

template <>
struct wire<std::optional<std::string>> {
  [[nodiscard]] static std::size_t size(const std::optional<std::string>& text) noexcept {
    return 1 + (text ? wire<std::string>::size(*text) : 0);
  }
  static void write(wire_writer& to, const std::optional<std::string>& text) {
    const char is_there = text ? 1 : 0;
    to.bytes(&is_there, 1);
    if (text) { wire<std::string>::write(to, *text); }
  }
  [[nodiscard]] static std::optional<std::string> read(wire_reader& from) {
    if (from.plain<char>() == 0) { return std::nullopt; }
    return std::string(wire<std::string>::read(from));
  }
};

/// A key: as tables hold it, and a long text's bytes.
template <container_key K>
struct key_wire {
  using form = key_form<K>;
  [[nodiscard]] static std::size_t size(const sought_key<K>& what) noexcept {
    return sizeof what.key + what.rest.size();
  }
  static void write(wire_writer& to, const sought_key<K>& what) {
    to.bytes(&what.key, sizeof what.key);
    to.bytes(what.rest.data(), what.rest.size());
  }
  [[nodiscard]] static sought_key<K> read(wire_reader& from) {
    const auto key = from.plain<typename form::stored>();
    return {key, from.bytes(form::rest_bytes(key))};
  }
};

/// What an argument travels as: all that is a text as std::string.
template <typename T>
using travels_as = std::conditional_t<
    std::is_convertible_v<std::add_lvalue_reference_t<const std::remove_reference_t<T>>,
                          std::string_view>,
    std::string, std::remove_cvref_t<T>>;

}  // namespace orujo
