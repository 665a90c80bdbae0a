// Reports, and when they agree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/report_search.hpp"

namespace orujo {

std::chrono::microseconds report_search::drive(worker& self) {
  using std::chrono::microseconds;
  const rank_team::message_counts now_counted = counts();
  told_by& mine = told_[static_cast<std::size_t>(index_of(of_.team.rank()))];
  if (mine.reports > 0 && now_counted == mine.last.counts) { return microseconds::max(); }
  const clock::time_point now = of_.team.transport().now();
  if (now < next_report_) { return std::chrono::ceil<microseconds>(next_report_ - now); }
  next_report_ = now + rest_at(now);
  mine.last = {.number = ++mine.reports, .counts = now_counted, .note = own_note()};
  self.metrics.add(metric::termination_waves);
  if (!is_first()) {
    tell(self, rank_id{0}, mine.last);
  } else if (ranks_ == 2) {
    tell(self, rank_id{1}, mine.last);
  }
  end_if_all_agree(self);
  return has_ended() ? microseconds::zero() : microseconds::max();
}

void report_search::hear(worker& self, parcel& buffer) {
  const auto news = words_of<report>(buffer);
  if (news.number == 0) { return end_here(news.note); }
  told_by& sender = told_[buffer.label.source];
  ++sender.reports;
  if (news.number > sender.last.number) { sender.last = news; }
  end_if_all_agree(self);
}

void report_search::end_if_all_agree(worker& self) {
  if (!all_agree()) { return; }
  const note_bytes all = all_notes();
  if (ranks_ > 2) {
    for (std::size_t r = 1; r < ranks_; ++r) {
      tell(self, rank_id{static_cast<int>(r)}, report{.number = 0, .counts = {}, .note = all});
    }
  }
  end_here(all);
}

bool report_search::all_agree() const noexcept {
  for (std::size_t r = 0; r < ranks_; ++r) {
    // An older report that has not arrived yet would come when the port is closed.
    if (told_[r].reports == 0 || told_[r].reports != told_[r].last.number) { return false; }
  }
  for (std::size_t to = 0; to < ranks_; ++to) {
    std::uint64_t sent = 0;
    for (std::size_t from = 0; from < ranks_; ++from) { sent += told_[from].last.counts.sent[to]; }
    if (sent != told_[to].last.counts.handled) { return false; }
  }
  return true;
}

/// Combined in the order in which the tree of a larger team does it.
note_bytes report_search::all_notes() const {
  std::array<note_bytes, most_ranks> notes;
  for (std::size_t r = 0; r < ranks_; ++r) { notes[r] = told_[r].last.note; }
  for (std::size_t bit = 1; bit < ranks_; bit *= 2) {
    for (std::size_t r = 0; r + bit < ranks_; r += 2 * bit) { add_note(notes[r], notes[r + bit]); }
  }
  return notes[0];
}

}  // namespace orujo
