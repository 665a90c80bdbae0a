// The files that wait for their names.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/output_batch.hpp"

#include <atomic>
#include <utility>

namespace orujo {

namespace {

// Files are committed deep inside of what knows nothing of commands.
std::atomic<output_batch*> living{nullptr};

}  // namespace

output_batch::output_batch() { living.store(this); }

output_batch::~output_batch() { living.store(nullptr); }

output_batch* output_batch::current() noexcept { return living.load(); }

void output_batch::add(std::unique_ptr<staged_file> file) {
  const std::lock_guard lock(mutex_);
  files_.push_back(std::move(file));
}

void output_batch::publish() {
  const std::lock_guard lock(mutex_);
  for (const auto& each : files_) { each->publish(); }
  files_.clear();
}

}  // namespace orujo
