// What is asked of the processor, and what is said where it lacks something.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/processor_check.hpp"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace orujo {
namespace {

std::string message_of(std::uint64_t lacking) {
  std::array<char, 1024> text{};
  return {text.data(), processor_message(lacking, text.data(), text.size())};
}

}  // namespace

TEST(processor_check, finds_everything_on_the_machine_that_compiled) {
  EXPECT_EQ(processor_lacks(processor_needs()), 0U);
  require_processor();
}

TEST(processor_check, asks_for_nothing_that_has_no_name) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((processor_needs() >> bit & 1U) != 0) {
      EXPECT_NE(processor_extension_name(bit), nullptr) << bit;
    }
  }
}

TEST(processor_check, names_what_is_lacking_and_the_remedy) {
  const std::string message = message_of(std::uint64_t{1} << 6U | std::uint64_t{1} << 10U);
  EXPECT_NE(message.find("this one lacks AVX2, AVX-512F;"), std::string::npos) << message;
  EXPECT_NE(message.find("ORUJO_NATIVE=OFF"), std::string::npos);
  EXPECT_EQ(message.back(), '\n');
}

TEST(processor_check, cuts_a_message_off_where_the_room_ends) {
  std::array<char, 20> text{};
  EXPECT_EQ(processor_message(~std::uint64_t{0}, text.data(), 12), 12U);
  EXPECT_EQ(std::string_view(text.data(), 12), "orujo: this ");
  EXPECT_EQ(text[12], '\0');
}

}  // namespace orujo
