// A type that is no vertex program is told what it lacks.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>

#include "orujo/frameworks/vertex_centric/vertex_program.hpp"

namespace orujo {

struct whole_program {
  using state = std::uint32_t;
  using reduction = minimum<std::uint32_t>;

  static state initial(const program_vertex&) { return 0; }
  static std::optional<state> first(const program_vertex&) { return {}; }
  static state gather(state told) { return told; }
  static bool apply(const program_vertex&, state&, state) { return false; }
  static state scatter(const program_vertex&, const state& mine) { return mine; }
};
static_assert(vertex_program<whole_program>);

template <typename P>
void check() {
  vertex_programs::require_program<P>();
}

void check_all() {
  check<whole_program>();
#ifdef SECTION_without_state  // error: a vertex program has a type `state`, plain data
  struct stateless : whole_program {
    static int initial(const program_vertex&) { return 0; }
  };
  check<stateless>();
#endif
#ifdef SECTION_with_large_values  // error: of values of at most 8 bytes
  struct wide : whole_program {
    using reduction = minimum<long double>;
  };
  check<wide>();
#endif
#ifdef SECTION_without_first  // error: what a vertex hears first, if anything
  struct unstarted : whole_program {
    static void first(const program_vertex&) {}
  };
  check<unstarted>();
#endif
#ifdef SECTION_weights_that_nobody_takes  // error: with a `weight_type`
  struct unweighted : whole_program {
    using weight_type = std::uint32_t;
  };
  check<unweighted>();
#endif
#ifdef SECTION_apply_that_says_nothing  // error: a vertex program has `bool apply
  struct silent : whole_program {
    static void apply(const program_vertex&, state&, state) {}
  };
  check<silent>();
#endif
#ifdef SECTION_without_scatter  // error: a vertex program has `value scatter
  struct mute : whole_program {
    static void scatter(const program_vertex&, state&) {}
  };
  check<mute>();
#endif
}

}  // namespace orujo
