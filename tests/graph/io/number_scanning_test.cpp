// The scanners of numbers against the standard library.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "orujo/base/random.hpp"
#include "orujo/graph/io/scan.hpp"

namespace orujo::test {
namespace {

std::string padded(std::string text) { return text.append(64, '\0'); }

TEST(number_scanning, reads_every_length_up_to_fifteen_digits) {
  random_stream random(1, 0);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t number = random.next() >> (14 + random.below(50));
    const std::string digits = std::to_string(number);
    const std::string text = padded(digits + "\n");
    std::uint64_t value = 0;
    const char* const end = io::scan_number(text.data(), value);
    if (digits.size() > 15) {
      EXPECT_EQ(end, nullptr);
    } else {
      ASSERT_EQ(end, text.data() + digits.size()) << digits;
      ASSERT_EQ(value, number);
    }
  }
}

TEST(number_scanning, stops_at_any_character_that_is_no_digit) {
  for (int code = 0; code < 256; ++code) {
    const char c = static_cast<char>(code);
    if (c >= '0' && c <= '9') { continue; }
    const std::string text = padded(std::string("12") + c + "99");
    std::uint64_t value = 0;
    EXPECT_EQ(io::scan_number(text.data(), value), text.data() + 2);
    EXPECT_EQ(value, 12U);
    EXPECT_EQ(io::scan_number(text.data() + 2, value), nullptr);
  }
}

TEST(number_scanning, decimals_are_rounded_as_the_standard_library_does) {
  random_stream random(2, 0);
  int read = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto digits = static_cast<int>(random.below(10));
    const double number = random.unit() * static_cast<double>(random.below(1'000'000'000));
    const std::string word = fmt::format("{:.{}f}", number, digits);
    const std::string text = padded(word + "\n");
    double expected = 0;
    std::from_chars(word.data(), word.data() + word.size(), expected);
    double value = 0;
    const char* const end = io::scan_decimal(text.data(), value);
    if (end == nullptr) { continue; }
    ++read;
    ASSERT_EQ(end, text.data() + word.size()) << word;
    ASSERT_EQ(value, expected) << word;
  }
  EXPECT_GT(read, 100000);
}

TEST(number_scanning, leaves_unusual_decimals_to_others) {
  double value = 0;
  for (const std::string word : {"-1", "+1", "x", ".", "1.", "123456789.12345678", "inf"}) {
    EXPECT_EQ(io::scan_decimal(padded(word + "\n").data(), value), nullptr) << word;
  }
}

}  // namespace
}  // namespace orujo::test
