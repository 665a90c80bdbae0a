// orujo wordcount: how often each word occurs in texts.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/map_reduce_phases.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/frameworks/map_reduce/word_count.hpp"
#include "orujo/graph/tables/table_output.hpp"

namespace orujo::cli {

namespace {

struct wordcount_options {
  run_options run;
  std::vector<std::string> files;
  std::uint64_t top = 10;
};

void note_words(run_record& record, counting_set<std::string>& counts, std::uint64_t top) {
  record.result["words"] = counts.total();
  record.result["distinct"] = counts.size();
  json most = json::array();
  for (const auto& [word, count] : counts.top(top)) {
    most.push_back({{"word", word}, {"count", count}});
  }
  record.result["top"] = std::move(most);
}

run_record count_on(rank_team& team, const wordcount_options& options) {
  const rank_counts before = count_rank(team);
  run_record record;
  counting_set<std::string> counts(team, {.name = "words"});
  progress_bar bar(
      {.what = "counting words", .unit = "B"},
      is_first(team) ? progress_mode_of(team.values(), options.run.quiet) : progress_mode::never);
  for (std::uint64_t i = 0; i < options.run.trials; ++i) {
    counts.clear();
    const auto start = team.transport().now();
    const map_reduce_report phases = as_trial(team, [&] {
      text_files texts(team, options.files);
      record.work["bytes"] = texts.bytes();
      const auto bytes = static_cast<double>(texts.bytes());
      return count_words(texts, counts, {.note_progress = [&](double share) {
                           bar.advance_to({static_cast<std::uint64_t>(share * bytes), share});
                         }});
    });
    trial_record trial;
    trial.seconds =
        all_max(team, std::chrono::duration<double>(team.transport().now() - start).count());
    record.trials.push_back(std::move(trial));
    note_phases(record, phases);
  }
  bar.finish();
  record.work["table_bytes"] = counts.bytes();
  note_words(record, counts, options.top);
  if (options.run.output) { write_word_counts(counts, *options.run.output); }
  add_team_facts(record, team, before);
  return record;
}

exit_code run_wordcount(wordcount_options options) {
  require(!options.files.empty(),
          "wordcount needs a FILE of text, or - for standard input (see orujo wordcount --help)");
  if (options.run.output) { check_table_name(*options.run.output); }
  for (std::string& file : options.files) {
    if (file == standard_input_name) {
      require(options.files.size() == 1, "standard input (-) is read alone, without other files");
      options.run.graph.graph = file;
      file = path_of_graph(file);
    }
    options.run.inputs.push_back({"FILE", file});
  }
  return run_and_print("wordcount", options.run,
                       [&](rank_team& team) { return count_on(team, options); });
}

void add_word_options(CLI::App& app, wordcount_options& options) {
  app.add_option("FILE", options.files,
                 "Texts, as they are or packed by gzip, xz, zstd or bzip2; - is standard input")
      ->type_name("...");
  app.add_option("--top", options.top, "Name so many words of highest count")
      ->type_name("K")
      ->check(whole_number())
      ->capture_default_str()
      ->group(result_group);
  app.add_option("--output", options.run.output,
                 "Write each word with its count to FILE.csv, .csv.gz, .npy or .parquet, or as CSV "
                 "to stdout with -")
      ->type_name("FILE")
      ->group(result_group);
}

}  // namespace

command add_wordcount_command(CLI::App& parent) {
  auto options = std::make_shared<wordcount_options>();
  options->run.method = "map_reduce";
  CLI::App* app = add_subcommand(
      parent, {.name = "wordcount",
               .group = "Frameworks",
               .help = "How often each word occurs in texts; words are what stands between blanks",
               .example = "  orujo wordcount books/*.txt.gz --top 20\n"
                          "  orujo wordcount war-and-peace.txt --output words.parquet"});
  add_word_options(*app, *options);
  add_trials_option(*app, options->run);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_wordcount(*options); }};
}

}  // namespace orujo::cli
