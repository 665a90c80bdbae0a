// A sample sort (Frazer and McKellar 1970) whose buckets are sorted by the eight bytes behind what
// all names of a bucket begin with: names of one host or one ontology differ late.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/name_sorting.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

namespace {

constexpr std::size_t num_buckets = 256;
constexpr std::size_t samples_of_bucket = 8;
constexpr std::size_t block_names = 4096;

/// The eight bytes of `name` from `begin` on, zeros behind its end, as a number in their order.
std::uint64_t key_of(std::string_view name, std::size_t begin) noexcept {
  std::uint64_t key = 0;
  const std::size_t size = std::min(sizeof key, name.size() - begin);
  if (size > 0) { std::memcpy(&key, name.data() + begin, size); }
  return std::endian::native == std::endian::little ? __builtin_bswap64(key) : key;
}

std::size_t common_prefix(std::string_view a, std::string_view b) noexcept {
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (same < size && a[same] == b[same]) { ++same; }
  return same;
}

void sort_bucket(std::span<numbered_name> bucket) {
  if (bucket.size() < 2) { return; }
  std::size_t begin = bucket.front().name.size();
  for (const numbered_name& each : bucket) {
    begin = common_prefix(bucket.front().name.substr(0, begin), each.name);
  }
  for (numbered_name& each : bucket) { each.key = key_of(each.name, begin); }
  std::sort(bucket.begin(), bucket.end(), [](const numbered_name& a, const numbered_name& b) {
    return a.key != b.key ? a.key < b.key : a.name < b.name;
  });
}

/// The first names of all buckets but the first, from a regular sample.
std::vector<std::string_view> splitters_of(const std::vector<numbered_name>& names) {
  constexpr std::size_t samples = num_buckets * samples_of_bucket;
  std::vector<std::string_view> sample;
  for (std::size_t i = 0; i < samples; ++i) {
    sample.push_back(names[i * names.size() / samples].name);
  }
  std::sort(sample.begin(), sample.end());
  std::vector<std::string_view> splitters;
  for (std::size_t b = 1; b < num_buckets; ++b) {
    splitters.push_back(sample[b * samples_of_bucket]);
  }
  return splitters;
}

/// Puts names into buckets, each block of names at places of its own.
class distribution {
public:
  distribution(rank_team& team, std::vector<numbered_name>& names)
      : team_(team),
        names_(names),
        splitters_(splitters_of(names)),
        buckets_(names.size()),
        places_((names.size() + block_names - 1) / block_names * num_buckets) {}

  /// The names by bucket; bucket b is that from ends[b-1] to ends[b].
  std::vector<numbered_name> distribute(std::vector<std::size_t>& ends) {
    over_blocks([this](std::size_t block, std::size_t i) {
      const auto at = std::upper_bound(splitters_.begin(), splitters_.end(), names_[i].name);
      buckets_[i] = static_cast<std::uint8_t>(at - splitters_.begin());
      ++places_[block * num_buckets + buckets_[i]];
    });
    std::size_t place = 0;
    for (std::size_t bucket = 0; bucket < num_buckets; ++bucket) {
      for (std::size_t at = bucket; at < places_.size(); at += num_buckets) {
        place += std::exchange(places_[at], place);
      }
      ends.push_back(place);
    }
    std::vector<numbered_name> sorted(names_.size());
    over_blocks([&](std::size_t block, std::size_t i) {
      sorted[places_[block * num_buckets + buckets_[i]]++] = names_[i];
    });
    return sorted;
  }

private:
  template <typename Visit>
  void over_blocks(Visit visit) {
    parallel_for(team_, places_.size() / num_buckets, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t block = first; block < last; ++block) {
        const std::size_t end = std::min(names_.size(), (block + 1) * block_names);
        for (std::size_t i = block * block_names; i < end; ++i) { visit(block, i); }
      }
    });
  }

  rank_team& team_;
  std::vector<numbered_name>& names_;
  std::vector<std::string_view> splitters_;
  std::vector<std::uint8_t> buckets_;  // of each name
  std::vector<std::size_t> places_;    // by block, then by bucket: first how many, then where
};

}  // namespace

std::vector<numbered_name> sorted_names(rank_team& team, std::vector<numbered_name> names) {
  if (names.size() < 2 * block_names) {
    sort_bucket(names);
    return names;
  }
  std::vector<std::size_t> ends;
  std::vector<numbered_name> sorted = distribution(team, names).distribute(ends);
  names = {};
  parallel_for(team, num_buckets, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t bucket = first; bucket < last; ++bucket) {
      const std::size_t begin = bucket == 0 ? 0 : ends[bucket - 1];
      sort_bucket(std::span(sorted).subspan(begin, ends[bucket] - begin));
    }
  });
  return sorted;
}

}  // namespace orujo::building
