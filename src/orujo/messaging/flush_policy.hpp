// When is a buffer that is not full sent?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

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
/// are always sent, and so is everything when a worker has nothing else to do or the program calls
/// flush(). Each worker of each channel has its own object, so a policy may keep a history.
class flush_policy {
public:
  virtual ~flush_policy() = default;

  [[nodiscard]] virtual bool due(const buffer_state& state) = 0;

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

/// As flush_when_growth_stops, and sends a buffer that holds an eighth of a parcel and grew by less
/// than a quarter at a look. For messages that tasks wait for: where each worker has sent all it
/// can before the first answer comes, both wait in turn.
class flush_when_growth_slows final : public flush_policy {
public:
  explicit flush_when_growth_slows(std::uint32_t patience) : stops_(patience) {}

  bool due(const buffer_state& state) override {
    const bool slow = state.grown < state.capacity / 4;
    return stops_.due(state) || (slow && state.messages >= state.capacity / 8);
  }
  [[nodiscard]] report_row describe() const override {
    report_row row = stops_.describe();
    row.choice = "when full, when it grows slowly, or when the worker is idle";
    return row;
  }

private:
  flush_when_growth_stops stops_;
};

/// The policy that the settings name; `awaited` if tasks wait for what the messages bring.
[[nodiscard]] inline std::unique_ptr<flush_policy> make_flush_policy(const settings& values,
                                                                     bool awaited = false) {
  const auto name = values.choice(setting::flush_policy);
  if (name == "full") { return std::make_unique<flush_when_full>(); }
  const auto patience = static_cast<std::uint32_t>(values.integer(setting::flush_patience));
  if (awaited) { return std::make_unique<flush_when_growth_slows>(patience); }
  return std::make_unique<flush_when_growth_stops>(patience);
}

}  // namespace orujo
