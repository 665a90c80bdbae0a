// A bank in global memory: a closure goes to an account, and nothing else runs there meanwhile.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

void pay() {
  const auto accounts = orujo::allocate_array<int>(8, 1);
  orujo::finish([&] {
    for (unsigned i = 0; i < 8; ++i) { orujo::delegate::async_write(accounts.at(i), 100); }
  });
  const auto withdraw = [](int& balance) {  // atomic: at the account's home
    if (balance < 70) { return false; }
    balance -= 70;
    return true;
  };
  std::printf("first: %s\n", orujo::delegate::call(accounts.at(5), withdraw) ? "paid" : "refused");
  std::printf("second: %s\n", orujo::delegate::call(accounts.at(5), withdraw) ? "paid" : "refused");

  orujo::promise<int> balance;  // asked for now, needed later
  orujo::delegate::async_read(accounts.at(5), balance);
  std::printf("left: %d\n", balance.get());
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 2, .workers = 2}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, pay);
  });
}
