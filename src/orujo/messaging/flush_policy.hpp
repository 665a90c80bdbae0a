// When is a buffer that is not full sent?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "orujo/base/metrics.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"

namespace orujo {

/// How one buffer stands at a look.
struct buffer_state {
  std::uint32_t messages;     ///< In the buffer now, at least one.
  std::uint32_t capacity;     ///< Of the buffer.
  std::uint32_t grown;        ///< Messages since the last look.
  std::uint32_t quiet_looks;  ///< Looks in a row, this one included, at which it had not grown.
};

/// Decides, once per round of progress, whether a partly filled buffer is sent now. Full buffers
/// are always sent, and so is everything when the body of an epoch has ended, when a worker has
/// nothing else to do, or when the program calls flush(). Each worker of each channel has its own
/// object, so a policy may keep a history.
class flush_policy {
public:
  virtual ~flush_policy() = default;

  [[nodiscard]] virtual bool due(const buffer_state& state) = 0;

  /// A round begins: due() is asked once for each buffer that is not empty.
  virtual void start_round() {}

  /// A parcel with so many messages has left, for whatever reason.
  virtual void note_sent(std::uint64_t messages) { static_cast<void>(messages); }

  /// The metric that counts the parcel that due() has just decided to send.
  [[nodiscard]] virtual metric counted_as() const noexcept {
    return metric::flushes_stopped_growing;
  }

  /// What the report card says of it.
  [[nodiscard]] virtual report_row describe() const = 0;
};

/// Sends full buffers only.
class flush_when_full final : public flush_policy {
public:
  bool due(const buffer_state& /*state*/) override { return false; }
  [[nodiscard]] report_row describe() const override {
    return {"flush policy", "when full, or when the worker is idle", {}};
  }
};

/// Sends a buffer that has stopped growing: waiting longer would only add latency.
class flush_when_growth_stops final : public flush_policy {
public:
  explicit flush_when_growth_stops(std::uint32_t patience) : patience_(patience) {}

  bool due(const buffer_state& state) override { return state.quiet_looks >= patience_; }
  [[nodiscard]] report_row describe() const override {
    return {"flush policy",
            "when full, when it stopped growing, or when the worker is idle",
            {{"patience", static_cast<double>(patience_), "looks without growth"}}};
  }

private:
  std::uint32_t patience_;
};

/// As flush_when_growth_stops, and sends a buffer that holds an eighth of a parcel and has grown by
/// less than a quarter of one since the last look. It is for messages that tasks wait for: if two
/// workers send all their requests before the first answer comes, each waits for the other.
class flush_when_growth_slows final : public flush_policy {
public:
  explicit flush_when_growth_slows(std::uint32_t patience) : stops_(patience) {}

  bool due(const buffer_state& state) override {
    const bool slow = state.grown < state.capacity / 4;
    return stops_.due(state) || (slow && state.messages >= state.capacity / 8);
  }
  [[nodiscard]] report_row describe() const override {
    report_row row = stops_.describe();
    row.value = "when full, when it grows slowly, or when the worker is idle";
    return row;
  }

private:
  flush_when_growth_stops stops_;
};

/// How fast messages are made, in messages per round, next to how fast they were lately.
class message_rate {
public:
  /// Says that `messages` were made in the last round.
  void note(double messages) noexcept {
    smooth_ += (messages - smooth_) / 4;
    best_ = std::max(best_ - best_ / 64, smooth_);
  }

  /// Whether the rate is below `share` of its best, which fades in some hundred rounds.
  [[nodiscard]] bool is_below(double share) const noexcept { return smooth_ < share * best_; }

private:
  double smooth_ = 0;
  double best_ = 0;
};

/// Besides a buffer that has stopped growing, sends all once messages are made more slowly than
/// before: then a phase nears its end, and whoever waits for it waits for these.
class flush_when_rate_falls final : public flush_policy {
public:
  flush_when_rate_falls(std::uint32_t patience, double drop) : patience_(patience), drop_(drop) {}

  void start_round() override {
    // Made between the last two looks: what left, and by how much more the buffers hold.
    const std::uint64_t made = sent_before_ + held_;
    rate_.note(static_cast<double>(made - std::min(made, held_before_)));
    held_before_ = std::exchange(held_, 0);
    sent_before_ = std::exchange(sent_, 0);
    falls_ = rate_.is_below(drop_);
  }
  void note_sent(std::uint64_t messages) override { sent_ += messages; }

  bool due(const buffer_state& state) override {
    held_ += state.messages;
    is_quiet_ = state.quiet_looks >= patience_;
    return is_quiet_ || falls_;
  }
  [[nodiscard]] metric counted_as() const noexcept override {
    return is_quiet_ ? metric::flushes_stopped_growing : metric::flushes_rate_fell;
  }

  [[nodiscard]] report_row describe() const override {
    return {"flush policy",
            "when full, when it stopped growing, when fewer messages are made, or when the worker "
            "is idle",
            {{"patience", static_cast<double>(patience_), "looks without growth"},
             {"drop", drop_, "of the best rate"}}};
  }

private:
  std::uint32_t patience_;
  double drop_;
  message_rate rate_;
  std::uint64_t held_ = 0;         // in the buffers, as this round has seen them
  std::uint64_t held_before_ = 0;  // one round earlier
  std::uint64_t sent_ = 0;         // since this round began
  std::uint64_t sent_before_ = 0;  // in the round before
  bool falls_ = false;
  bool is_quiet_ = false;
};

/// The policy that the settings name; `awaited` if tasks wait for what the messages bring.
[[nodiscard]] inline std::unique_ptr<flush_policy> make_flush_policy(const settings& values,
                                                                     bool awaited = false) {
  const auto name = values.choice(setting::flush_policy);
  if (name == "full") { return std::make_unique<flush_when_full>(); }
  const auto patience = static_cast<std::uint32_t>(values.integer(setting::flush_patience));
  if (name == "adaptive") {
    return std::make_unique<flush_when_rate_falls>(patience, values.real(setting::flush_rate_drop));
  }
  if (awaited) { return std::make_unique<flush_when_growth_slows>(patience); }
  return std::make_unique<flush_when_growth_stops>(patience);
}

}  // namespace orujo
