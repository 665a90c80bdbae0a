// Under mpirun: pumps parcels through MPI with many settings, or shows how things go wrong.
// SPDX-License-Identifier: Apache-2.0
//
// pump_program [pump|endpoints|queues|world|disagree|abandon CODE|die]; the exit code is 0 or that
// of the error.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/transport/plugin.hpp"
#include "transport/parcel_pump.hpp"

namespace orujo::test {

namespace {

/// One team: its settings, and what is pumped through it.
struct scenario {
  std::string_view name;
  int workers;
  pump_plan plan;
  std::vector<std::string_view> settings;
};

const std::vector<scenario>& scenarios() {
  static const std::vector<scenario> all{
      {"as it comes", 1, {.parcels = 2000, .most_bytes = 2048}, {}},
      {"two workers", 2, {.parcels = 1000, .most_bytes = 2048}, {}},
      {"four workers, least budget",
       4,
       {.parcels = 150, .most_bytes = 200},
       {"in_flight_bytes=4096", "parcel_bytes=256"}},
      {"one send and one receive at a time",
       2,
       {.parcels = 300, .most_bytes = 1024},
       {"mpi_send_limit=1", "mpi_posted_receives=1", "in_flight_bytes=8K"}},
      {"large parcels",
       1,
       {.parcels = 60, .most_bytes = 400'000, .held = 2},
       {"parcel_bytes=512K", "in_flight_bytes=2M"}},
      {"windows of two parcels",
       2,
       {.parcels = 600, .most_bytes = 1024},
       {"parcel_bytes=1K", "in_flight_bytes=64K", "incast_bytes=4096"}},
      {"windows that are widened",
       1,
       {.parcels = 1000, .most_bytes = 1024},
       {"parcel_bytes=1K", "in_flight_bytes=64K", "incast_bytes=40K"}},
      {"progress thread",
       2,
       {.parcels = 500, .most_bytes = 2048},
       {"mpi_progress_thread=true", "in_flight_bytes=64K"}},
      {"progress thread, least budget",
       1,
       {.parcels = 150, .most_bytes = 200},
       {"mpi_progress_thread=true", "in_flight_bytes=4096"}},
  };
  return all;
}

/// Small ones through MPI, too.
const std::vector<scenario>& scenarios_without_queues() {
  static const std::vector<scenario> all{
      {"all through MPI", 2, {.parcels = 1000, .most_bytes = 2048}, {}},
      {"nothing is eager", 2, {.parcels = 500, .most_bytes = 4096}, {"mpi_eager_bytes=0"}},
      {"everything is eager", 2, {.parcels = 500, .most_bytes = 4096}, {"mpi_eager_bytes=1M"}},
      {"all through MPI by a thread, least budget",
       1,
       {.parcels = 150, .most_bytes = 200},
       {"mpi_progress_thread=true", "in_flight_bytes=4096"}},
  };
  return all;
}

/// With an endpoint for each worker.
const std::vector<scenario>& scenarios_per_worker() {
  static const std::vector<scenario> all{
      {"two workers", 2, {.parcels = 1000, .most_bytes = 2048}, {}},
      {"four workers, least budget",
       4,
       {.parcels = 150, .most_bytes = 200},
       {"in_flight_bytes=4096", "parcel_bytes=256"}},
      {"one send and one receive at a time",
       2,
       {.parcels = 300, .most_bytes = 1024},
       {"mpi_send_limit=1", "mpi_posted_receives=1", "in_flight_bytes=8K"}},
      {"all through MPI", 2, {.parcels = 1000, .most_bytes = 2048}, {"mpi_host_queues=false"}},
      {"windows of two parcels",
       2,
       {.parcels = 600, .most_bytes = 1024},
       {"parcel_bytes=1K", "in_flight_bytes=64K", "incast_bytes=4096"}},
  };
  return all;
}

/// What the report card says of MPI's endpoints and of its thread level.
std::string endpoints_of(const endpoint& end) {
  report_card card;
  end.describe(card);
  std::string text;
  for (const report_entry& entry : card.entries()) {
    const report_row& row = entry.row;
    if (row.choice == "MPI endpoints") {
      text += fmt::format("{} {}", row.numbers.front().value, row.value);
    } else if (row.choice == "MPI thread level") {
      text += fmt::format(", level {}", row.value);
    }
  }
  return text;
}

void run(mpi_session& session, const scenario& what) {
  settings values;
  for (const std::string_view pair : what.settings) {
    values.assign_pair(pair, setting_source::option);
  }
  failure_board failures;
  std::unique_ptr<endpoint> end = session.make_endpoint(what.workers, values, failures);
  run_pump(*end, what.plan);
  const std::string endpoints = endpoints_of(*end);
  session.close(std::move(end));
  if (session.world().rank != rank_id{0}) { return; }
  fmt::print("{}, {}: fine\n", what.name, endpoints);
  std::fflush(stdout);
}

/// A number of the report card.
double number_of(const endpoint& end, std::string_view choice, std::string_view name) {
  report_card card;
  end.describe(card);
  for (const report_entry& entry : card.entries()) {
    if (entry.row.choice != choice) { continue; }
    for (const report_number& number : entry.row.numbers) {
      if (number.name == name) { return number.value; }
    }
  }
  throw std::runtime_error(fmt::format("the report card has no number '{}'", name));
}

double letters_of(const endpoint& end) {
  return number_of(end, "small parcels inside a host", "letters received");
}

std::unique_ptr<endpoint> endpoint_of(mpi_session& session, failure_board& failures,
                                      bool wants_queues = true) {
  settings values;
  values.assign("mpi_host_queues", wants_queues ? "true" : "false", setting_source::option);
  return session.make_endpoint(1, values, failures);
}

/// Of two endpoints at once the first has the queues, which another one gets after it; nobody has
/// them where one rank wants none.
void share_queues(mpi_session& session) {
  const auto pump = [&](const char* which, endpoint& end) {
    run_pump(end, {.parcels = 500, .most_bytes = 256});
    if (session.world().rank != rank_id{0}) { return; }
    fmt::print("{}: {}\n", which, letters_of(end) > 0 ? "letters" : "none");
    std::fflush(stdout);
  };
  failure_board failures;
  std::unique_ptr<endpoint> first = endpoint_of(session, failures);
  std::unique_ptr<endpoint> second = endpoint_of(session, failures);
  pump("first", *first);
  pump("second", *second);
  session.close(std::move(first));
  std::unique_ptr<endpoint> third = endpoint_of(session, failures);
  pump("third", *third);
  pump("second again", *second);
  session.close(std::move(second));
  session.close(std::move(third));
  std::unique_ptr<endpoint> other =
      endpoint_of(session, failures, session.world().rank != rank_id{0});
  pump("not wanted by one", *other);
  session.close(std::move(other));
}

/// Rank 0 sends small parcels to rank 1, which makes no progress until they have all been offered.
void send_many(mpi_session& session, endpoint& end, int count) {
  if (session.world().rank == rank_id{0}) {
    for (int i = 0; i < count; ++i) {
      parcel* const buffer = end.pools(0).allocate(sizeof i);
      std::memcpy(buffer->payload(), &i, sizeof i);
      buffer->label.bytes = sizeof i;
      if (end.try_send(rank_id{1}, buffer, 0) != send_outcome::taken) {
        throw std::runtime_error("a parcel was refused");
      }
    }
  }
  std::array<std::byte, 1> all_sent{};
  session.broadcast(all_sent);
}

/// More letters than a queue has room for.
void overflow(mpi_session& session) {
  constexpr int count = 1000;
  failure_board failures;
  std::unique_ptr<endpoint> end = endpoint_of(session, failures);
  send_many(session, *end, count);
  std::vector<int> times(count);
  for (int left = session.world().rank == rank_id{1} ? count : 0; left > 0;) {
    static_cast<void>(end->progress(0));
    parcel* const got = end->try_receive(0);
    if (got == nullptr) { continue; }
    int number = 0;
    std::memcpy(&number, got->payload(), sizeof number);
    ++times.at(static_cast<std::size_t>(number));
    end->release(got, 0);
    --left;
  }
  if (session.world().rank == rank_id{1}) {
    const bool once = std::count(times.begin(), times.end(), 1) == count;
    fmt::print("overflow: {} letters, {}\n", letters_of(*end), once ? "all once" : "not all once");
    std::fflush(stdout);
  }
  session.close(std::move(end));
}

/// Letters for an endpoint that has failed on all ranks are not those of the next one.
void outlive(mpi_session& session) {
  failure_board failures;
  std::unique_ptr<endpoint> failed = endpoint_of(session, failures);
  send_many(session, *failed, 100);
  failed.reset();
  std::unique_ptr<endpoint> next = endpoint_of(session, failures);
  run_pump(*next, {.parcels = 500, .most_bytes = 256});
  if (session.world().rank == rank_id{1}) {
    fmt::print("after a failure: {}\n", letters_of(*next) > 0 ? "letters" : "none");
    std::fflush(stdout);
  }
  session.close(std::move(next));
}

void disagree(mpi_session& session) {
  settings values;
  if (session.world().rank == rank_id{0}) {
    values.assign("parcel_bytes", "4K", setting_source::option);
  }
  failure_board failures;
  static_cast<void>(session.make_endpoint(1, values, failures));
}

/// The last rank fails in its way; the others wait for messages that never come.
void fail(mpi_session& session, std::string_view way, int code) {
  failure_board failures;
  const std::unique_ptr<endpoint> end = session.make_endpoint(1, settings(), failures);
  const bool last = index_of(session.world().rank) == session.world().size - 1;
  if (last && way == "abandon") { end->abandon(code); }
  if (last && way == "die") { std::raise(SIGKILL); }
  while (true) {
    static_cast<void>(end->progress(0));
    end->wait(0, std::chrono::microseconds(50));
  }
}

void act(mpi_session& session, std::string_view action, int code) {
  const mpi_world& world = session.world();
  if (action == "pump") {
    for (const scenario& what : scenarios()) { run(session, what); }
    for (scenario what : scenarios_without_queues()) {
      what.settings.emplace_back("mpi_host_queues=false");
      run(session, what);
    }
  } else if (action == "endpoints") {
    for (scenario what : scenarios_per_worker()) {
      what.settings.emplace_back("mpi_endpoints=per_worker");
      run(session, what);
    }
    run(session,
        {"with a thread", 2, {}, {"mpi_endpoints=per_worker", "mpi_progress_thread=true"}});
  } else if (action == "queues") {
    share_queues(session);
    overflow(session);
    outlive(session);
  } else if (action == "world") {
    std::array<std::byte, 4> bytes{};
    if (world.rank == rank_id{0}) { bytes.fill(std::byte{42}); }
    session.broadcast(bytes);
    fmt::print("rank {} of {}, {} hosts, {} here, {}, {}, number {} here on {} cores\n",
               index_of(world.rank), world.size, world.hosts, world.ranks_on_host, world.library,
               static_cast<int>(bytes[3]), world.rank_on_host, world.cores_on_host);
  } else if (action == "disagree") {
    disagree(session);
  } else {
    fail(session, action, code);
  }
}

int report(const mpi_session* session, const std::exception& problem, exit_code code) {
  const int rank = session == nullptr ? 0 : index_of(session->world().rank);
  fmt::print("rank {}: {}\n", rank, problem.what());
  std::fflush(stdout);
  return static_cast<int>(code);
}

int run_program(std::string_view action, int code) {
  std::unique_ptr<mpi_session> session;
  try {
    settings values;
    if (action == "endpoints") {
      values.assign("mpi_endpoints", "per_worker", setting_source::option);
    }
    values.read_environment();
    session = open_mpi(detect_launcher(), values);
    act(*session, action, code);
    session->finish();
    return 0;
  } catch (const transport_error& problem) {
    // Thrown inside the plug-in, caught here: the two agree on what a transport_error is.
    const int result = report(session.get(), problem, problem.code());
    if (session == nullptr) { return result; }
    if (action == "disagree") {
      session->finish();  // all ranks failed alike
    } else {
      session->abandon(result);
    }
    return result;
  } catch (const std::exception& problem) {
    const int result = report(session.get(), problem, exit_code::answer_is_no);
    if (session != nullptr) { session->abandon(result); }
    return result;
  }
}

}  // namespace

}  // namespace orujo::test

int main(int argc, char** argv) {
  const std::string_view action = argc > 1 ? argv[1] : "pump";
  return orujo::test::run_program(action, argc > 2 ? std::atoi(argv[2]) : 7);
}
