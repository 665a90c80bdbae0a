// The table of settings: how values are read, checked, overridden and printed.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/settings.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo {
namespace {

/// Sets an environment variable for the time of one test.
class scoped_variable {
public:
  scoped_variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  scoped_variable(const scoped_variable&) = delete;
  scoped_variable& operator=(const scoped_variable&) = delete;
  ~scoped_variable() { unsetenv(name_); }

private:
  const char* name_;
};

std::string problem_of(std::string_view name, std::string_view value) {
  settings values;
  try {
    values.assign(name, value, setting_source::option);
  } catch (const usage_error& problem) { return problem.what(); }
  return "";
}

std::string text_after(std::string_view name, std::string_view value, setting which) {
  settings values;
  values.assign(name, value, setting_source::option);
  return values.to_text(which);
}

TEST(settings, every_default_lies_in_its_range_and_reads_back) {
  settings values;
  for (const setting_row& row : all_settings()) {
    EXPECT_LE(row.least, row.standard) << row.name;
    EXPECT_GE(row.most, row.standard) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    const std::string text = values.to_text(row.id);
    values.assign(row.name, text, setting_source::option);
    EXPECT_EQ(values.to_text(row.id), text) << row.name;
    EXPECT_EQ(values.source(row.id), setting_source::option) << row.name;
  }
}

TEST(settings, sizes_take_units) {
  EXPECT_EQ(text_after("parcel_bytes", "64K", setting::parcel_bytes), "64KiB");
  EXPECT_EQ(text_after("parcel_bytes", "1M", setting::parcel_bytes), "1MiB");
  EXPECT_EQ(text_after("parcel_bytes", "1.5kb", setting::parcel_bytes), "1536");
  EXPECT_EQ(parse_bytes("2GiB", "it"), std::int64_t{2} << 30U);
  EXPECT_EQ(parse_bytes("4096", "it"), 4096);
  for (const char* wrong : {"", "x", "1X", "1KK", "-1", "1 K", "1e99", "nan", "K"}) {
    EXPECT_THROW(static_cast<void>(parse_bytes(wrong, "it")), usage_error) << wrong;
  }
}

TEST(settings, an_unknown_name_is_an_error_with_the_nearest) {
  EXPECT_NE(problem_of("parcel_byte", "1K").find("did you mean 'parcel_bytes'"), std::string::npos);
  EXPECT_EQ(problem_of("zzz", "1").find("did you mean"), std::string::npos);
}

TEST(settings, a_value_out_of_range_is_an_error_that_names_range_and_unit) {
  EXPECT_EQ(problem_of("parcel_bytes", "2GiB"),
            "setting 'parcel_bytes' lies between 256 and 16MiB, not 2GiB");
  EXPECT_EQ(problem_of("idle_sleep", "0"),
            "setting 'idle_sleep' lies between 1 and 1000000 microseconds, not 0");
}

TEST(settings, malformed_values_are_errors) {
  EXPECT_NE(problem_of("idle_sleep", "1.5"), "");
  EXPECT_NE(problem_of("idle_sleep", ""), "");
  EXPECT_NE(problem_of("idle_sleep", "ten"), "");
  EXPECT_NE(problem_of("huge_pages", "maybe"), "");
  EXPECT_NE(problem_of("flush_policy", "ful").find("did you mean 'full'"), std::string::npos);
}

TEST(settings, choices_and_booleans_are_read) {
  settings values;
  values.assign("flush_policy", "full", setting_source::option);
  values.assign_pair("huge_pages=off", setting_source::option);
  EXPECT_EQ(values.choice(setting::flush_policy), "full");
  EXPECT_EQ(values.choice_index(setting::flush_policy), 0);
  EXPECT_FALSE(values.flag(setting::huge_pages));
  EXPECT_THROW(values.assign_pair("huge_pages", setting_source::option), usage_error);
}

TEST(settings, an_option_overrides_the_environment_which_overrides_the_default) {
  const scoped_variable variable("ORUJO_PARCEL_BYTES", "1K");
  settings values;
  values.read_environment();
  EXPECT_EQ(values.integer(setting::parcel_bytes), 1024);
  EXPECT_EQ(values.source(setting::parcel_bytes), setting_source::environment);
  values.assign("parcel_bytes", "2K", setting_source::option);
  values.read_environment();
  EXPECT_EQ(values.integer(setting::parcel_bytes), 2048);
  EXPECT_EQ(values.source(setting::parcel_bytes), setting_source::option);
}

TEST(settings, an_unknown_variable_of_ours_is_an_error) {
  const scoped_variable variable("ORUJO_PARCELBYTES", "1K");
  settings values;
  EXPECT_THROW(values.read_environment(), usage_error);
}

TEST(settings, the_place_of_test_data_is_no_setting_and_no_error) {
  const scoped_variable variable("ORUJO_DATA", "/somewhere");
  settings values;
  EXPECT_NO_THROW(values.read_environment());
}

}  // namespace
}  // namespace orujo
