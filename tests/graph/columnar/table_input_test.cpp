// Tables in columns become edges, whoever reads them: here the tables are the test's own.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/columnar/table_input.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/packed_bytes.hpp"
#include "graph/io/sample_file.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

using namespace columnar;

/// A table in memory; its values are those of all rows.
struct table_content {
  std::vector<table_column> columns;
  std::vector<column_values> values;
  std::size_t rows = 0;
  std::size_t piece_rows = 3;
  std::size_t block_rows = 2;
  bool counts_before = true;
  std::uint64_t promised_more = 0;
  std::string damage = {};  ///< What the second block of each piece says.
};

template <typename T>
void take(const std::vector<T>& from, std::vector<T>& to, std::size_t begin, std::size_t end) {
  if (from.empty()) { return; }
  to.assign(from.begin() + static_cast<std::ptrdiff_t>(begin),
            from.begin() + static_cast<std::ptrdiff_t>(end));
}

class content_piece final : public table_piece {
public:
  content_piece(const table_content& content, std::size_t piece,
                std::span<const std::size_t> columns)
      : content_(content),
        columns_(columns.begin(), columns.end()),
        begin_(piece * content.piece_rows),
        end_(std::min(content.rows, begin_ + content.piece_rows)) {}

  bool next(table_block& block) override {
    EXPECT_FALSE(inside_.test_and_set()) << "one thread at a time";
    if (blocks_++ > 0 && !content_.damage.empty()) { throw malformed_table(content_.damage); }
    const std::size_t end = std::min(end_, begin_ + content_.block_rows);
    block.rows = end - begin_;
    block.columns.assign(columns_.size(), {});
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const column_values& from = content_.values[columns_[i]];
      column_values& to = block.columns[i];
      take(from.whole, to.whole, begin_, end);
      take(from.real, to.real, begin_, end);
      take(from.texts, to.texts, begin_, end);
      const auto missing = from.first_missing;
      if (missing && *missing >= begin_ && *missing < end) { to.first_missing = *missing - begin_; }
    }
    const bool more = begin_ < end;
    begin_ = end;
    inside_.clear();
    return more;
  }

private:
  const table_content& content_;
  std::vector<std::size_t> columns_;
  std::size_t begin_;
  std::size_t end_;
  int blocks_ = 0;
  std::atomic_flag inside_;
};

class content_source final : public table_source {
public:
  explicit content_source(table_content content) : content_(std::move(content)) {
    facts_.description = "test table";
    facts_.columns = content_.columns;
    facts_.piece_name = "part";
    for (std::size_t row = 0; row < content_.rows; row += content_.piece_rows) {
      ++facts_.pieces;
      if (content_.counts_before) { facts_.rows_before.push_back(row); }
    }
    facts_.rows = content_.rows + content_.promised_more;
  }

  [[nodiscard]] const table_facts& facts() const noexcept override { return facts_; }
  [[nodiscard]] std::unique_ptr<table_piece> open(
      std::size_t piece, std::span<const std::size_t> columns) const override {
    return std::make_unique<content_piece>(content_, piece, columns);
  }

private:
  table_content content_;
  table_facts facts_;
};

std::unique_ptr<edge_input> open_content(const table_content& content, input_part part = {},
                                         const open_options& options = {}) {
  return make_table_input({.path = "t.parquet",
                           .name = "t.parquet",
                           .held = nullptr,
                           .source = std::make_unique<content_source>(content)},
                          part, options);
}

std::string problem_of(const table_content& content, const open_options& options = {}) {
  try {
    const auto input = open_content(content, {}, options);
    input->check_complete(drain(*input).size());
  } catch (const input_error& problem) { return problem.what(); }
  return "";
}

column_values whole(std::vector<std::uint64_t> values) {
  column_values column;
  column.whole = std::move(values);
  return column;
}

column_values real(std::vector<double> values) {
  column_values column;
  column.real = std::move(values);
  return column;
}

column_values texts(std::vector<std::string_view> values) {
  column_values column;
  column.texts = std::move(values);
  return column;
}

constexpr auto minus = [](std::int64_t value) { return static_cast<std::uint64_t>(-value); };

/// Seven edges in a ring.
table_content ring() {
  return {.columns = {{"src", value_kind::signed_number, "int64"},
                      {"dst", value_kind::unsigned_number, "uint32"},
                      {"w", value_kind::signed_number, "int8"}},
          .values = {whole({0, 1, 2, 3, 4, 5, 6}), whole({1, 2, 3, 4, 5, 6, 0}),
                     whole({5, minus(5), 0, 1, 1, 1, 9})},
          .rows = 7};
}

}  // namespace

TEST(table_input, every_part_and_worker_gets_its_share) {
  const std::vector<read_edge> all = {{0, 1, 5}, {1, 2, -5}, {2, 3, 0}, {3, 4, 1},
                                      {4, 5, 1}, {5, 6, 1},  {6, 0, 9}};
  for (const int parts : {1, 2, 3, 8}) {
    for (const int workers : {1, 2, 4}) {
      std::vector<read_edge> edges;
      for (int part = 0; part < parts; ++part) {
        const auto input = open_content(ring(), {part, parts});
        EXPECT_EQ(input->facts().weights, weight_kind::integer);
        EXPECT_EQ(input->facts().declared_edges, 7U);
        const auto share = drain_with(*input, workers);
        edges.insert(edges.end(), share.begin(), share.end());
      }
      std::sort(edges.begin(), edges.end());
      EXPECT_EQ(edges, all);
    }
  }
}

TEST(table_input, the_facts_tell_what_was_read_and_left_out) {
  table_content content = ring();
  content.columns.push_back({"when", value_kind::other, "timestamp[us]"});
  content.values.emplace_back();
  EXPECT_EQ(open_content(content)->facts().recognised,
            "test table, 4 columns, integer weights, left out: 'when'");
  EXPECT_EQ(open_content(content, {}, without_weights)->facts().weights, weight_kind::none);
  EXPECT_EQ(open_content(content, {}, with_real_weights)->facts().weights, weight_kind::real);
}

TEST(table_input, columns_are_chosen_by_name_or_number) {
  const open_options chosen = {.columns =
                                   column_choice{.source = "DST", .target = "1", .weight = {}}};
  const auto input = open_content(ring(), {}, chosen);
  EXPECT_EQ(input->facts().weights, weight_kind::none);
  EXPECT_EQ(drain(*input).front(), (read_edge{1, 0, 0}));
  expect_message(
      problem_of(ring(), {.columns = column_choice{.source = "x", .target = "y", .weight = {}}}),
      "t.parquet: ", "no column is called 'x'; there are 3 columns: 'src', 'dst', 'w'");
}

TEST(table_input, names_that_say_too_little_are_refused_with_the_remedy) {
  table_content content = ring();
  for (table_column& column : content.columns) { column.name += "?"; }
  expect_message(problem_of(content), "t.parquet: ", "do not say which are source and target");
  content.columns = {{"src", value_kind::signed_number, "int64"}};
  expect_message(problem_of(content), "t.parquet: ", "a table with 1 column");
  content = ring();
  content.columns[2].name = "from";
  expect_message(problem_of(content), "t.parquet: ", "'src' and 'from' can both be the source");
}

TEST(table_input, ids_that_are_none_are_told_with_row_and_column) {
  table_content content = ring();
  content.values[0].whole[4] = minus(3);
  expect_message(problem_of(content), "t.parquet: row 5, column 'src': ", "id -3 is negative");
  content.counts_before = false;
  expect_message(problem_of(content), "t.parquet: part 2, row 2, column 'src': ", "-3");
  content = ring();
  content.values[1].whole[6] = minus(1);
  expect_message(problem_of(content), "t.parquet: row 7, column 'dst': ", "is too large");
  content = ring();
  content.values[1].first_missing = 2;
  expect_message(problem_of(content), "t.parquet: row 3, column 'dst': ", "null");
  content = ring();
  content.columns[0].kind = value_kind::real_number;
  expect_message(problem_of(content), "t.parquet: column 'src' holds 'int64'", "--columns");
}

TEST(table_input, weights_that_are_none_are_told_with_row_and_column) {
  table_content content = ring();
  content.values[2].whole[1] = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
  expect_message(problem_of(content), "t.parquet: row 2, column 'w': ", "--weights real");
  EXPECT_EQ(problem_of(content, with_real_weights), "");
  content.values[2].first_missing = 3;
  expect_message(problem_of(content, with_real_weights), "t.parquet: row 4, column 'w': ", "null");
  EXPECT_EQ(problem_of(content, without_weights), "");
  content.columns[2].kind = value_kind::real_number;
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    content.values[2] = real({0, 0.5, 1, 2, 3, wrong, 4});
    expect_message(problem_of(content), "t.parquet: row 6, column 'w': ", "not finite");
  }
  content.columns[2].kind = value_kind::text;
  expect_message(problem_of(content), "t.parquet: column 'w' holds", "--weights none");
}

TEST(table_input, unsigned_weights_are_whole_up_to_the_largest_signed_number) {
  table_content content = ring();
  content.columns[2].kind = value_kind::unsigned_number;
  content.values[2] = whole({1, 2, 3, 4, 5, 6, minus(1) >> 1U});
  EXPECT_EQ(problem_of(content), "");
  ++content.values[2].whole[6];
  expect_message(problem_of(content), "t.parquet: row 7, column 'w': ", "9223372036854775808");
}

TEST(table_input, texts_are_names_and_numbers_beside_them_too) {
  table_content content = ring();
  content.columns[0].kind = value_kind::text;
  content.values[0] = texts({"a", "b", "c", "d", "e", "f", "0"});
  const auto input = open_content(content);
  EXPECT_EQ(drain(*input).size(), 7U);
  EXPECT_EQ(input->names()->size(), 13U);  // a … f and 0 … 6; the text 0 is the number
  EXPECT_EQ(input->facts().guesses.size(), 1U);
  for (const std::string_view wrong :
       {std::string_view(), std::string_view("x\ny"), std::string_view("x\0y", 3)}) {
    content.values[0].texts[3] = wrong;
    expect_message(problem_of(content), "t.parquet: row 4, column 'src': ", "name");
  }
}

TEST(table_input, texts_may_spell_numbers) {
  table_content content = ring();
  content.columns[0].kind = value_kind::text;
  content.values[0] = texts({"0", "1", "2", "3", "4", "5", "6"});
  const open_options numbers = {.ids = id_use::numbers};
  const auto input = open_content(content, {}, numbers);
  EXPECT_EQ(input->names(), nullptr);
  EXPECT_EQ(drain(*input).back(), (read_edge{6, 0, 9}));
  content.values[0].texts[2] = "two";
  expect_message(problem_of(content, numbers), "t.parquet: row 3, column 'src': ", "'two'");
}

TEST(table_input, damage_and_a_wrong_number_of_rows_are_told) {
  table_content content = ring();
  content.promised_more = 1;
  expect_message(problem_of(content), "t.parquet: ", "declares 8 rows but holds 7");
  content.damage = "bad\x1b page";
  const std::string problem = problem_of(content);
  expect_message(problem, "t.parquet: part 1: bad", "page");
  EXPECT_EQ(problem.find('\x1b'), std::string::npos);
  content = ring();
  content.rows = 0;
  expect_message(problem_of(content), "t.parquet: ", "holds no edges");
}

TEST(table_input, a_missing_plug_in_is_told_with_the_remedy) {
  ASSERT_EQ(setenv("ORUJO_PLUGINS", "/no/such/folder", 1), 0);
  const std::string problem = error_of("a.parquet", "PAR1....PAR1");
  unsetenv("ORUJO_PLUGINS");
  expect_message(problem,
                 "a.parquet: the plug-in for Parquet and Arrow, liborujo_arrow.so, is missing",
                 "/no/such/folder");
}

TEST(table_input, a_packed_table_is_told) {
  expect_message(error_of("a.parquet.gz", gzip_of("PAR1....PAR1")), "a.parquet.gz: ", "under gzip");
}

}  // namespace orujo::test
