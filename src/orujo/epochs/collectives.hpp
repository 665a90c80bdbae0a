// Calls that every rank makes together: broadcast, reduce, gather, scan, exchange.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/epochs/rank_pieces.hpp"
#include "orujo/epochs/rank_tree.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Every function here: Call: collective; worker 0 of every rank, outside on_workers(), in the
/// same order. Never inside a handler. Throws: peer_failed, interrupted_error.

/// The bytes of rank `root`, on every rank. Cost: log2(P) steps.
[[nodiscard]] std::vector<std::byte> broadcast_bytes(rank_team& team, std::vector<std::byte> bytes,
                                                     rank_id root = rank_id{0});

/// The bytes of every rank, by rank, on every rank. Cost: log2(P) steps, with a letter from each
/// rank in each step; all bytes arrive at each rank once, and 8 more from each.
[[nodiscard]] rank_pieces<std::byte> all_gather_bytes(rank_team& team,
                                                      std::span<const std::byte> bytes);

/// The same where every rank has as many: one behind the other, and no more than these travel.
[[nodiscard]] std::vector<std::byte> all_gather_equal_bytes(rank_team& team,
                                                            std::span<const std::byte> bytes);

/// The bytes of every rank, by rank, on rank 0; nothing on the others. Cost: a letter from each
/// rank; all bytes arrive at rank 0 once, and on the way there log2(P) times at most.
[[nodiscard]] rank_pieces<std::byte> gather_bytes(rank_team& team,
                                                  std::span<const std::byte> bytes);

/// Sends `outgoing[r]` to rank r; returns what each rank sent to this one. Cost: that of a
/// piece_exchange, which needs no list of all ranks.
[[nodiscard]] std::vector<std::vector<std::byte>> all_to_all_bytes(
    rank_team& team, std::span<const std::span<const std::byte>> outgoing);

/// Combines `from` into `into`.
using bytes_combiner =
    std::function<void(std::span<std::byte> into, std::span<const std::byte> from)>;

/// Combines `bytes` of all ranks, as many on each, in the order of a binomial tree; the result on
/// every rank. Cost: 2 log2(P) steps; one for two ranks and up to 1 KiB.
[[nodiscard]] std::vector<std::byte> all_reduce_bytes(rank_team& team, std::vector<std::byte> bytes,
                                                      const bytes_combiner& combine);

/// Combines the bytes of all lower ranks, and `none` before them, with `combine(into, from)`, whose
/// `from` is of lower ranks than `into`. Cost: log2(P) steps.
[[nodiscard]] std::vector<std::byte> exclusive_scan_bytes(rank_team& team,
                                                          std::vector<std::byte> own,
                                                          std::vector<std::byte> none,
                                                          const bytes_combiner& combine);

/// Returns when every rank has called it.
void barrier(rank_team& team);

template <message T>
[[nodiscard]] std::vector<std::byte> to_bytes(std::span<const T> items) {
  const auto bytes = std::as_bytes(items);
  return {bytes.begin(), bytes.end()};
}

template <message T>
[[nodiscard]] std::vector<T> from_bytes(std::span<const std::byte> bytes) {
  std::vector<T> items(bytes.size() / sizeof(T));
  if (!items.empty()) { std::memcpy(items.data(), bytes.data(), items.size() * sizeof(T)); }
  return items;
}

/// The value of rank `root`, on every rank.
template <message T>
[[nodiscard]] T broadcast(rank_team& team, const T& value, rank_id root = rank_id{0}) {
  if (team.size() == 1) { return value; }
  return from_bytes<T>(broadcast_bytes(team, to_bytes(std::span(&value, 1)), root)).front();
}

/// The elements of rank `root`, on every rank.
template <message T>
[[nodiscard]] std::vector<T> broadcast(rank_team& team, std::vector<T> values,
                                       rank_id root = rank_id{0}) {
  if (team.size() == 1) { return values; }
  return from_bytes<T>(broadcast_bytes(team, to_bytes(std::span<const T>(values)), root));
}

/// `values` of all ranks combined element by element, on every rank. `combine(a, b)` is
/// associative and commutative; the order of combination depends on P only. Throws: usage_error on
/// some ranks, peer_failed on others, if the ranks give lists of different lengths.
template <message T, typename Combine>
[[nodiscard]] std::vector<T> all_reduce(rank_team& team, std::vector<T> values, Combine combine) {
  if (team.size() == 1) { return values; }
  const auto merge = [&](std::span<std::byte> into, std::span<const std::byte> from) {
    require(into.size() == from.size(), "all_reduce: ranks give lists of different lengths");
    std::vector<T> a = from_bytes<T>(into);
    const std::vector<T> b = from_bytes<T>(from);
    for (std::size_t i = 0; i < a.size(); ++i) { a[i] = combine(a[i], b[i]); }
    if (!a.empty()) { std::memcpy(into.data(), a.data(), into.size()); }
  };
  return from_bytes<T>(all_reduce_bytes(team, to_bytes(std::span<const T>(values)), merge));
}

/// One value of each rank combined, on every rank.
template <message T, typename Combine>
[[nodiscard]] T all_reduce(rank_team& team, const T& value, Combine combine) {
  if (team.size() == 1) { return value; }
  return all_reduce(team, std::vector<T>{value}, combine).front();
}

template <message T>
[[nodiscard]] T all_sum(rank_team& team, const T& value) {
  return all_reduce(team, value, std::plus<T>());
}

template <message T>
[[nodiscard]] T all_max(rank_team& team, const T& value) {
  return all_reduce(team, value, [](const T& a, const T& b) { return a < b ? b : a; });
}

template <message T>
[[nodiscard]] T all_min(rank_team& team, const T& value) {
  return all_reduce(team, value, [](const T& a, const T& b) { return b < a ? b : a; });
}

/// Pieces of bytes as pieces of elements.
template <message T>
[[nodiscard]] rank_pieces<T> pieces_from_bytes(const rank_pieces<std::byte>& bytes) {
  std::vector<std::size_t> ends(bytes.ends().begin(), bytes.ends().end());
  for (std::size_t& each : ends) { each /= sizeof(T); }
  return {from_bytes<T>(bytes.items()), std::move(ends)};
}

/// The elements of every rank, by rank, on every rank.
template <message T>
[[nodiscard]] rank_pieces<T> all_gather(rank_team& team, std::span<const T> values) {
  return pieces_from_bytes<T>(all_gather_bytes(team, std::as_bytes(values)));
}

/// The elements of every rank, by rank, on rank 0; of no rank on the others.
template <message T>
[[nodiscard]] rank_pieces<T> gather(rank_team& team, std::span<const T> values) {
  return pieces_from_bytes<T>(gather_bytes(team, std::as_bytes(values)));
}

/// One value of every rank, by rank, on every rank.
template <message T>
[[nodiscard]] std::vector<T> all_gather(rank_team& team, const T& value) {
  return from_bytes<T>(all_gather_equal_bytes(team, std::as_bytes(std::span(&value, 1))));
}

/// The sum of the values of all lower ranks, by rank; T{} on rank 0.
template <message T>
[[nodiscard]] T exclusive_scan(rank_team& team, const T& value) {
  const T none{};
  const auto add = [](std::span<std::byte> into, std::span<const std::byte> from) {
    const T sum = from_bytes<T>(from).front() + from_bytes<T>(into).front();
    std::memcpy(into.data(), &sum, sizeof sum);
  };
  return from_bytes<T>(exclusive_scan_bytes(team, to_bytes(std::span(&value, 1)),
                                            to_bytes(std::span(&none, 1)), add))
      .front();
}

/// Sends `outgoing[r]` to rank r; returns what each rank sent to this one.
template <message T>
[[nodiscard]] std::vector<std::vector<T>> all_to_all_v(
    rank_team& team, const std::vector<std::vector<T>>& outgoing) {
  std::vector<std::span<const std::byte>> bytes;
  for (const auto& items : outgoing) { bytes.push_back(std::as_bytes(std::span(items))); }
  std::vector<std::vector<T>> result;
  for (const auto& arrived : all_to_all_bytes(team, bytes)) {
    result.push_back(from_bytes<T>(arrived));
  }
  return result;
}

/// An error that all ranks throw together, so that none is left waiting.
class agreed_error : public error {
public:
  using error::error;
};

/// Throws agreed_error for wrong use unless `condition` holds, which depends only on what is the
/// same on all ranks. Call: collective. Cost: none, nothing is sent.
inline void require_everywhere(bool condition, const std::string& text) {
  if (!condition) { throw agreed_error(exit_code::usage, text); }
}

/// Throws agreed_error on every rank, with the lowest failing rank's text and code, if `problem`
/// is set on any.
void agree_on(rank_team& team, const error* problem);

/// Runs `work()`, which communicates with nobody, on this rank; if it throws an `error`, or finds
/// no memory, on any rank, every rank throws. Returns what `work` returns.
template <typename Work>
auto run_agreed(rank_team& team, Work&& work) -> std::invoke_result_t<Work&> {
  using result = std::invoke_result_t<Work&>;
  std::optional<error> problem;
  const auto keep_problem = [&](auto&& run) {
    try {
      run();
    } catch (const agreed_error&) { throw; } catch (const peer_failed&) {
      throw;
    } catch (const interrupted_error&) { throw; } catch (const error& why) {
      problem = why;
    } catch (const std::bad_alloc&) { problem = memory_error("the system refused memory"); }
  };
  // What the agreement itself throws is not agreed upon.
  if constexpr (std::is_void_v<result>) {
    keep_problem(work);
    agree_on(team, problem ? &*problem : nullptr);
  } else {
    std::optional<result> value;
    keep_problem([&] { value.emplace(work()); });
    agree_on(team, problem ? &*problem : nullptr);
    return std::move(*value);
  }
}

/// Throws memory_error on every rank, naming `what` and the estimate, if `bytes` more will not fit
/// on some rank, by the setting memory_limit_bytes or else by what is available. Call: collective.
void require_memory_everywhere(rank_team& team, std::uint64_t bytes, std::string_view what);

}  // namespace orujo
