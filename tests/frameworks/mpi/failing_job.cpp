// A job whose part PART throws, with result files in FOLDER: `failing_job PART FOLDER`.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "frameworks/throwing_job.hpp"
#include "orujo/runtime/main_program.hpp"

int main(int argc, char** argv) {
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::require(argc == 3, "failing_job needs a PART and a FOLDER");
    orujo::test::write_results_of_failing_job(team, std::string(argv[2]) + "/", argv[1]);
  });
}
