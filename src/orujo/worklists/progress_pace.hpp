// How many items does a worker process before it lets messages in again?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"

namespace orujo {

/// Decides, once per round of progress, how many items are processed until the next one. Each
/// worker has its own object, so a policy may keep a history.
class progress_pace {
public:
  virtual ~progress_pace() = default;

  /// So many items, at least one, with `queued` of them waiting.
  [[nodiscard]] virtual std::size_t items(std::size_t queued) = 0;

  /// What the report card says of it.
  [[nodiscard]] virtual report_row describe() const = 0;
};

/// Always equally many.
class fixed_pace final : public progress_pace {
public:
  explicit fixed_pace(std::size_t items) : items_(items) {}

  [[nodiscard]] std::size_t items(std::size_t /*queued*/) override { return items_; }
  [[nodiscard]] report_row describe() const override {
    return {"progress pace",
            "equally many items between rounds of progress",
            {{"items", static_cast<double>(items_), "always"}}};
  }

private:
  std::size_t items_;
};

/// Half as many each time that the queue has grown: then messages come in fast, and a longer queue
/// has better items to choose from. Twice as many each time that it has not. From a quarter to
/// sixteen times as many as at first. (The adaptive frequency of Distributed Control.)
class adaptive_pace final : public progress_pace {
public:
  explicit adaptive_pace(std::size_t items)
      : first_(items), least_(std::max<std::size_t>(1, items / 4)), most_(items * 16) {}

  [[nodiscard]] std::size_t items(std::size_t queued) override {
    items_ = queued > last_queued_ ? std::max(least_, items_ / 2) : std::min(most_, items_ * 2);
    last_queued_ = queued;
    return items_;
  }
  [[nodiscard]] report_row describe() const override {
    return {"progress pace",
            "fewer items between rounds of progress while the queue grows",
            {{"items", static_cast<double>(first_), "at first"},
             {"least", static_cast<double>(least_), "items"},
             {"most", static_cast<double>(most_), "items"}}};
  }

private:
  std::size_t first_;
  std::size_t least_;
  std::size_t most_;
  std::size_t items_ = first_;
  std::size_t last_queued_ = 0;
};

/// The pace that the settings name.
[[nodiscard]] inline std::unique_ptr<progress_pace> make_progress_pace(const settings& values) {
  const auto items = static_cast<std::size_t>(values.integer(setting::pace_items));
  if (values.choice(setting::progress_pace) == "fixed") {
    return std::make_unique<fixed_pace>(items);
  }
  return std::make_unique<adaptive_pace>(items);
}

}  // namespace orujo
