// The report card: every choice in force with its numbers, filled by the objects that made it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace orujo {

/// The parts of the card, in the order in which they are printed.
enum class report_section {
  transport,
  messaging,
  termination,
  scheduling,
  memory,
  graph,
  algorithm,
};

/// One figure that belongs to a choice: without it a measurement cannot be interpreted.
struct report_number {
  std::string name;
  double value = 0;
  std::string unit;
};

/// One choice: what it is called, what was chosen, and the figures that go with it.
struct report_row {
  std::string choice;
  std::string value;
  std::vector<report_number> numbers;
};

/// A row with the section it stands in.
struct report_entry {
  report_section section;
  report_row row;
};

/// The choices in force in one run. A value type; running objects fill it in
/// `void describe(report_card& card) const`, and runtime/report_card_text.hpp renders it.
class report_card {
public:
  /// What becomes of rows that are added.
  enum class rows : bool { kept, dropped };

  report_card() = default;
  explicit report_card(rows how) : how_(how) {}

  /// Adds `row` to `section`; a row of the same choice there is replaced.
  void add(report_section section, report_row row) {
    if (how_ == rows::dropped) { return; }
    const auto is_same = [&](const report_entry& entry) {
      return entry.section == section && entry.row.choice == row.choice;
    };
    const auto same = std::find_if(entries_.begin(), entries_.end(), is_same);
    if (same != entries_.end()) {
      same->row = std::move(row);
    } else {
      entries_.push_back({section, std::move(row)});
    }
  }

  /// All rows in the order in which they were added.
  [[nodiscard]] const std::vector<report_entry>& entries() const noexcept { return entries_; }

private:
  rows how_ = rows::kept;
  std::vector<report_entry> entries_;
};

}  // namespace orujo
