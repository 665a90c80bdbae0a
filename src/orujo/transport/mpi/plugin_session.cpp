// The plug-in's own part: MPI from initialisation to finalisation, and the one name it exports.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>

#include "orujo/base/cgroup_limits.hpp"
#include "orujo/transport/mpi/host_mail.hpp"
#include "orujo/transport/mpi/host_memory.hpp"
#include "orujo/transport/mpi/library_tuning.hpp"
#include "orujo/transport/mpi/mpi_call.hpp"
#include "orujo/transport/mpi/mpi_endpoint.hpp"
#include "orujo/transport/mpi_session.hpp"

namespace orujo {

namespace {

/// "MPICH Version:      4.0.2\nMPICH Release…" and "Open MPI v4.1.4, package: …" in a few words.
std::string library_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  std::string name;
  for (const char c : all.substr(0, all.find_first_of(",\n"))) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      name += c;
    } else if (!name.empty() && name.back() != ' ') {
      name += ' ';
    }
  }
  constexpr std::string_view filler = "Version: ";
  if (const std::size_t at = name.find(filler); at != name.npos) { name.erase(at, filler.size()); }
  return name;
}

/// Hardware threads that the ranks of `host` may use together: launchers like to bind each rank to
/// some of them. Call: before workers are pinned.
int cores_of(MPI_Comm host) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof(mask), &mask);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &mask, sizeof(mask), MPI_BYTE, MPI_BOR, host),
            "MPI_Allreduce");
  const int threads = std::max(1, CPU_COUNT(&mask));
  const std::optional<double> quota = read_cgroup_limits().processors;
  return quota ? std::clamp(static_cast<int>(std::lround(*quota)), 1, threads) : threads;
}

/// Ranks of each host if all have as many and they follow one another; else 0.
int agreed_ranks_per_host(MPI_Comm comm, const mpi_world& world) {
  const bool in_row = world.size == world.hosts * world.ranks_on_host &&
                      world.rank_on_host == index_of(world.rank) % world.ranks_on_host;
  const int mine = in_row ? world.ranks_on_host : 0;
  int least = 0;
  check_mpi(MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return least;
}

class plugin_session final : public mpi_session {
public:
  explicit plugin_session(const settings& values) {
    initialise(values);
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &comm_), "MPI_Comm_dup");
    check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    explore();
  }

  [[nodiscard]] const mpi_world& world() const noexcept override { return world_; }
  void broadcast(std::span<std::byte> bytes) override;
  [[nodiscard]] std::unique_ptr<endpoint> make_endpoint(int workers, const settings& values,
                                                        failure_board& failures) override;
  void close(std::unique_ptr<endpoint> end) override;
  void finish() override;
  void abandon(int code) noexcept override;

private:
  void initialise(const settings& values);
  void explore();
  [[nodiscard]] bool admits_all_threads() const { return thread_level_ == "multiple"; }
  [[nodiscard]] mpi_link link_for(int workers, const settings& values);
  [[nodiscard]] std::shared_ptr<const host_claim> claim_queues(const settings& values);
  void require_agreement(const std::array<std::int64_t, 4>& mine);

  mpi_gate gate_;
  host_memory host_;
  std::weak_ptr<const host_claim> claimed_;  // by an endpoint that is open
  std::uint32_t teams_ = 0;                  // so far
  MPI_Comm comm_ = MPI_COMM_NULL;
  mpi_world world_;
  std::string tuning_;
  std::string thread_level_;  // that MPI grants
  bool ours_ = false;         // we initialised MPI, so we finalise it
};

void plugin_session::initialise(const settings& values) {
  int done = 0;
  MPI_Finalized(&done);
  if (done != 0) {
    throw transport_error("MPI was already finalised in this process and cannot start again");
  }
  const bool all_threads = values.choice(setting::mpi_thread_level) == "multiple" ||
                           values.choice(setting::mpi_endpoints) == "per_worker";
  const int wanted = all_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
  int level = MPI_THREAD_SINGLE;
  MPI_Initialized(&done);
  if (done != 0) {
    check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
  } else {
    tuning_ = tune_library(values);
    check_mpi(MPI_Init_thread(nullptr, nullptr, wanted, &level), "MPI_Init_thread");
    ours_ = true;
  }
  thread_level_ = level == MPI_THREAD_MULTIPLE ? "multiple" : "serialized";
  if (level < MPI_THREAD_SERIALIZED) {
    throw transport_error(fmt::format(
        "{} was initialised for one thread only; workers need MPI_THREAD_SERIALIZED or more",
        library_name()));
  }
}

void plugin_session::explore() {
  world_.library = library_name();
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm_, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm_, &world_.size), "MPI_Comm_size");
  world_.rank = rank_id{rank};
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
            "MPI_Comm_split_type");
  check_mpi(MPI_Comm_rank(host, &world_.rank_on_host), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(host, &world_.ranks_on_host), "MPI_Comm_size");
  world_.cores_on_host = cores_of(host);
  host_.open(comm_, host);
  check_mpi(MPI_Comm_free(&host), "MPI_Comm_free");
  const int first_of_host = world_.rank_on_host == 0 ? 1 : 0;
  check_mpi(MPI_Allreduce(&first_of_host, &world_.hosts, 1, MPI_INT, MPI_SUM, comm_),
            "MPI_Allreduce");
  world_.ranks_per_host = agreed_ranks_per_host(comm_, world_);
}

void plugin_session::broadcast(std::span<std::byte> bytes) {
  const std::lock_guard inside(gate_);
  check_mpi(MPI_Bcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, comm_),
            "MPI_Bcast");
}

void plugin_session::require_agreement(const std::array<std::int64_t, 4>& mine) {
  constexpr std::array names{"workers", "parcel_bytes", "in_flight_bytes", "incast_bytes"};
  std::array<std::int64_t, 8> bounds{};  // the largest, then the negated smallest
  for (std::size_t i = 0; i < mine.size(); ++i) {
    bounds[i] = mine[i];
    bounds[i + mine.size()] = -mine[i];
  }
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, bounds.data(), static_cast<int>(bounds.size()), MPI_INT64_T,
                          MPI_MAX, comm_),
            "MPI_Allreduce");
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const std::int64_t least = -bounds[i + mine.size()];
    if (least == bounds[i]) { continue; }
    throw transport_error(fmt::format("the ranks disagree on {}: {} on some, {} on others",
                                      names[i], least, bounds[i]));
  }
}

std::unique_ptr<endpoint> plugin_session::make_endpoint(int workers, const settings& values,
                                                        failure_board& failures) {
  const std::lock_guard inside(gate_);
  require_agreement({workers, values.integer(setting::parcel_bytes),
                     values.integer(setting::in_flight_bytes),
                     values.integer(setting::incast_bytes)});
  if (world_.size > 0xffff) { throw transport_error("a team has at most 65535 ranks"); }
  const endpoint_place place{.rank = world_.rank,
                             .size = world_.size,
                             .workers = workers,
                             .threads_on_host = world_.ranks_on_host * workers,
                             .cores_on_host = world_.cores_on_host,
                             .first_thread_on_host = world_.rank_on_host * workers,
                             .ranks_per_host = world_.ranks_per_host};
  return std::make_unique<mpi_endpoint>(place, values, failures, link_for(workers, values));
}

/// The queues of the host for an endpoint, unless another one has them, or some rank wants none.
std::shared_ptr<const host_claim> plugin_session::claim_queues(const settings& values) {
  ++teams_;
  const bool alone = world_.ranks_on_host == 1;  // has no say
  const bool free =
      values.flag(setting::mpi_host_queues) && host_.count() > 0 && claimed_.expired();
  const int mine = alone || free ? 1 : 0;
  int agreed = 0;
  check_mpi(MPI_Allreduce(&mine, &agreed, 1, MPI_INT, MPI_MIN, comm_), "MPI_Allreduce");
  if (agreed == 0 || alone) { return nullptr; }
  auto claim = std::make_shared<const host_claim>(host_claim{teams_});
  claimed_ = claim;
  return claim;
}

/// Makes the communicators of an endpoint; as many on all ranks.
mpi_link plugin_session::link_for(int workers, const settings& values) {
  mpi_link link{.comms = {},
                .gate = gate_,
                .host = host_,
                .claim = claim_queues(values),
                .hosts = world_.hosts,
                .library = world_.library,
                .tuning = tuning_,
                .thread_level = thread_level_,
                .endpoints = "one for all workers"};
  int lanes = 1;
  if (values.choice(setting::mpi_endpoints) == "per_worker") {
    if (values.flag(setting::mpi_progress_thread)) {
      link.endpoints += ", as a thread of its own calls MPI";
    } else if (!admits_all_threads()) {
      link.endpoints += ", as MPI grants the thread level serialized only";
    } else {
      lanes = workers;
    }
  }
  int agreed = 1;
  check_mpi(MPI_Allreduce(&lanes, &agreed, 1, MPI_INT, MPI_MIN, comm_), "MPI_Allreduce");
  if (agreed > 1) { link.endpoints = "one for each worker"; }
  if (agreed < lanes) { link.endpoints += ", as some ranks can have one only"; }
  link.comms.resize(static_cast<std::size_t>(agreed), MPI_COMM_NULL);
  for (MPI_Comm& comm : link.comms) {
    check_mpi(MPI_Comm_dup(comm_, &comm), "MPI_Comm_dup");  // passes on that errors are returned
  }
  return link;
}

void plugin_session::close(std::unique_ptr<endpoint> end) {
  auto& mine = static_cast<mpi_endpoint&>(*end);
  mine.drain();
  const std::lock_guard inside(gate_);
  for (MPI_Comm comm : mine.comms()) { check_mpi(MPI_Comm_free(&comm), "MPI_Comm_free"); }
}

void plugin_session::finish() {
  const std::lock_guard inside(gate_);
  int done = 0;
  MPI_Finalized(&done);
  if (done != 0) { return; }  // whoever initialised it was faster (mpi4py, at exit)
  host_.close();
  check_mpi(MPI_Comm_free(&comm_), "MPI_Comm_free");
  if (ours_) { check_mpi(MPI_Finalize(), "MPI_Finalize"); }
}

void plugin_session::abandon(int code) noexcept { abort_job(gate_, code); }

/// In the section of the kind, which no expression can name here.
[[gnu::used, gnu::section("orujo_mpi_card")]] constexpr plugin_card card =
    card_of(mpi_plugin_kind, ORUJO_VERSION);

}  // namespace

}  // namespace orujo

extern "C" orujo::mpi_session* orujo_mpi_plugin_2(const orujo::settings& values) {
  return new orujo::plugin_session(values);
}
