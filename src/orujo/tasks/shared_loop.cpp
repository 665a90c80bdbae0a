// Keeps the layer a library; the loop itself is in the header.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/shared_loop.hpp"
