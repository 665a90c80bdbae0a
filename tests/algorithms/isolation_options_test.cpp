// Options that say what keeps activities apart: read back, and refused where they mean nothing.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/isolation_options.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test::isolation_options_tests {

namespace {

const method_entry marks{.name = "marks", .help = "", .operators = operator_reach::one_element};
const method_entry rounds{
    .name = "rounds", .help = "", .operators = operator_reach::several_elements};
const method_entry plain{.name = "plain", .help = ""};

option_values with(const std::string& isolation, const std::string& coarsen) {
  option_values options;
  if (!isolation.empty()) { options.set("isolation", isolation); }
  if (!coarsen.empty()) { options.set("coarsen", coarsen); }
  return options;
}

}  // namespace

TEST(isolation_options, say_a_mechanism_and_how_many_operators) {
  const isolation_choice stm = isolation_in(marks, with("stm", "32"));
  EXPECT_EQ(stm.mechanism, mechanism_kind::stm);
  EXPECT_EQ(stm.coarsen, 32U);
  const isolation_choice chosen = isolation_in(marks, with("auto", "auto"));
  EXPECT_FALSE(chosen.mechanism);
  EXPECT_EQ(chosen.coarsen, 0U);
  EXPECT_FALSE(isolation_in(plain, {}).mechanism);
}

TEST(isolation_options, are_refused_where_they_mean_nothing) {
  EXPECT_THROW(static_cast<void>(isolation_in(marks, with("locks", ""))), usage_error);
  for (const std::string wrong : {"0", "513", "-1", "many", "4x", ""}) {
    option_values options;
    options.set("coarsen", wrong);
    EXPECT_THROW(static_cast<void>(isolation_in(marks, options)), usage_error) << wrong;
  }
  EXPECT_THROW(static_cast<void>(isolation_in(plain, with("lock", ""))), usage_error);
  EXPECT_THROW(static_cast<void>(isolation_in(plain, with("", "4"))), usage_error);
  EXPECT_THROW(static_cast<void>(isolation_in(rounds, with("atomic", ""))), usage_error);
  EXPECT_NO_THROW(static_cast<void>(isolation_in(rounds, with("lock", "512"))));
}

TEST(isolation_options, name_what_serves_the_methods) {
  const auto names = [](const std::vector<method_entry>& methods) {
    return isolation_options(methods).front().names;
  };
  const auto has = [](const std::vector<std::string>& all, const char* name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  EXPECT_TRUE(has(names({plain, marks, rounds}), "atomic"));
  EXPECT_FALSE(has(names({plain, rounds}), "atomic"));
  EXPECT_TRUE(has(names({plain, rounds}), "auto"));
  EXPECT_NE(isolation_options({plain, marks}).front().help.find("with --method marks:"),
            std::string::npos);
}

}  // namespace orujo::test::isolation_options_tests
