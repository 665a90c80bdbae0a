// How report cards are rendered.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/report_card_text.hpp"

#include <gtest/gtest.h>

namespace orujo {
namespace {

report_card example() {
  report_card card;
  card.add(report_section::algorithm, {"direction", "optimizing", {{"alpha", 15, ""}}});
  card.add(report_section::transport, {"transport", "local", {{"ranks", 2, "ranks"}}});
  card.add(report_section::transport,
           {"budget", "a limit", {{"limit", 65536, "bytes per rank"}, {"used", 1536, "bytes"}}});
  return card;
}

TEST(report_card_text, sections_stand_in_order_and_numbers_have_units) {
  EXPECT_EQ(report_card_text(example()),
            "transport\n"
            "  transport  local (ranks 2)\n"
            "  budget     a limit (limit 64.0 KiB per rank, used 1.5 KiB)\n"
            "algorithm\n"
            "  direction  optimizing (alpha 15)\n");
}

TEST(report_card_text, a_choice_that_is_told_again_is_replaced) {
  report_card card = example();
  card.add(report_section::transport, {"transport", "sim", {}});
  EXPECT_NE(report_card_text(card).find("  transport  sim"), std::string::npos);
  EXPECT_EQ(report_card_text(card).find("local"), std::string::npos);
}

TEST(report_card_text, as_json_maps_section_and_choice) {
  EXPECT_EQ(
      report_card_json(example()),
      R"({"transport":{"transport":{"value":"local","numbers":{"ranks":{"value":2.0,)"
      R"("unit":"ranks"}}},"budget":{"value":"a limit","numbers":{"limit":{"value":65536.0,)"
      R"("unit":"bytes per rank"},"used":{"value":1536.0,"unit":"bytes"}}}},"algorithm":{"direction":{"value":"optimizing","numbers":)"
      R"({"alpha":{"value":15.0,"unit":""}}}}})");
}

TEST(report_card_text, an_empty_card_is_empty) {
  EXPECT_EQ(report_card_text({}), "");
  EXPECT_EQ(report_card_json({}), "{}");
}

}  // namespace
}  // namespace orujo
