// Runs a command's work on a team, and collects what the team can say about the run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "orujo/base/error.hpp"
#include "orujo/base/output_batch.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/json.hpp"
#include "orujo/report/run_record.hpp"
#include "orujo/report/team_facts.hpp"

namespace orujo::cli {

/// Runs `program` on every rank of the team that `options` describe, if the files that they name
/// can be written. Signals interrupt it. Throws: input_error, and what run_team() throws.
void run_on_team(const run_options& options, const std::function<void(rank_team&)>& program);

/// Runs `work` on every rank of the team that `options` describe, then prints the record that it
/// returned on the first rank, as `options` ask: a record of `algorithm`, with the method and the
/// seed of `options`.
/// Returns answer_is_no if an answer was verified and wrong. Throws: as run_on_team().
[[nodiscard]] exit_code run_and_print(const char* algorithm, const run_options& options,
                                      const std::function<run_record(rank_team&)>& work);

/// Writes the document where it is wanted, and gives the files of the run their names before
/// anything goes to stdout, which may be closed or full: that costs no more than what it would have
/// shown. Returns whether the document went there. Throws: input_error, interrupted_error; then no
/// file has its name, unless stdout failed.
bool write_document_and_publish(output_batch& files, const run_options& options,
                                const std::function<json()>& document);

/// Prints `text` on stdout; where stdout is what `output` names, on stderr.
/// Throws: input_error if stdout does not take it.
void print_beside(std::string_view text, const std::optional<std::string>& output);

[[nodiscard]] inline bool is_first(const rank_team& team) noexcept {
  return team.rank() == rank_id{0};
}

}  // namespace orujo::cli
