# Files that are cut off, corrupt or wrong: what each is, and where the message must point.
# SPDX-License-Identifier: Apache-2.0
import struct
import time

PATIENCE_SECONDS = 60
HUGE = str(2**64)

# Format: suffix, a file that is right, and wrong ones by what is wrong: text, line of the message.
TEXTS = {
    "edge list": ("el", "1 2\n2 3\n3 4\n", {
        "cut off": ("1 2\n2 3\n3", 3),
        "no number": ("1 2\n2 x\n3 4\n", 2),
        "huge id": (f"1 2\n2 {HUGE}\n3 4\n", 2),
        "negative id": ("1 2\n2 -3\n3 4\n", 2),
    }),
    "weighted edge list": ("wel", "1 2 5\n2 3 6\n3 4 7\n", {
        "cut off": ("1 2 5\n2 3 6\n3 4", 3),
        "no number": ("1 2 5\n2 3 x\n3 4 7\n", 2),
        "huge id": (f"1 2 5\n2 3 6\n{HUGE} 4 7\n", 3),
        "huge weight": (f"1 2 5\n2 3 6\n3 4 {2**63}\n", 3),
    }),
    "comma-separated": ("csv", "source,target,weight\n1,2,0.5\n2,3,1.5\n", {
        "cut off": ("source,target,weight\n1,2,0.5\n2,3,", 3),
        "no number": ("source,target,weight\n1,2,0.5\n2,y,1.5\n", 3),
        "huge id": (f"source,target,weight\n1,{HUGE},0.5\n2,3,1.5\n", 2),
        "endless weight": ("source,target,weight\n1,2,0.5\n2,3,-inf\n", 3),
    }),
    "tab-separated": ("tsv", "1\t2\n2\t3\n", {
        "cut off": ("1\t2\n2\t", 2),
        "no number": ("1\t2\n?\t3\n", 2),
        "huge id": (f"1\t2\n{HUGE}\t3\n", 2),
    }),
    "SNAP": ("txt", "# Nodes: 3 Edges: 2\n1 2\n2 3\n", {
        "cut off": ("# Nodes: 3 Edges: 2\n1 2\n", 1),
        "no number": ("# Nodes: 3 Edges: 2\n1 2\n2 z\n", 3),
    }),
    "Matrix Market": ("mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n2 3 6\n", {
        "cut off": ("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n", 2),
        "no number": ("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n2 3 x\n", 4),
        "huge id": (
            f"%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n{HUGE} 3 6\n", 4),
        "id outside": ("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 4 5\n2 3 6\n", 3),
        "huge weight": (
            "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n2 3 1e309\n", 4),
    }),
    "DIMACS": ("gr", "c roads\np sp 3 2\na 1 2 5\na 2 3 6\n", {
        "cut off": ("c roads\np sp 3 2\na 1 2 5\n", 2),
        "no number": ("c roads\np sp 3 2\na 1 2 5\na 2 x 6\n", 4),
        "huge id": (f"c roads\np sp 3 2\na 1 2 5\na 2 {HUGE} 6\n", 4),
        "fractional weight": ("c roads\np sp 3 2\na 1 2 -5.5\na 2 3 6\n", 3),
    }),
    "DIMACS without a problem line": ("gr", "a 0 1 5\na 1 2 6\n", {
        "cut off": ("a 0 1 5\na 1", 2),
        "no number": ("a 0 1 5\na 1 2 x\n", 2),
    }),
    "PACE": ("gr", "p tw 3 2\n1 2\n2 3\n", {
        "cut off": ("p tw 3 2\n1 2\n", 1),
        "no number": ("p tw 3 2\n1 2\n2 x\n", 3),
        "huge id": (f"p tw 3 2\n1 {HUGE}\n2 3\n", 2),
    }),
    "METIS": ("graph", "3 2 001\n2 5\n1 5 3 6\n2 6\n", {
        "cut off": ("3 2 001\n2 5\n1 5 3 6\n", 1),
        "no number": ("3 2 001\n2 5\n1 5 x 6\n2 6\n", 3),
        "huge id": (f"3 2 001\n2 5\n1 5 3 6\n{HUGE} 6\n", 4),
    }),
    "DIMACS colouring": ("col", "c flags\np edge 3 2\ne 1 2\ne 2 3\n", {
        "cut off": ("c flags\np edge 3 2\ne 1 2\n", 2),
        "no number": ("c flags\np edge 3 2\ne 1 2\ne 2 x\n", 4),
        "huge id": (f"c flags\np edge 3 2\ne 1 {HUGE}\ne 2 3\n", 3),
    }),
}


def gap_graph(targets):
    """A GAP graph of 3 vertices, directed: 0 -> targets[0], 1 -> targets[1], and the reverse."""
    lists = b"".join(struct.pack("<i", target) for target in targets)
    one = struct.pack("<4q", 0, 1, 2, 2) + lists
    return struct.pack("<?qq", True, 2, 3) + one + one


BINARIES = {
    "cut off": ("sg", gap_graph([1, 2])[:-3], "bytes"),
    "huge id": ("sg", gap_graph([1, 99]), "byte 53"),
    "negative id": ("sg", gap_graph([-1, 2]), "byte 49"),
    "damaged header": ("sg", b"\x01" + b"\xff" * 16 + gap_graph([1, 2])[17:], "damaged"),
}


def assert_refused(test, path, place, finish):
    """`finish()` runs the command over `path`; one line says `place` behind the path."""
    start = time.monotonic()
    finished = finish()
    test.assertLess(time.monotonic() - start, PATIENCE_SECONDS)
    test.assertEqual(finished.returncode, 3, finished)
    test.assertEqual(finished.stdout, "")
    said = [line for line in finished.stderr.splitlines() if line.startswith("orujo: ")]
    test.assertEqual(len(said), 1, finished.stderr)
    test.assertIn(path.name, said[0])
    test.assertIn(place, said[0])
