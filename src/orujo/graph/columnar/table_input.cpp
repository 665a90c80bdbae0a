// Workers take pieces in turn, and edges are made of a block while others read on.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/columnar/table_input.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/printable_text.hpp"
#include "orujo/graph/columnar/edge_maker.hpp"
#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/plans.hpp"

namespace orujo::columnar {

namespace {

/// A piece that is being read.
struct open_piece {
  std::size_t number = 0;
  std::uint64_t rows_done = 0;
  std::unique_ptr<table_piece> rows = nullptr;  ///< Nothing before the first row.
};

/// Pieces for the workers of a rank. One that is not read to its end is given back, and taken
/// first: hardly more pieces are open than there are workers.
class piece_queue {
public:
  piece_queue(std::size_t first, std::size_t last) : next_(first), last_(last) {}

  /// A piece; waits while others may give one back. Nothing: all are read.
  [[nodiscard]] std::optional<open_piece> take() {
    std::unique_lock hold(lock_);
    changed_.wait(hold, [&] { return !begun_.empty() || next_ < last_ || taken_ == 0; });
    if (begun_.empty() && next_ == last_) { return std::nullopt; }
    ++taken_;
    if (begun_.empty()) { return open_piece{.number = next_++}; }
    open_piece piece = std::move(begun_.back());
    begun_.pop_back();
    return piece;
  }

  void give_back(open_piece piece) {
    const std::lock_guard hold(lock_);
    begun_.push_back(std::move(piece));
    --taken_;
    changed_.notify_one();
  }

  /// A piece that was taken is read to its end, or cannot be.
  void finish_one() {
    const std::lock_guard hold(lock_);
    --taken_;
    changed_.notify_all();
  }

private:
  std::mutex lock_;  // guards what follows
  std::condition_variable changed_;
  std::size_t next_;
  std::size_t last_;
  std::size_t taken_ = 0;
  std::vector<open_piece> begun_;
};

/// What is read, and what is known of it.
struct table_plan {
  input_facts facts;
  edge_layout layout;
  std::vector<std::size_t> columns;  ///< Source, target and perhaps weight.
};

std::string describe(const table_facts& table, const edge_layout& layout,
                     const io::column_facts& found) {
  std::string text = fmt::format("{}, {} columns", table.description, table.columns.size());
  if (layout.weights != io::weight_column::absent) {
    text += fmt::format(", {}", io::describe(layout.weights));
  }
  if (layout.has_names) { text += ", vertices with names"; }
  if (!found.left_out.empty()) {
    text += fmt::format(", left out: {}", fmt::join(found.left_out, ", "));
  }
  return text;
}

/// Throws: malformed_table, malformed_text.
table_plan plan_table(const table_facts& table, const open_options& options) {
  std::vector<std::string> names;
  std::vector<bool> numbers;
  for (const table_column& column : table.columns) {
    names.push_back(column.name);
    numbers.push_back(column.kind != value_kind::text && column.kind != value_kind::other);
  }
  const io::column_facts found = io::find_named_columns(names, numbers, options);
  const io::cell_layout& cells = found.cells;
  table_plan plan;
  plan.layout = layout_of(table.columns[cells.source], table.columns[cells.target],
                          cells.weight ? &table.columns[*cells.weight] : nullptr, options);
  plan.columns = {cells.source, cells.target};
  if (plan.layout.weight) { plan.columns.push_back(*cells.weight); }
  plan.facts.recognised = describe(table, plan.layout, found);
  plan.facts.guesses = found.guesses;
  plan.facts.guesses.insert(plan.facts.guesses.end(), table.guesses.begin(), table.guesses.end());
  if (plan.layout.has_names && options.ids == id_use::guessed) {
    plan.facts.guesses.emplace_back("vertices have names (else say --ids numbers)");
  }
  io::note_weights(plan.facts, plan.layout.weights);
  plan.facts.declared_edges = table.rows;
  return plan;
}

class table_input final : public edge_input {
public:
  table_input(named_table table, table_plan plan, input_part part)
      : table_(std::move(table)),
        facts_(std::move(plan.facts)),
        columns_(std::move(plan.columns)),
        names_(plan.layout.has_names ? std::make_shared<name_table>() : nullptr),
        maker_(std::move(plan.layout), names_),
        first_(share(static_cast<std::size_t>(part.index), part)),
        last_(share(static_cast<std::size_t>(part.index) + 1, part)),
        pieces_(first_, last_) {
    facts_.name = table_.name;
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return names_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    table_block block;
    while (auto piece = pieces_.take()) {
      const std::size_t number = piece->number;
      const std::uint64_t row = piece->rows_done;
      if (!read(std::move(*piece), block)) { continue; }
      rows_read_.fetch_add(block.rows, std::memory_order_relaxed);  // relaxed: a figure
      try {
        maker_.make(block, chunk);
      } catch (const malformed_row& problem) {
        fail(fmt::format("{}, {}", row_name(number, row + problem.row()), problem.what()));
      }
      if (!chunk.edges.empty()) { return true; }
    }
    return false;
  }

  void check_complete(std::uint64_t edges_of_all_parts) const override {
    const auto declared = facts_.declared_edges;
    if (declared && *declared != edges_of_all_parts) {
      fail(fmt::format("declares {} rows but holds {}: it is damaged", *declared,
                       edges_of_all_parts));
    }
    if (edges_of_all_parts == 0) { fail("holds no edges"); }
  }

  [[nodiscard]] double progress() const override {
    const table_facts& table = table_.source->facts();
    if (last_ == first_) { return 1.0; }
    if (!table.rows) { return 0.0; }
    const double share = static_cast<double>(last_ - first_) / static_cast<double>(table.pieces);
    const double all = std::max(1.0, static_cast<double>(*table.rows) * share);
    return std::min(1.0, static_cast<double>(rows_read_.load(std::memory_order_relaxed)) / all);
  }

private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw input_error(table_.path, {}, problem);
  }

  /// The first piece of part `index`.
  [[nodiscard]] std::size_t share(std::size_t index, input_part part) const {
    return table_.source->facts().pieces * index / static_cast<std::size_t>(part.count);
  }

  /// Reads the next block of `piece`, and gives it back or ends it. Throws: input_error.
  bool read(open_piece piece, table_block& block) {
    try {
      if (piece.rows == nullptr) { piece.rows = table_.source->open(piece.number, columns_); }
      if (piece.rows->next(block)) {
        piece.rows_done += block.rows;
        pieces_.give_back(std::move(piece));
        return true;
      }
    } catch (const malformed_table& problem) {
      pieces_.finish_one();
      const std::string shown = printable(problem.what());
      fail(fmt::format("{} {}: {}", table_.source->facts().piece_name, piece.number + 1, shown));
    }
    pieces_.finish_one();
    return false;
  }

  /// "row 7", counted from 1 and from the beginning of the file if that is known.
  [[nodiscard]] std::string row_name(std::size_t piece, std::uint64_t row) const {
    const table_facts& table = table_.source->facts();
    if (piece < table.rows_before.size()) { row += table.rows_before[piece]; }
    if (!table.rows_before.empty() || table.pieces == 1) { return fmt::format("row {}", row + 1); }
    return fmt::format("{} {}, row {}", table.piece_name, piece + 1, row + 1);
  }

  named_table table_;
  input_facts facts_;
  std::vector<std::size_t> columns_;
  std::shared_ptr<name_table> names_;
  edge_maker maker_;
  std::size_t first_;  // the pieces of this part are first_ … last_-1
  std::size_t last_;
  piece_queue pieces_;
  std::atomic<std::uint64_t> rows_read_{0};
};

}  // namespace

std::unique_ptr<edge_input> make_table_input(named_table table, input_part part,
                                             const open_options& options) {
  try {
    table_plan plan = plan_table(table.source->facts(), options);
    return std::make_unique<table_input>(std::move(table), std::move(plan), part);
  } catch (const io::malformed_text& problem) {
    throw input_error(table.path, {}, problem.what());
  } catch (const malformed_table& problem) { throw input_error(table.path, {}, problem.what()); }
}

std::unique_ptr<edge_input> open_table_input(std::shared_ptr<const io::graph_file> file,
                                             file_format format, input_part part,
                                             const open_options& options) {
  if (file->packing() != compression::none) {
    file->fail(nullptr, fmt::format("is a table ({}) under {}; unpack it first, for it is packed "
                                    "inside",
                                    name_of(format), name_of(file->packing())));
  }
  const table_format kind =
      format == file_format::parquet ? table_format::parquet : table_format::arrow;
  named_table table{
      .path = file->path(), .name = std::string(file->name()), .held = file, .source = {}};
  try {
    table.source = open_table_plugin().open(kind, std::as_bytes(std::span(file->bytes())));
  } catch (const plugin_problem& problem) {
    file->fail(nullptr, problem.what());
  } catch (const malformed_table& problem) {
    file->fail(nullptr,
               fmt::format("cannot be read as {}: {}", name_of(format), printable(problem.what())));
  }
  return make_table_input(std::move(table), part, options);
}

}  // namespace orujo::columnar
