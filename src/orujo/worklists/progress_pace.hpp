// How many items does a worker process before it lets messages in again?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

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

/// As another pace while at least `limit` items wait, and one item at a time while there are fewer:
/// a short queue has little to choose from, and better items may be on their way. (The eager limit
/// of Distributed Control.)
class eager_pace final : public progress_pace {
public:
  eager_pace(std::unique_ptr<progress_pace> usual, std::size_t limit)
      : usual_(std::move(usual)), limit_(limit) {}

  [[nodiscard]] std::size_t items(std::size_t queued) override {
    const std::size_t usual = usual_->items(queued);
    return queued < limit_ ? 1 : std::min(usual, queued - limit_ + 1);
  }
  [[nodiscard]] report_row describe() const override {
    report_row row = usual_->describe();
    row.numbers.push_back({"eager limit", static_cast<double>(limit_), "items"});
    return row;
  }

private:
  std::unique_ptr<progress_pace> usual_;
  std::size_t limit_;
};

/// The pace that the settings name.
[[nodiscard]] inline std::unique_ptr<progress_pace> make_progress_pace(const settings& values) {
  const auto items = static_cast<std::size_t>(values.integer(setting::pace_items));
  std::unique_ptr<progress_pace> pace;
  if (values.choice(setting::progress_pace) == "fixed") {
    pace = std::make_unique<fixed_pace>(items);
  } else {
    pace = std::make_unique<adaptive_pace>(items);
  }
  const auto limit = static_cast<std::size_t>(values.integer(setting::eager_limit));
  return limit == 0 ? std::move(pace) : std::make_unique<eager_pace>(std::move(pace), limit);
}

}  // namespace orujo
