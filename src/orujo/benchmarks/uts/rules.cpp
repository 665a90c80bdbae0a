// Numbers of children, from SHA-1.
//
// SHA-1 is nettle's: maintained, in every distribution, and it uses the processor's instructions.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/uts/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <nettle/sha1.h>

#include "orujo/base/error.hpp"

namespace orujo {

namespace {

constexpr std::uint32_t most_children = 100;  // but of a binomial root
constexpr std::uint32_t cycles = 5;           // of a cyclic tree
constexpr std::uint32_t deepest = 1'000'000;

// As its authors ran them.
constexpr uts_sample samples[] = {
    {"T1",
     {uts_type::geometric, uts_shape::fixed, 4, 10, 0, 0, 19},
     {.tree_size = 4'130'071, .leaves = 3'305'118, .max_depth = 10}},
    {"T1L",
     {uts_type::geometric, uts_shape::fixed, 4, 13, 0, 0, 29},
     {.tree_size = 102'181'082, .leaves = 81'746'377, .max_depth = 13}},
    {"T2",
     {uts_type::geometric, uts_shape::cyclic, 6, 16, 0, 0, 502},
     {.tree_size = 4'117'769, .leaves = 2'342'762, .max_depth = 81}},
    {"T3",
     {uts_type::binomial, uts_shape::fixed, 2000, 0, 0.124875, 8, 42},
     {.tree_size = 4'112'897, .leaves = 3'599'034, .max_depth = 1572}},
    {"T5",
     {uts_type::geometric, uts_shape::linear, 4, 20, 0, 0, 34},
     {.tree_size = 4'147'582, .leaves = 2'181'318, .max_depth = 20}},
};

template <std::size_t Bytes>
uts_state digest_of(const std::array<std::uint8_t, Bytes>& text) {
  uts_state state{};
  sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, Bytes, text.data());
  sha1_digest(&context, state.digest.size(), state.digest.data());
  return state;
}

/// Writes `number` with the highest byte first.
void put_word(std::uint8_t* where, std::uint32_t number) {
  for (int byte = 3; byte >= 0; --byte, number >>= 8U) {
    where[byte] = static_cast<std::uint8_t>(number);
  }
}

/// 31 bits of the digest, as a number from 0 to 1.
double fraction_of(const uts_state& state) {
  std::uint32_t bits = 0;
  for (std::size_t byte = 16; byte < 20; ++byte) { bits = bits << 8U | state.digest[byte]; }
  return static_cast<double>(bits & 0x7fffffffU) / 2147483648.0;
}

void check(const uts_parameters& tree) {
  require(tree.branching > 0 && tree.branching < uts_children_limit,
          "uts: the branching factor lies above 0 and below 4096");
  if (tree.type == uts_type::geometric) {
    return require(tree.depth >= 1 && tree.depth <= deepest,
                   "uts: the depth of a geometric tree lies between 1 and 1000000");
  }
  require(tree.children < uts_children_limit, "uts: a vertex has at most 4095 children");
  require(tree.probability >= 0 && tree.probability * tree.children < 1,
          "uts: a binomial tree ends only if probability times children is below 1");
}

}  // namespace

std::span<const uts_sample> uts_samples() noexcept { return samples; }

uts_state root_state(std::uint32_t seed) {
  std::array<std::uint8_t, 20> text{};
  put_word(&text[16], seed);
  return digest_of(text);
}

uts_state child_state(const uts_state& parent, std::uint32_t number) {
  std::array<std::uint8_t, 24> text{};
  std::copy(parent.digest.begin(), parent.digest.end(), text.begin());
  put_word(&text[20], number);
  return digest_of(text);
}

uts_rules::uts_rules(const uts_parameters& tree) : tree_(tree) {
  check(tree);
  if (tree.type == uts_type::binomial) { return; }
  const std::uint32_t depths = tree.shape == uts_shape::cyclic ? cycles * tree.depth : tree.depth;
  for (std::uint32_t depth = 0; depth <= depths; ++depth) {
    logarithms_.push_back(logarithm_at(depth));
  }
}

double uts_rules::logarithm_at(std::uint32_t depth) const {
  return std::log(1 - 1 / (1 + mean_at(depth)));
}

double uts_rules::mean_at(std::uint32_t depth) const {
  const double b0 = tree_.branching;
  const double relative = static_cast<double>(depth) / tree_.depth;
  if (depth == 0) { return b0; }
  switch (tree_.shape) {
    case uts_shape::linear: return std::max(0.0, b0 * (1 - relative));
    case uts_shape::exponential: return b0 * std::pow(depth, -std::log(b0) / std::log(tree_.depth));
    case uts_shape::cyclic:
      return relative > cycles ? 0 : std::pow(b0, std::sin(2 * std::numbers::pi * relative));
    case uts_shape::fixed: return depth < tree_.depth ? b0 : 0;
  }
  return 0;
}

std::uint32_t uts_rules::children(const uts_state& vertex, std::uint32_t depth) const {
  if (tree_.type == uts_type::binomial) {
    if (depth == 0) { return static_cast<std::uint32_t>(tree_.branching); }
    return fraction_of(vertex) < tree_.probability ? tree_.children : 0;
  }
  const double divisor = depth < logarithms_.size() ? logarithms_[depth] : logarithm_at(depth);
  const double drawn = std::log(1 - fraction_of(vertex)) / divisor;
  if (drawn >= most_children) { return most_children; }
  return drawn >= 1 ? static_cast<std::uint32_t>(drawn) : 0;
}

}  // namespace orujo
