// All mechanisms that keep activities apart.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/activities/activity_runner.hpp"
#include "orujo/activities/atomic_words.hpp"
#include "orujo/activities/combining.hpp"
#include "orujo/activities/global_lock.hpp"
#include "orujo/activities/home.hpp"
#include "orujo/activities/norec.hpp"
#include "orujo/activities/striped_locks.hpp"
#include "orujo/activities/tl2.hpp"
#include "orujo/activities/transactions.hpp"
