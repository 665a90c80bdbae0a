// Four-counter termination detection over a binomial tree of ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/wave_search.hpp"

#include <algorithm>

#include "orujo/base/error.hpp"
#include "orujo/epochs/rank_tree.hpp"

namespace orujo {

using std::chrono::microseconds;

wave_search::wave_search(const searched_epoch& of)
    : end_search(of),
      children_(tree_children(of.team.rank(), of.team.size())),
      children_notes_(of.note != nullptr ? children_.size() : 0),
      wave_began_(opened_) {}

microseconds wave_search::drive(worker& self) {
  if (rests_) { return rest(self); }
  if (contributed_ || children_heard_ != children_.size()) { return microseconds::max(); }
  contribute(self);
  return microseconds::zero();
}

/// As drive(), at the root between two waves.
microseconds wave_search::rest(worker& self) {
  const clock::time_point now = of_.team.transport().now();
  if (now < next_wave_) { return std::chrono::ceil<microseconds>(next_wave_ - now); }
  rests_ = false;
  start_wave(self, wave_ + 1);
  return microseconds::zero();
}

void wave_search::contribute(worker& self) {
  const rank_team::message_counts own = counts();
  const tally sums{.sent = own.all_sent() + children_sums_.sent,
                   .handled = own.handled + children_sums_.handled};
  note_ = own_note();
  for (const note_bytes& below : children_notes_) { add_note(note_, below); }
  contributed_ = true;
  if (is_root()) {
    self.metrics.add(metric::termination_waves);
    decide(self, sums);
  } else {
    tell(self, tree_parent(of_.team.rank()),
         control_message{
             .kind = message_kind::counts_up, .wave = wave_, .sums = sums, .note = note_});
  }
}

void wave_search::decide(worker& self, const tally& sums) {
  // The sums of the previous wave were all read before any of this wave. Equal in both, no counter
  // has moved in between; sent == handled, so there was nothing left then, nor can there be now.
  const bool nothing_left = wave_ > 0 && sums == previous_ && sums.sent == sums.handled;
  previous_ = sums;
  if (nothing_left) {
    end_all(self, note_);
  } else if (sums.sent == sums.handled) {
    start_wave(self, wave_ + 1);
  } else {
    next_wave_ = wave_began_ + rest_at(of_.team.transport().now());
    rests_ = true;
  }
}

void wave_search::start_wave(worker& self, std::uint32_t wave) {
  wave_ = wave;
  if (is_root()) { wave_began_ = of_.team.transport().now(); }
  contributed_ = false;
  children_heard_ = 0;
  children_sums_ = {};
  tell_children(self, {.kind = message_kind::next_wave, .wave = wave, .sums = {}, .note = {}});
}

void wave_search::end_all(worker& self, const note_bytes& all) {
  tell_children(self, {.kind = message_kind::end, .wave = wave_, .sums = {}, .note = all});
  end_here(all);
}

void wave_search::hear(worker& self, parcel& buffer) {
  const auto what = words_of<control_message>(buffer);
  if (what.kind == message_kind::counts_up) {
    ORUJO_ASSERT(what.wave == wave_, "children take part in the wave their parent started");
    ++children_heard_;
    children_sums_.sent += what.sums.sent;
    children_sums_.handled += what.sums.handled;
    if (of_.note != nullptr) {
      const auto child =
          std::find(children_.begin(), children_.end(), rank_id{buffer.label.source});
      children_notes_[static_cast<std::size_t>(child - children_.begin())] = what.note;
    }
  } else if (what.kind == message_kind::next_wave) {
    start_wave(self, what.wave);
  } else {
    end_all(self, what.note);
  }
}

void wave_search::tell_children(worker& self, const control_message& what) {
  for (const rank_id child : children_) { tell(self, child, what); }
}

}  // namespace orujo
