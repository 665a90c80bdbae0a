# What tune says of mechanisms: complete, in agreement with itself, and of this machine.
# SPDX-License-Identifier: Apache-2.0
import math
import unittest

from command_runner import document, run, schema
from peers import jsonschema

QUICK = ["--operators", 256, "--rounds", 1]


def cost(line, operators):
    return line["each_ns"] * operators + line["once_ns"]


class Tune(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = document("tune", "--isolation", "--workers", 3, *QUICK)

    def test_holds_to_its_schema(self):
        if jsonschema:
            jsonschema.Draft202012Validator(schema("tune")).validate(self.found)

    def test_measures_all_kinds_of_work_by_each_number_of_workers(self):
        cases = [(each["workers"], each["work"], each["in_a_row"]) for each in self.found["isolation"]]
        self.assertEqual(cases, [(workers, work, in_a_row) for workers in [1, 2, 3]
                                 for work in ["marking", "accumulating", "several"] for in_a_row in [10, 100, 0]])

    def test_measures_what_can_be_used(self):
        for each in self.found["isolation"]:
            names = [line["isolation"] for line in each["costs"]]
            self.assertEqual("atomic" in names, each["work"] != "several")
            self.assertEqual("serial" in names, each["workers"] == 1)
            self.assertIn("lock", names)

    def test_measures_what_the_doctor_says_can_be_used(self):
        found = {each["topic"]: each["state"] for each in document("doctor")["findings"]}
        usable = found["isolation"].split("; ")[0].split(", ")
        alone = self.found["isolation"][0]
        self.assertEqual((alone["work"], alone["workers"]), ("marking", 1))
        self.assertEqual([line["isolation"] for line in alone["costs"]], usable)
        commits = found["hardware transactions"] == "present (RTM), trials commit"
        self.assertEqual("htm" in usable, commits)

    def test_compares_lines_as_they_are(self):
        for each in self.found["isolation"]:
            lines = {line["isolation"]: line for line in each["costs"]}
            finest = lines[each["finest"]]
            self.assertEqual(each["cheapest"][0], {"from": 1, "isolation": each["finest"]})
            for range_ in each["cheapest"]:
                least = min(cost(line, range_["from"]) for line in lines.values())
                self.assertTrue(math.isclose(cost(lines[range_["isolation"]], range_["from"]), least))
            for line in lines.values():
                if line["cheaper_from"] is not None:
                    self.assertLess(cost(line, line["cheaper_from"]), cost(finest, line["cheaper_from"]))

    def test_tells_people_the_same_in_a_terminal(self):
        finished = run("tune", "--isolation", "--workers", 1, *QUICK)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("marking one element, the same 10 times, 1 worker\n", finished.stdout)
        self.assertIn("cheapest: ", finished.stdout)
        self.assertLessEqual(max(map(len, finished.stdout.splitlines())), 80)

    def test_asks_what_to_measure(self):
        finished = run("tune")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("--isolation", finished.stderr)


if __name__ == "__main__":
    unittest.main()
