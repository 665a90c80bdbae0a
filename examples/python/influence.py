"""Whom a rumour reaches: along each edge it is believed with a probability, and forgotten below a threshold."""
# SPDX-License-Identifier: Apache-2.0
import orujo


@orujo.operator(dtype="float64", combine="max")
def believed(chance, weight):
    after = chance * weight
    return after * (after >= 0.01)  # 0 is better than nobody's label


def influence(people, source):
    """The probability of the most credible way from the source to each of them."""
    return orujo.label_correcting(people, believed, {source: 1.0}, rest=0.0).label


def main():
    people = orujo.from_edges([0, 0, 1, 2, 3], [1, 2, 3, 3, 4], [0.5, 0.9, 0.9, 0.4, 0.02], directed=True)
    print(influence(people, 0).round(3).tolist())


if __name__ == "__main__":
    main()
