// What the mpi plug-in offers to the program that opens it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "orujo/base/ids.hpp"
#include "orujo/base/plugin_files.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// The processes that MPI runs together.
struct mpi_world {
  rank_id rank{};
  int size = 1;
  int hosts = 1;
  int ranks_on_host = 1;   ///< On this rank's host, this rank included.
  int rank_on_host = 0;    ///< This rank's number among them.
  int ranks_per_host = 0;  ///< As endpoint_place has it.
  int cores_on_host = 1;   ///< Hardware threads that they may use together, within their quota.
  std::string library;     ///< As the MPI names itself: "Open MPI v4.1.4".
};

/// This process's membership of an MPI job.
///
/// - MPI is initialised when the session is opened, unless somebody did so before (mpi4py): then it
///   is shared, and finish() leaves it running.
/// - Destroying a session says nothing to the other ranks; a job that ends well calls finish().
class mpi_session {
public:
  mpi_session() = default;
  mpi_session(const mpi_session&) = delete;
  mpi_session& operator=(const mpi_session&) = delete;
  virtual ~mpi_session() = default;

  [[nodiscard]] virtual const mpi_world& world() const noexcept = 0;

  /// Copies rank 0's `bytes` to all. Call: collective, the same size everywhere.
  virtual void broadcast(std::span<std::byte> bytes) = 0;

  /// This rank's end of a team of `workers` workers per rank. Several may exist, each apart.
  /// Call: collective. Throws: transport_error on every rank if their settings disagree.
  [[nodiscard]] virtual std::unique_ptr<endpoint> make_endpoint(int workers, const settings& values,
                                                                failure_board& failures) = 0;

  /// Ends an endpoint of this session once all that was sent has arrived.
  /// Call: collective, when no worker uses it any more. Not after a failure: destroy it instead.
  virtual void close(std::unique_ptr<endpoint> end) = 0;

  /// Leaves MPI. Call: collective, the last call.
  virtual void finish() = 0;

  /// Ends all processes of the job; the launcher returns `code` where it can. Call: any thread.
  virtual void abandon(int code) noexcept = 0;
};

/// Plug-ins that make a session.
inline constexpr plugin_kind mpi_plugin_kind = {
    .name = "MPI plug-in",
    .mark = "Orujo MPI card",
    .section = "orujo_mpi_card",
    .entry = "orujo_mpi_plugin_2",
    .layout = {static_cast<std::uint32_t>(sizeof(endpoint)),
               static_cast<std::uint32_t>(sizeof(parcel)),
               static_cast<std::uint32_t>(sizeof(settings)),
               static_cast<std::uint32_t>(sizeof(failure_board)),
               static_cast<std::uint32_t>(sizeof(mpi_world)),
               static_cast<std::uint32_t>(num_settings)},
    .folder_variable = "ORUJO_MPI_PLUGINS"};

/// What the kind's entry is; it makes a session. Throws: transport_error.
using mpi_plugin_entry = mpi_session* (*)(const settings& values);

}  // namespace orujo
