// Looks for the end of an epoch in a small team, whose ranks report whom they sent how much.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "orujo/epochs/end_search.hpp"

namespace orujo {

/// Each rank that is idle, and has counted something since it last said so, reports how many
/// messages it has sent to each rank, and how many it has handled. Who has a report of each rank in
/// which as many were sent to every rank as that rank handled knows that the epoch has ended. (F.
/// Mattern, *Algorithms for distributed termination detection*, 1987: vectors of counters.) Of two
/// ranks each reports to the other, and both see the end, one step behind the last message. Of more
/// ranks all report to the first, which tells them the end: two steps, where two waves over a tree
/// take four for each of its levels. That all report to all would be one step, but wake each
/// rank that sleeps again and again, where ranks share cores.
///
/// Why reports made at different times suffice: a worker counts a message as sent before it leaves,
/// and one as handled after all that it led to has been counted as sent; a report reads what was
/// handled before what was sent. Say that the reports agree, and that a message is counted as sent
/// after its sender's report; let m be the first of these, sent by rank r. It came of a message to
/// r that r's report does not have among the handled, and that was sent before m, so within the
/// report of its sender. As the counts for r agree, r's report has among the handled another
/// message, which its sender counted after its own report. But r had handled it before r's report,
/// and so before m was sent, which is the first of its kind. So there is no such message: all that
/// is ever sent is in the reports, and all of it has been handled. (Where ranks share a class of
/// counters this does not hold: the search is for teams in which each has one.)
class report_search final : public end_search {
public:
  /// So many ranks are in a team at most.
  static constexpr int most_ranks = static_cast<int>(sent_classes);

  explicit report_search(const searched_epoch& of)
      : end_search(of), ranks_(static_cast<std::size_t>(of.team.size())) {}

  [[nodiscard]] std::chrono::microseconds drive(worker& self) override;
  void hear(worker& self, parcel& buffer) override;

private:
  friend struct hasty_epoch;  // of the tests, which break the rule to see that it is found

  /// The last one, which the first rank of several sends, has number 0: its note is of all ranks.
  struct report {
    std::uint32_t number;  ///< From 1.
    rank_team::message_counts counts;
    note_bytes note;
  };
  struct told_by {
    report last{};
    std::uint32_t reports = 0;  ///< That have arrived, perhaps not in order.
  };

  [[nodiscard]] bool is_first() const noexcept { return index_of(of_.team.rank()) == 0; }
  void tell_of_own(worker& self);
  void end_if_all_agree(worker& self);
  [[nodiscard]] bool all_agree() const noexcept;
  [[nodiscard]] note_bytes all_notes() const;

  std::size_t ranks_;
  std::array<told_by, most_ranks> told_;  // by rank
  clock::time_point next_report_;
};

}  // namespace orujo
