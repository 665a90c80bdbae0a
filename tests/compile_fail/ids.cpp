// A rank is not a number, and not a vertex.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/ids.hpp"

namespace orujo {

constexpr rank_id first{0};

#ifdef SECTION_number_as_rank  // error: cannot convert 'int' to .*rank_id'
constexpr rank_id wrong = 0;
#endif
#ifdef SECTION_rank_as_number  // error: cannot convert .*rank_id' to 'const int'
constexpr int wrong = first;
#endif
#ifdef SECTION_rank_as_vertex  // error: cannot convert .*rank_id' to .*vertex_id'
constexpr vertex_id wrong = first;
#endif

}  // namespace orujo
