"""Shortest and widest paths as algorithms of one's own: what an edge makes of a label, and which label is better."""
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import orujo


@orujo.operator(dtype="int64", combine="min")
def farther(distance, weight):
    return distance + weight


@orujo.operator(dtype="int64", combine="max")
def narrower(width, weight):
    return np.minimum(width, weight)


def main():
    roads = orujo.generate("grid:300x300", weights=(1, 255))
    distance = orujo.label_correcting(roads, farther, {0: 0}).label
    width = orujo.label_correcting(roads, narrower, {0: 255}, rest=0).label
    print(f"the farthest corner is {distance[-1]} away, and {width[-1]} gets through")


if __name__ == "__main__":
    main()
