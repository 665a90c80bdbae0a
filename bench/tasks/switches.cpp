// What a switch costs through the whole scheduler, beside raw Boost.Context.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: switches [--fibers N] [--switches N] [--order queue|random] [--set name=value]...
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/context/detail/fcontext.hpp>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/fibers/fiber.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

using steady = std::chrono::steady_clock;

struct plan {
  std::uint64_t fibers = 1000;
  std::uint64_t switches = 20'000'000;
  bool random = false;
  orujo::launch_options team{.ranks = 1, .workers = 1, .transport = "local", .values = {}};
};

double nanoseconds_since(steady::time_point start) {
  return std::chrono::duration<double, std::nano>(steady::now() - start).count();
}

/// Numbers 0 … size-1, in order or shuffled.
std::vector<std::uint32_t> order_of(const plan& how) {
  std::vector<std::uint32_t> order(how.fibers);
  std::iota(order.begin(), order.end(), 0U);
  orujo::random_stream random(1, 1);
  for (std::size_t i = how.random ? order.size() : 1; i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i)]);
  }
  return order;
}

// --- through the scheduler -----------------------------------------------------------------------

/// Fibers that yield; a random order comes from their being woken in that order.
double through_scheduler(const plan& how) {
  double result = 0;
  orujo::run_team(how.team, [&](orujo::rank_team& team) {
    orujo::run_global(team, [&] {
      const std::uint64_t rounds = std::max<std::uint64_t>(1, how.switches / how.fibers);
      std::vector<orujo::suspension*> starts(how.fibers);
      steady::time_point begin;
      std::uint64_t waiting = 0;
      orujo::suspension all_wait;
      orujo::finish([&] {
        for (std::uint64_t i = 0; i < how.fibers; ++i) {
          orujo::spawn([&, i] {
            orujo::suspension start;
            starts[i] = &start;
            if (++waiting == how.fibers) { all_wait.signal(); }
            start.wait("the start");
            for (std::uint64_t left = rounds; left > 0; --left) { orujo::yield(); }
            if (result == 0) {  // the first to be done; the others have yielded as often
              result = nanoseconds_since(begin) / static_cast<double>(rounds * how.fibers);
            }
          });
        }
        all_wait.wait("all fibers to have started");
        for (const std::uint32_t i : order_of(how)) { starts[i]->signal(); }
        orujo::yield();  // once around: everybody has left the start behind
        begin = steady::now();
      });
    });
  });
  return result;
}

// --- raw Boost.Context ---------------------------------------------------------------------------

/// Contexts that switch round robin with nothing but Boost.Context in between.
struct raw_ring {
  std::vector<boost::context::detail::fcontext_t> contexts;
  std::size_t current = 0;
  std::size_t distance = 0;
  std::uint64_t left = 0;
  boost::context::detail::fcontext_t main = nullptr;
  std::size_t starter = 0;
};

void spin_raw(boost::context::detail::transfer_t from) {
  using boost::context::detail::jump_fcontext;
  auto& ring = *static_cast<raw_ring*>(from.data);
  const auto keep = [&ring](boost::context::detail::fcontext_t previous) {
    if (ring.current == ring.contexts.size()) {
      ring.main = previous;
    } else {
      ring.contexts[ring.current] = previous;
    }
  };
  keep(from.fctx);
  std::size_t self = ring.starter;
  while (true) {
    ring.current = self;
    if (ring.left == 0) {
      keep(jump_fcontext(ring.main, &ring).fctx);
      continue;
    }
    --ring.left;
    const std::size_t size = ring.contexts.size();
    const std::size_t next = self + 1 == size ? 0 : self + 1;
    if (ring.distance > 0) {
      const std::size_t later = next + ring.distance < size ? next + ring.distance : next;
      orujo::fiber::prefetch(ring.contexts[later]);
    }
    ring.starter = next;
    keep(jump_fcontext(ring.contexts[next], &ring).fctx);
  }
}

double raw(const plan& how) {
  const auto& values = how.team.values;
  orujo::stack_pool pool(
      {.stack_bytes = static_cast<std::size_t>(values.integer(orujo::setting::stack_bytes)),
       .guarded_stacks = 0,
       .huge_pages = values.flag(orujo::setting::huge_pages)});
  raw_ring ring;
  std::vector<orujo::fiber_stack> stacks;
  for (std::uint64_t i = 0; i < how.fibers; ++i) { stacks.push_back(pool.allocate()); }
  for (const std::uint32_t i : order_of(how)) {
    ring.contexts.push_back(
        boost::context::detail::make_fcontext(stacks[i].control, stacks[i].bytes, spin_raw));
  }
  ring.distance = static_cast<std::size_t>(values.integer(orujo::setting::fiber_prefetch));
  const auto run = [&](std::uint64_t switches) {
    ring.left = switches;
    ring.current = ring.contexts.size();
    ring.starter = 0;
    boost::context::detail::jump_fcontext(ring.contexts[0], &ring);
  };
  run(how.fibers);
  const auto start = steady::now();
  run(how.switches);
  return nanoseconds_since(start) / static_cast<double>(how.switches);
}

void add_options(CLI::App& app, plan& how) {
  // All fibers are to exist at once, however many.
  how.team.values.assign("fibers_per_worker", "1000000000", orujo::setting_source::option);
  how.team.values.read_environment();
  app.add_option("--fibers", how.fibers);
  app.add_option("--switches", how.switches);
  app.add_option_function<std::string>(
         "--order", [&](const std::string& order) { how.random = order == "random"; })
      ->check(CLI::IsMember({"queue", "random"}));
  app.add_option_function<std::vector<std::string>>("--set", [&](const auto& pairs) {
    for (const std::string& pair : pairs) {
      how.team.values.assign_pair(pair, orujo::setting_source::option);
    }
  });
}

}  // namespace

int main(int count, char** words) try {
  CLI::App app("What a switch of fibers costs");
  plan how;
  add_options(app, how);
  CLI11_PARSE(app, count, words);
  const double boost = raw(how);
  const double scheduler = through_scheduler(how);
  std::printf(
      "{\"name\": \"switches\", \"fibers\": %llu, \"order\": \"%s\", \"prefetch\": %lld, "
      "\"ns_boost\": %.2f, \"ns_scheduler\": %.2f}\n",
      static_cast<unsigned long long>(how.fibers), how.random ? "random" : "queue",
      static_cast<long long>(how.team.values.integer(orujo::setting::fiber_prefetch)), boost,
      scheduler);
} catch (const std::exception& problem) {
  std::fprintf(stderr, "switches: %s\n", problem.what());
  return 2;
}
