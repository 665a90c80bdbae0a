# What the command says of algorithms, and the documents that say the same.
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import sys
import unittest

from command_runner import COMMAND, document, run, schema
from peers import jsonschema

SOURCE = pathlib.Path(os.environ["TEST_SOURCE_DIR"])


class Describe(unittest.TestCase):
    def test_describes_all_algorithms_or_one(self):
        names = {each["name"] for each in document("describe")["algorithms"]}
        self.assertLess({"bfs", "sssp", "mst", "kcore"}, names)
        listed = run("describe")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        for name in names:
            self.assertIn(f"\n{name} ", "\n" + listed.stdout)
            text = run("describe", name).stdout
            self.assertTrue(text.startswith(f"{name}: "), text)
            self.assertIn("Example:\n  orujo ", text)
            self.assertEqual([each["name"] for each in document("describe", name)["algorithms"]], [name])

    def test_names_the_nearest_algorithm(self):
        finished = run("describe", "kcores")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("did you mean 'kcore'?", finished.stderr)

    def test_every_example_is_of_a_command_with_these_options(self):
        for each in document("describe")["algorithms"]:
            help_text = run(each["name"], "--help").stdout
            for word in each["example"].split():
                if word.startswith("--"):
                    self.assertIn(word, help_text)
            for option in each["options"]:
                self.assertIn(f"--{option['name']}", help_text)

    @unittest.skipUnless(jsonschema, "needs jsonschema")
    def test_is_as_its_schema_says(self):
        jsonschema.Draft202012Validator(schema("describe")).validate(document("describe"))

    def test_the_tables_of_the_documents_are_not_stale(self):
        finished = subprocess.run([sys.executable, SOURCE / "tools/described_tables.py", COMMAND, "--check"],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(finished.returncode, 0, finished.stderr)


if __name__ == "__main__":
    unittest.main()
