// Cuts a table into blocks, and their lines into cells.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/files/row_input.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/containers/files/cell_text.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/text_blocks.hpp"

namespace orujo {

void refuse_cell(std::string_view cell, const char* expected) {
  throw io::malformed_text(cell.data(),
                           fmt::format("expected {}, but found {}", expected, io::quoted(cell)));
}

void refuse_text(std::string_view text) {
  throw usage_error(
      fmt::format("a table cannot hold a text with a line break, such as {}", io::quoted(text)));
}

namespace {

/// The share of one rank.
class row_share {
public:
  row_share(const std::string& path, std::string_view heading, const input_part& part)
      : file_(std::make_shared<const io::graph_file>(path)),
        columns_(static_cast<std::size_t>(std::count(heading.begin(), heading.end(), ',')) + 1) {
    io::line_walker lines(file_->text());
    if (!lines.next() || lines.line() != heading) {
      file_->fail(file_->text().data(), fmt::format("expected the heading {}", heading));
    }
    blocks_ = io::open_blocks(file_, {.data_begin = lines.end()}, part);
  }

  /// Takes blocks until there are none, or somebody has found a problem. Call: any worker.
  void take_blocks(worker& self, const row_taker& take, const first_error& problem) const {
    io::text_block block;
    while (!problem.any() && blocks_->next(block)) { take_lines(self, take, block); }
  }

private:
  void take_lines(worker& self, const row_taker& take, const io::text_block& block) const {
    io::line_walker lines(block.text);
    try {
      while (lines.next()) {
        if (lines.line().empty()) { continue; }
        const std::vector<std::string_view> cells = io::cells_of(lines.line(), ',');
        if (cells.size() != columns_) {
          throw io::malformed_text(
              lines.line().data(),
              fmt::format("expected {} cells, but found {}", columns_, cells.size()));
        }
        take(self, cells);
      }
    } catch (const io::malformed_text& why) {
      throw input_error(file_->path(), blocks_->position_of(block, why.at()), why.what());
    } catch (const usage_error& why) {  // a row that does not fit into a message
      throw input_error(file_->path(), blocks_->position_of(block, lines.line().data()),
                        why.what());
    }
  }

  std::shared_ptr<const io::graph_file> file_;
  std::size_t columns_;
  std::unique_ptr<io::block_source> blocks_;
};

}  // namespace

void read_rows(rank_team& team, const std::string& path, std::string_view heading,
               const row_taker& take) {
  const input_part part{index_of(team.rank()), team.size()};
  const auto share =
      run_agreed(team, [&] { return std::make_unique<const row_share>(path, heading, part); });
  first_error problem;
  run_epoch(team, [&](worker& self) {
    run_kept(problem, [&] { share->take_blocks(self, take, problem); });
  });
  problem.agree(team);
}

}  // namespace orujo
