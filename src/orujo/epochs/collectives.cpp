// Collectives as letters along a binomial tree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/collectives.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/piece_exchange.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

namespace {

/// Ranks renumbered so that `root` is 0.
rank_id relative(rank_id rank, rank_id root, int size) {
  return rank_id{(index_of(rank) - index_of(root) + size) % size};
}
rank_id absolute(rank_id rank, rank_id root, int size) {
  return rank_id{(index_of(rank) + index_of(root)) % size};
}

/// Counts a call, and notes how long it takes.
class collective_call {
public:
  explicit collective_call(rank_team& team)
      : span_(team.worker_at(0).trace, span_kind::collective) {
    team.worker_at(0).metrics.add(metric::collectives);
  }

private:
  trace_span span_;
};

/// Whether two ranks combine so few bytes that each tells the other: one step instead of two. (That
/// all of more ranks tell all others would wake each of them again and again where they share
/// cores.)
bool is_exchanged(const rank_team& team, std::size_t bytes) {
  constexpr std::size_t most_bytes = 1024;
  return team.size() == 2 && bytes <= most_bytes;
}

/// What both ranks have, combined on each of them.
std::vector<std::byte> reduced_by_both(rank_team& team, std::vector<std::byte> own,
                                       const bytes_combiner& combine) {
  mailbox& mail = team.mail();
  const std::uint64_t sequence = mail.next_sequence();
  const rank_id other{1 - index_of(team.rank())};
  mail.send(other, sequence, own);
  std::vector<std::byte> second = mail.receive(other, sequence);
  if (index_of(team.rank()) == 1) { std::swap(own, second); }
  combine(own, second);
  return own;
}

std::vector<std::byte> broadcast_under(rank_team& team, std::uint64_t sequence,
                                       std::vector<std::byte> bytes, rank_id root) {
  const int size = team.size();
  const rank_id me = relative(team.rank(), root, size);
  mailbox& mail = team.mail();
  if (index_of(me) != 0) { bytes = mail.receive(absolute(tree_parent(me), root, size), sequence); }
  std::vector<rank_id> children = tree_children(me, size);
  std::reverse(children.begin(), children.end());  // the largest subtree first
  for (const rank_id child : children) { mail.send(absolute(child, root, size), sequence, bytes); }
  return bytes;
}

/// Bytes of neighbouring ranks, one behind the other, and how many each gave.
struct packed_pieces {
  std::vector<std::uint64_t> lengths;
  std::vector<std::byte> bytes;

  explicit packed_pieces(std::span<const std::byte> own)
      : lengths{own.size()}, bytes(own.begin(), own.end()) {}

  /// Those of the first `count` ranks, as a letter.
  [[nodiscard]] std::vector<std::byte> first(std::size_t count) const {
    const std::span<const std::uint64_t> sent(lengths.data(), count);
    const auto size = std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
    std::vector<std::byte> letter = to_bytes(sent);
    letter.insert(letter.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    return letter;
  }
  /// Those of `count` more ranks, from a letter.
  void append(std::span<const std::byte> letter, std::size_t count) {
    const std::size_t head = count * sizeof(std::uint64_t);
    const std::vector<std::uint64_t> more = from_bytes<std::uint64_t>(letter.first(head));
    lengths.insert(lengths.end(), more.begin(), more.end());
    bytes.insert(bytes.end(), letter.begin() + static_cast<std::ptrdiff_t>(head), letter.end());
  }
  /// By rank, if the last `from_zero` of them are those of the ranks from 0 on.
  [[nodiscard]] rank_pieces<std::byte> by_rank(std::size_t from_zero) && {
    const auto behind = static_cast<std::ptrdiff_t>(std::accumulate(
        lengths.end() - static_cast<std::ptrdiff_t>(from_zero), lengths.end(), std::uint64_t{0}));
    std::rotate(lengths.begin(), lengths.end() - static_cast<std::ptrdiff_t>(from_zero),
                lengths.end());
    std::rotate(bytes.begin(), bytes.end() - behind, bytes.end());
    std::partial_sum(lengths.begin(), lengths.end(), lengths.begin());
    return {std::move(bytes), {lengths.begin(), lengths.end()}};
  }
};

/// What a rank has of itself and those behind it doubles with each step: `first(n)` is a letter
/// with what the first n of them have, and `append(letter, n)` adds n (J. Bruck et al., Efficient
/// algorithms for all-to-all communications, 1997).
template <typename First, typename Append>
void gather_by_doubling(rank_team& team, First first, Append append) {
  const auto size = static_cast<std::size_t>(team.size());
  const auto me = static_cast<std::size_t>(index_of(team.rank()));
  const std::uint64_t sequence = team.mail().next_sequence();
  for (std::size_t have = 1; have < size; have *= 2) {
    const std::size_t missing = std::min(have, size - have);
    const rank_id to{static_cast<int>((me + size - have) % size)};
    const rank_id from{static_cast<int>((me + have) % size)};
    team.mail().send(to, sequence, first(missing));
    append(team.mail().receive(from, sequence), missing);
  }
}

}  // namespace

std::vector<std::byte> broadcast_bytes(rank_team& team, std::vector<std::byte> bytes,
                                       rank_id root) {
  const collective_call call(team);
  if (team.size() == 1) { return bytes; }
  return broadcast_under(team, team.mail().next_sequence(), std::move(bytes), root);
}

std::vector<std::byte> all_reduce_bytes(rank_team& team, std::vector<std::byte> bytes,
                                        const bytes_combiner& combine) {
  const collective_call call(team);
  if (team.size() == 1) { return bytes; }
  if (is_exchanged(team, bytes.size())) { return reduced_by_both(team, std::move(bytes), combine); }
  mailbox& mail = team.mail();
  const std::uint64_t up = mail.next_sequence();
  const std::uint64_t down = mail.next_sequence();
  for (const rank_id child : tree_children(team.rank(), team.size())) {
    combine(bytes, mail.receive(child, up));
  }
  if (index_of(team.rank()) != 0) { mail.send(tree_parent(team.rank()), up, bytes); }
  return broadcast_under(team, down, std::move(bytes), rank_id{0});
}

std::vector<std::vector<std::byte>> all_to_all_bytes(
    rank_team& team, std::span<const std::span<const std::byte>> outgoing) {
  require(outgoing.size() == static_cast<std::size_t>(team.size()),
          "all_to_all: there is one list for each rank");
  const auto me = static_cast<std::size_t>(index_of(team.rank()));
  piece_exchange exchange(team);
  for (std::size_t step = 0; step < outgoing.size(); ++step) {  // everybody starts with another
    const std::size_t to = (me + step) % outgoing.size();
    exchange.send(rank_id{static_cast<int>(to)}, outgoing[to]);
  }
  std::vector<std::vector<std::byte>> arrived(outgoing.size());
  exchange.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
    arrived[static_cast<std::size_t>(index_of(from))].assign(bytes.begin(), bytes.end());
  });
  return arrived;
}

rank_pieces<std::byte> all_gather_bytes(rank_team& team, std::span<const std::byte> bytes) {
  const collective_call call(team);
  packed_pieces all(bytes);
  gather_by_doubling(
      team, [&](std::size_t count) { return all.first(count); },
      [&](std::span<const std::byte> letter, std::size_t count) { all.append(letter, count); });
  return std::move(all).by_rank(static_cast<std::size_t>(index_of(team.rank())));
}

std::vector<std::byte> all_gather_equal_bytes(rank_team& team, std::span<const std::byte> bytes) {
  const collective_call call(team);
  std::vector<std::byte> all(bytes.begin(), bytes.end());
  all.reserve(bytes.size() * static_cast<std::size_t>(team.size()));
  gather_by_doubling(
      team, [&](std::size_t count) { return std::span(all).first(count * bytes.size()); },
      [&](const std::vector<std::byte>& letter, [[maybe_unused]] std::size_t count) {
        ORUJO_ASSERT(letter.size() == count * bytes.size(), "all ranks give as many bytes");
        all.insert(all.end(), letter.begin(), letter.end());
      });
  const std::size_t from_zero = static_cast<std::size_t>(index_of(team.rank())) * bytes.size();
  std::rotate(all.begin(), all.end() - static_cast<std::ptrdiff_t>(from_zero), all.end());
  return all;
}

rank_pieces<std::byte> gather_bytes(rank_team& team, std::span<const std::byte> bytes) {
  const collective_call call(team);
  const std::uint64_t sequence = team.mail().next_sequence();
  packed_pieces all(bytes);
  // The ranks below a child follow it, and those below the nearest come first: by rank.
  for (const rank_id child : tree_children(team.rank(), team.size())) {
    all.append(team.mail().receive(child, sequence), tree_size(child, team.size()));
  }
  if (index_of(team.rank()) != 0) {
    team.mail().send(tree_parent(team.rank()), sequence, all.first(all.lengths.size()));
    return {};
  }
  return std::move(all).by_rank(0);
}

std::vector<std::byte> exclusive_scan_bytes(rank_team& team, std::vector<std::byte> own,
                                            std::vector<std::byte> none,
                                            const bytes_combiner& combine) {
  const collective_call call(team);
  const int me = index_of(team.rank());
  const std::uint64_t sequence = team.mail().next_sequence();
  std::vector<std::byte> lower = std::move(none);
  for (int distance = 1; distance < team.size(); distance *= 2) {  // `own` is of so many ranks
    if (me + distance < team.size()) { team.mail().send(rank_id{me + distance}, sequence, own); }
    if (me < distance) { continue; }
    const std::vector<std::byte> got = team.mail().receive(rank_id{me - distance}, sequence);
    combine(lower, got);
    combine(own, got);
  }
  return lower;
}

void barrier(rank_team& team) {
  team.transport().check();  // with one rank nothing waits, and nothing else would look
  static_cast<void>(all_reduce(team, std::uint32_t{0}, [](auto a, auto b) { return a | b; }));
}

void require_memory_everywhere(rank_team& team, std::uint64_t bytes, std::string_view what) {
  run_agreed(team, [&] { require_memory(bytes, what, memory_limit_of(team)); });
}

void agree_on(rank_team& team, const error* problem) {
  team.transport().check();  // as in barrier()
  const int none = team.size();
  const int first = all_min(team, problem != nullptr ? index_of(team.rank()) : none);
  if (first == none) { return; }
  const int code = problem != nullptr ? static_cast<int>(problem->code()) : 0;
  const std::string text = problem != nullptr ? problem->what() : "";
  const int agreed_code = broadcast(team, code, rank_id{first});
  const std::vector<char> agreed =
      broadcast(team, std::vector<char>(text.begin(), text.end()), rank_id{first});
  throw agreed_error(static_cast<exit_code>(agreed_code),
                     std::string(agreed.begin(), agreed.end()));
}

}  // namespace orujo
