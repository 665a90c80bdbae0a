// Sorts the arcs of one bucket by source and target.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/building/arc_store.hpp"
#include "orujo/graph/parallel_edges.hpp"
#include "orujo/graph/weight_type.hpp"

namespace orujo::building {

/// What a bucket's rows became; the arrays belong to the sorter.
template <typename Target, typename Key>
struct sorted_rows {
  std::span<const std::uint64_t> starts;  ///< Of each row, and behind the last.
  std::span<const Target> targets;
  std::span<const Key> keys;       ///< Of weights, if there are any.
  std::uint64_t merged = 0;        ///< Parallel arcs that were left out, loops apart.
  std::uint64_t merged_loops = 0;  ///< The same of loops.
  std::uint64_t loops = 0;         ///< Loops that stayed.
  std::uint64_t overflows = 0;     ///< Sums of weights that cannot be stored.
};

/// What is done while rows are made.
struct row_rules {
  parallel_edges parallel = parallel_edges::lightest;
  bool loops_arrive = false;                ///< Else there are none to be counted.
  weight_type weights = weight_type::none;  ///< That rows get.
};

/// A radix sort, stable and from the least digit up: by target, then by source. The time does not
/// depend on how long the rows are. Keeps its memory for the next bucket. `Key` is that of weights
/// of the rows' type, or no_key; arcs may have come with narrower ones.
template <typename Target, typename Key>
class bucket_sorter {
  static constexpr bool weighted = !std::is_same_v<Key, no_key>;

public:
  using store_type = arc_store<Target, weighted>;

  /// For buckets of at most `most_arcs`; what they do not use costs nothing.
  bucket_sorter(const row_rules& rules, std::uint64_t most_arcs)
      : rules_(rules), targets_(most_arcs), keys_(weighted ? most_arcs : 0) {
    for (huge_array<record>& each : records_) { each = huge_array<record>(most_arcs); }
  }

  /// Sorts and frees the arcs of `bucket`. Targets count as loops where they equal the source.
  sorted_rows<Target, Key> sort(store_type& store, std::size_t bucket);

private:
  static constexpr unsigned most_digit_bits = 11;

  struct carried {
    Target target;
    Key key;
    std::uint16_t source;
  };
  struct bare {
    Target target;
    std::uint16_t source;
  };
  using record = std::conditional_t<weighted, carried, bare>;
  using block_view = typename store_type::block_view;
  using views = std::vector<block_view>;

  /// The digits of target - least, from the lowest.
  struct digit_plan {
    Target least = 0;
    unsigned bits = 0;
    unsigned digits = 1;
  };

  static digit_plan plan_digits(const views& arcs, std::uint64_t size);
  void count_digits(const views& arcs, const digit_plan& plan);
  void count_sources(const views& arcs, std::size_t rows);
  void scatter_first(const views& arcs, const digit_plan& plan);
  void scatter_next(std::span<const record> from, const digit_plan& plan, unsigned digit);
  void scatter_rows(std::span<const record> from);
  sorted_rows<Target, Key> finish_rows(std::uint64_t first_vertex);
  std::uint64_t merge_row(std::uint64_t begin, std::uint64_t end, std::uint64_t to);
  template <typename Combine>
  std::uint64_t merge_row(std::uint64_t begin, std::uint64_t end, std::uint64_t to,
                          Combine combine);
  std::uint64_t sum_row(std::uint64_t begin, std::uint64_t end, std::uint64_t to);
  Key sum_of(std::span<const Key> some);
  template <typename Sum>
  Key summed(std::span<const Key> some);
  void order_keys(std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] std::uint64_t loops_in(std::uint64_t begin, std::uint64_t end, Target self) const;

  /// Calls `visit(record)` for each arc of a block.
  template <typename Visit>
  void for_each_record(const block_view& arcs, Visit visit) const {
    for (std::size_t i = 0; i < arcs.targets.size(); ++i) {
      if constexpr (!weighted) {
        visit(record{arcs.targets[i], arcs.sources[i]});
      } else if constexpr (sizeof(Key) == sizeof(std::uint32_t)) {
        visit(record{arcs.targets[i], arcs.narrow_keys[i], arcs.sources[i]});
      } else {
        const Key key = arcs.wide_keys.empty()
                            ? widened_key(kind_of(rules_.weights), arcs.narrow_keys[i])
                            : arcs.wide_keys[i];
        visit(record{arcs.targets[i], key, arcs.sources[i]});
      }
    }
  }

  row_rules rules_;
  std::uint64_t overflows_ = 0;        // of the bucket
  std::vector<std::uint64_t> places_;  // of each digit, one stretch of 2^bits counters
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> ends_;
  huge_array<record> records_[2];
  huge_array<Target> targets_;
  huge_array<Key> keys_;
};

// --- implementation --------------------------------------------------------------------------

/// Turns counts into the place where each value begins.
inline void counts_to_places(std::span<std::uint64_t> counts) {
  std::uint64_t sum = 0;
  for (std::uint64_t& count : counts) { sum += std::exchange(count, sum); }
}

template <typename Target, typename Key>
auto bucket_sorter<Target, Key>::plan_digits(const views& arcs, std::uint64_t size) -> digit_plan {
  Target least = std::numeric_limits<Target>::max();
  Target most = 0;
  for (const auto& each : arcs) {
    for (const Target target : each.targets) {
      least = std::min(least, target);
      most = std::max(most, target);
    }
  }
  if (size == 0) { return {}; }
  const auto width =
      static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most - least)));
  // Few arcs are not worth many counters.
  const auto largest = std::clamp(static_cast<unsigned>(std::bit_width(size)), 4U, most_digit_bits);
  const unsigned digits = std::max(1U, (width + largest - 1) / largest);
  return {least, (width + digits - 1) / digits, digits};
}

template <typename Target, typename Key>
void bucket_sorter<Target, Key>::count_digits(const views& arcs, const digit_plan& plan) {
  const std::size_t values = std::size_t{1} << plan.bits;
  places_.assign(values * plan.digits, 0);
  for (const auto& each : arcs) {
    for (unsigned digit = 0; digit < plan.digits; ++digit) {
      std::uint64_t* const counts = places_.data() + digit * values;
      const unsigned shift = digit * plan.bits;
      for (const Target target : each.targets) {
        ++counts[((target - plan.least) >> shift) & (values - 1)];
      }
    }
  }
  for (unsigned digit = 0; digit < plan.digits; ++digit) {
    counts_to_places(std::span(places_).subspan(digit * values, values));
  }
}

template <typename Target, typename Key>
void bucket_sorter<Target, Key>::count_sources(const views& arcs, std::size_t rows) {
  starts_.assign(rows + 1, 0);
  for (const auto& each : arcs) {
    for (const std::uint16_t source : each.sources) { ++starts_[source]; }
  }
  counts_to_places(starts_);
  ends_.assign(starts_.begin(), starts_.end());
}

template <typename Target, typename Key>
void bucket_sorter<Target, Key>::scatter_first(const views& arcs, const digit_plan& plan) {
  const std::size_t mask = (std::size_t{1} << plan.bits) - 1;
  record* const to = records_[0].data();
  for (const auto& each : arcs) {
    for_each_record(
        each, [&](const record& arc) { to[places_[(arc.target - plan.least) & mask]++] = arc; });
  }
}

template <typename Target, typename Key>
void bucket_sorter<Target, Key>::scatter_next(std::span<const record> from, const digit_plan& plan,
                                              unsigned digit) {
  const std::size_t mask = (std::size_t{1} << plan.bits) - 1;
  std::uint64_t* const places = places_.data() + digit * (mask + 1);
  const unsigned shift = digit * plan.bits;
  record* const to = records_[digit % 2].data();
  for (const record& each : from) {
    to[places[((each.target - plan.least) >> shift) & mask]++] = each;
  }
}

template <typename Target, typename Key>
void bucket_sorter<Target, Key>::scatter_rows(std::span<const record> from) {
  for (const record& each : from) {
    const std::uint64_t place = ends_[each.source]++;
    targets_[place] = each.target;
    if constexpr (weighted) { keys_[place] = each.key; }
  }
}

/// Moves a sorted row to `to`, at or before its place, without repetitions. Returns its new end.
template <typename Target, typename Key>
std::uint64_t bucket_sorter<Target, Key>::merge_row(std::uint64_t begin, std::uint64_t end,
                                                    std::uint64_t to) {
  constexpr auto least = [](auto a, auto b) { return std::min(a, b); };
  constexpr auto most = [](auto a, auto b) { return std::max(a, b); };
  switch (rules_.parallel) {
    case parallel_edges::kept: break;
    case parallel_edges::sum: return sum_row(begin, end, to);
    case parallel_edges::greatest: return merge_row(begin, end, to, most);
    case parallel_edges::lightest:
    case parallel_edges::one: return merge_row(begin, end, to, least);
  }
  if constexpr (weighted) { order_keys(begin, end); }
  return end;
}

template <typename Target, typename Key>
template <typename Combine>
std::uint64_t bucket_sorter<Target, Key>::merge_row(std::uint64_t begin, std::uint64_t end,
                                                    std::uint64_t to,
                                                    [[maybe_unused]] Combine combine) {
  if (begin == end) { return to; }
  Target* const targets = targets_.data();
  [[maybe_unused]] Key* const keys = keys_.data();
  Target last = ~targets[begin];
  for (std::uint64_t i = begin; i < end; ++i) {
    const Target target = targets[i];
    const bool fresh = target != last;
    to += fresh ? 1 : 0;
    if constexpr (weighted) { keys[to - 1] = fresh ? keys[i] : combine(keys[to - 1], keys[i]); }
    targets[to - 1] = target;
    last = target;
  }
  return to;
}

/// As merge_row(), with the sums of weights; sorted first, so that sums of reals are defined.
template <typename Target, typename Key>
std::uint64_t bucket_sorter<Target, Key>::sum_row(std::uint64_t begin, std::uint64_t end,
                                                  std::uint64_t to) {
  if constexpr (weighted) { order_keys(begin, end); }
  while (begin < end) {
    std::uint64_t next = begin + 1;
    while (next < end && targets_[next] == targets_[begin]) { ++next; }
    targets_[to] = targets_[begin];
    if constexpr (weighted) { keys_[to] = sum_of({keys_.data() + begin, keys_.data() + next}); }
    ++to;
    begin = next;
  }
  return to;
}

/// Sums are made in 64 bits: rows whose weights are added are sorted with keys of these.
template <typename Target, typename Key>
Key bucket_sorter<Target, Key>::sum_of(std::span<const Key> some) {
  if (some.size() == 1) { return some.front(); }
  if constexpr (sizeof(Key) == sizeof(std::uint64_t)) {
    return rules_.weights == weight_type::real64 ? summed<double>(some)
                                                 : summed<std::int64_t>(some);
  } else {
    ORUJO_UNREACHABLE("weights that are added have 64 bits");
  }
}

template <typename Target, typename Key>
template <typename Sum>
Key bucket_sorter<Target, Key>::summed(std::span<const Key> some) {
  Sum sum{0};
  bool fits = true;
  for (const Key key : some) {
    const Sum weight = weight_of_key<Sum>(key);
    if constexpr (std::is_floating_point_v<Sum>) {
      sum += weight;
    } else {
      fits = !__builtin_add_overflow(sum, weight, &sum) && fits;
    }
  }
  if constexpr (std::is_floating_point_v<Sum>) { fits = std::isfinite(sum); }
  if constexpr (std::is_integral_v<Sum>) { fits = fits && sum != std::numeric_limits<Sum>::min(); }
  overflows_ += fits ? 0 : 1;
  return key_of(sum + Sum{0});  // -0 becomes 0
}

/// Parallel arcs arrive in no defined order; by weight they have one.
template <typename Target, typename Key>
void bucket_sorter<Target, Key>::order_keys(std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    std::uint64_t next = begin + 1;
    while (next < end && targets_[next] == targets_[begin]) { ++next; }
    if (next - begin > 1) { std::sort(keys_.data() + begin, keys_.data() + next); }
    begin = next;
  }
}

template <typename Target, typename Key>
std::uint64_t bucket_sorter<Target, Key>::loops_in(std::uint64_t begin, std::uint64_t end,
                                                   Target self) const {
  if (!rules_.loops_arrive) { return 0; }
  const auto same = std::equal_range(targets_.data() + begin, targets_.data() + end, self);
  return static_cast<std::uint64_t>(same.second - same.first);
}

template <typename Target, typename Key>
sorted_rows<Target, Key> bucket_sorter<Target, Key>::finish_rows(std::uint64_t first_vertex) {
  const std::size_t rows = starts_.size() - 1;
  sorted_rows<Target, Key> result;
  std::uint64_t to = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t begin = std::exchange(starts_[row], to);
    const std::uint64_t end = ends_[row];
    const std::uint64_t loops = loops_in(begin, end, static_cast<Target>(first_vertex + row));
    result.loops += loops;
    to = merge_row(begin, end, to);
    if (rules_.parallel != parallel_edges::kept) {
      const std::uint64_t merged_loops = loops > 0 ? loops - 1 : 0;
      result.loops -= merged_loops;
      result.merged_loops += merged_loops;
      result.merged += (end - begin) - (to - starts_[row]) - merged_loops;
    }
  }
  starts_[rows] = to;
  result.overflows = std::exchange(overflows_, 0);
  result.starts = starts_;
  result.targets = targets_.span().first(to);
  if constexpr (weighted) { result.keys = keys_.span().first(to); }
  return result;
}

template <typename Target, typename Key>
sorted_rows<Target, Key> bucket_sorter<Target, Key>::sort(store_type& store, std::size_t bucket) {
  const auto [first, last] = store.shape().range(bucket);
  const auto rows = static_cast<std::size_t>(last - first);
  const views arcs = store.views(bucket);
  std::uint64_t size = 0;
  for (const auto& each : arcs) { size += each.targets.size(); }
  const digit_plan plan = plan_digits(arcs, size);
  count_digits(arcs, plan);
  count_sources(arcs, rows);
  scatter_first(arcs, plan);
  store.release(bucket);
  for (unsigned digit = 1; digit < plan.digits; ++digit) {
    scatter_next(records_[(digit + 1) % 2].span().first(size), plan, digit);
  }
  scatter_rows(records_[(plan.digits - 1) % 2].span().first(size));
  return finish_rows(first);
}

}  // namespace orujo::building
