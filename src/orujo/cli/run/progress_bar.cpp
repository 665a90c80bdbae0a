// Draws progress bars.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/environment.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/printable_text.hpp"
#include "orujo/base/text_table.hpp"

namespace orujo::cli {

namespace {

constexpr int bar_cells = 24;
constexpr std::chrono::milliseconds first_draw{1000};
constexpr std::chrono::milliseconds draw_interval{100};

std::string amount_text(const progress_bar::task& shown, double amount) {
  return shown.unit == "B" ? size_text(amount) : number_text(std::floor(amount)) + " " + shown.unit;
}

bool is_set(const char* name) {
  const auto value = environment_value(name);
  return value && !value->empty();
}

}  // namespace

progress_mode progress_mode_of(const settings& values, bool quiet) {
  if (quiet) { return progress_mode::never; }
  const std::string_view choice = values.choice(setting::progress);
  if (choice == "always") { return progress_mode::always; }
  return choice == "never" || is_set("CI") ? progress_mode::never : progress_mode::automatic;
}

std::string progress_line(const progress_bar::task& shown, const progress_bar::state& now,
                          double seconds) {
  const auto amount = static_cast<double>(now.done);
  std::string line = shown.what + "  ";
  if (now.share > 0) {
    const double share = std::min(1.0, now.share);
    const auto full = static_cast<int>(share * bar_cells);
    line +=
        fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %  ", "", full, "", bar_cells - full, share * 100);
  } else {
    line += amount_text(shown, amount) + "  ";
  }
  if (seconds > 0) { line += amount_text(shown, amount / seconds) + "/s"; }
  if (now.share > 0 && now.share < 1) {
    line += fmt::format("  {} left", duration_text(seconds * (1 - now.share) / now.share));
  }
  return line;
}

progress_bar::progress_bar(task shown, progress_mode mode) : task_(std::move(shown)) {
  shown_ =
      mode == progress_mode::always || (mode == progress_mode::automatic && stderr_is_terminal());
  next_draw_ = start_ + (mode == progress_mode::always ? draw_interval : first_draw);
}

progress_bar::~progress_bar() { finish(); }

void progress_bar::announce() {
  if (shown_) { draw(task_.what + " ..."); }
}

void progress_bar::advance_to(const state& state_now) {
  if (!shown_) { return; }
  const clock::time_point now = clock::now();
  if (now < next_draw_) { return; }
  next_draw_ = now + draw_interval;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  draw(progress_line(task_, state_now, seconds));
}

void progress_bar::draw(const std::string& shown) {
  const std::string line = printable(shown);
  // Return to the first column, draw, erase what is left of the line before.
  print_status(is_set("NO_COLOR") ? "\r" + line + "\033[K" : "\r\033[36m" + line + "\033[0m\033[K");
  drawn_ = true;
}

void progress_bar::finish() noexcept {
  if (!drawn_) { return; }
  print_status("\r\033[K");
  drawn_ = false;
}

}  // namespace orujo::cli
