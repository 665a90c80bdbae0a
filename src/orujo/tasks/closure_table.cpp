// Puts the rows in order and numbers them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/closure_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <cxxabi.h>
#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/processor_check.hpp"
#include "orujo/base/random.hpp"

namespace orujo {

namespace {

/// The name of a type as programs write it.
std::string readable(const char* type_name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(type_name, nullptr, nullptr, &status), std::free);
  return text != nullptr ? text.get() : type_name;
}

/// Closures of different files may have one name; their code has one order in all processes that
/// run the same build.
bool comes_before(const closure_type* a, const closure_type* b) {
  const int names = std::strcmp(a->name, b->name);
  return names != 0 ? names < 0 : std::less<>()(a->run_in_handler, b->run_in_handler);
}

}  // namespace

void closure_type::refuse() const {
  throw usage_error(fmt::format(
      "the closure {} is of a library that was loaded after this run of tasks began, so "
      "other ranks do not know it; load the library before",
      readable(name)));
}

closure_table& closure_table::of_this_program() {
  static closure_table table;
  return table;
}

void closure_table::take_in_loaded() {
  const std::lock_guard guard(growing_);
  std::vector<closure_type*> loaded;
  closure_type* const newest = closure_type::first.load(std::memory_order_acquire);
  for (closure_type* row = newest; row != newest_; row = row->next) { loaded.push_back(row); }
  require(loaded.size() <= most_closures - size(),
          fmt::format("a program has at most {} types of closures that travel", most_closures));
  std::sort(loaded.begin(), loaded.end(), comes_before);
  for (closure_type* const row : loaded) { append(*row); }
  newest_ = newest;
}

void closure_table::append(closure_type& row) {
  const std::size_t place = size_.load(std::memory_order_relaxed);
  std::uint64_t hash = hash_.load(std::memory_order_relaxed);
  if (place > 0 && std::strcmp(rows_[place - 1]->name, row.name) == 0) {
    hash = mix64(hash ^ processor_needs());  // tells builds for other processors apart
  }
  hash = mix64(hash ^ row.bytes);
  for (const char* c = row.name; *c != '\0'; ++c) {
    hash = mix64(hash ^ static_cast<unsigned char>(*c));
  }
  rows_[place] = &row;
  // release: whoever reads the number, here or in a message, finds the row
  row.index.store(static_cast<std::uint32_t>(place), std::memory_order_release);
  hash_.store(hash, std::memory_order_release);
  size_.store(place + 1, std::memory_order_release);
}

}  // namespace orujo
