// What went wrong below the finishes of a rank, until each throws it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/tasks/task_errors.hpp"

namespace orujo {

class worker;

/// Names a finish on every rank: its rank and the address of its join there. 0: none.
enum class join_id : std::uint64_t {};

/// A part of what a failure says, on its way to the rank of its finish: closures are short, and
/// texts name files.
struct failure_part {
  join_id finish;
  std::uint32_t from;    ///< The rank of the failure.
  std::uint32_t number;  ///< Among the failures of that rank.
  exit_code code;
  std::uint32_t all;    ///< Bytes of the whole text.
  std::uint32_t begin;  ///< Of these bytes in it.
  std::uint32_t size;
  char text[200];

  /// Adds the part to the failures of this rank, and takes its sender's count back.
  void operator()(worker& self) const;
};

/// The first failure of each finish of this rank. Call: any worker of the rank.
class finish_failures {
public:
  /// Keeps `failure` for `finish`, unless it has one.
  void add(join_id finish, const task_error& failure);

  /// Keeps one part of a failure of another rank, unless `finish` has another failure.
  void add(const failure_part& part);

  /// The failure of `finish`, which has one, for it to throw.
  [[nodiscard]] task_error take(join_id finish);

  /// Any failure that no finish has thrown. Call: once no message is on its way.
  [[nodiscard]] std::optional<task_error> any() const;

private:
  struct entry {
    std::uint64_t name = 0;  ///< The rank of the failure, and its number there.
    exit_code code{};
    std::string text;
  };

  mutable spin_lock lock_;
  std::unordered_map<std::uint64_t, entry> of_finish_;
};

}  // namespace orujo
