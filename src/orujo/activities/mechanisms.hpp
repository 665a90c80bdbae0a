// All mechanisms that keep activities apart.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/activities/activity_runner.hpp"
#include "orujo/activities/mechanisms/atomic_words.hpp"
#include "orujo/activities/mechanisms/combining.hpp"
#include "orujo/activities/mechanisms/global_lock.hpp"
#include "orujo/activities/mechanisms/home.hpp"
#include "orujo/activities/mechanisms/norec.hpp"
#include "orujo/activities/mechanisms/striped_locks.hpp"
#include "orujo/activities/mechanisms/tl2.hpp"
#include "orujo/activities/mechanisms/transactions.hpp"
