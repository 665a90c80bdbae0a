// A progress bar on stderr, with rate and time left.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "orujo/base/settings.hpp"

namespace orujo::cli {

/// When progress is shown; `automatic` means on a terminal and not under CI, bars after one second.
enum class progress_mode { automatic, always, never };

/// What the setting `progress`, `--quiet` and the environment variable CI say together.
[[nodiscard]] progress_mode progress_mode_of(const settings& values, bool quiet);

/// One line that is drawn again and again while something runs.
/// - One thread at a time uses it.
/// - It is gone from the terminal after finish() or destruction.
class progress_bar {
public:
  using clock = std::chrono::steady_clock;

  struct task {
    std::string what;  ///< "reading roads.gr.xz"
    std::string unit;  ///< What is counted: "edges"; "B" is shown as sizes.
  };

  struct state {
    std::uint64_t done = 0;
    double share = 0;  ///< Of all, 0 … 1; 0 if it is not known.
  };

  progress_bar(task shown, progress_mode mode);
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;
  ~progress_bar();

  /// Names the task at once, before it is known how fast it is: for work that may be silent for
  /// long.
  void announce();

  /// Says how much is done; draws at most ten times a second.
  void advance_to(const state& state_now);

  /// Removes the line.
  void finish() noexcept;

private:
  void draw(const std::string& shown);

  task task_;
  bool shown_ = false;  // may be drawn at all
  bool drawn_ = false;  // stands on the terminal now
  clock::time_point start_ = clock::now();
  clock::time_point next_draw_;
};

/// The text of a bar (without colour and line control), for `seconds` after the start.
[[nodiscard]] std::string progress_line(const progress_bar::task& shown,
                                        const progress_bar::state& now, double seconds);

}  // namespace orujo::cli
