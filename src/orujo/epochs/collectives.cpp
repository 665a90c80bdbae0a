// Collectives as letters along a binomial tree.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/collectives.hpp"

#include <algorithm>

namespace orujo {

namespace {

/// Ranks renumbered so that `root` is 0.
rank_id relative(rank_id rank, rank_id root, int size) {
  return rank_id{(index_of(rank) - index_of(root) + size) % size};
}
rank_id absolute(rank_id rank, rank_id root, int size) {
  return rank_id{(index_of(rank) + index_of(root)) % size};
}

void count_call(rank_team& team) { team.worker_at(0).metrics.add(metric::collectives); }

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

}  // namespace

std::vector<std::byte> broadcast_bytes(rank_team& team, std::vector<std::byte> bytes,
                                       rank_id root) {
  count_call(team);
  if (team.size() == 1) { return bytes; }
  return broadcast_under(team, team.mail().next_sequence(), std::move(bytes), root);
}

std::vector<std::byte> all_reduce_bytes(
    rank_team& team, std::vector<std::byte> bytes,
    const std::function<void(std::span<std::byte>, std::span<const std::byte>)>& combine) {
  count_call(team);
  if (team.size() == 1) { return bytes; }
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
  count_call(team);
  const int size = team.size();
  const int me = index_of(team.rank());
  std::vector<std::vector<std::byte>> arrived(static_cast<std::size_t>(size));
  const std::span<const std::byte> own = outgoing[static_cast<std::size_t>(me)];
  arrived[static_cast<std::size_t>(me)].assign(own.begin(), own.end());
  const std::uint64_t sequence = team.mail().next_sequence();
  for (int step = 1; step < size; ++step) {  // everybody starts with another rank
    const int to = (me + step) % size;
    team.mail().send(rank_id{to}, sequence, outgoing[static_cast<std::size_t>(to)]);
  }
  for (int step = 1; step < size; ++step) {
    const int from = (me + size - step) % size;
    arrived[static_cast<std::size_t>(from)] = team.mail().receive(rank_id{from}, sequence);
  }
  return arrived;
}

std::vector<std::vector<std::byte>> all_gather_bytes(rank_team& team,
                                                     std::span<const std::byte> bytes) {
  return all_to_all_bytes(
      team, std::vector<std::span<const std::byte>>(static_cast<std::size_t>(team.size()), bytes));
}

void barrier(rank_team& team) {
  team.transport().check();  // with one rank nothing waits, and nothing else would look
  static_cast<void>(all_reduce(team, std::uint32_t{0}, [](auto a, auto b) { return a | b; }));
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
