"""Prints what is covered of NetworkX, as a table; `python -m orujo.networkx`."""
# SPDX-License-Identifier: Apache-2.0
from orujo.networkx._coverage import coverage_table

print(coverage_table())
