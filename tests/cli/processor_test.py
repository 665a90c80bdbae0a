# The program on an older processor than it was compiled for, which an emulator plays.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import unittest

EMULATOR = shutil.which("qemu-x86_64")
SANITIZED = any(name in os.environ for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"])


@unittest.skipUnless(EMULATOR and os.uname().machine == "x86_64", "no emulator of this processor")
@unittest.skipIf(SANITIZED, "the emulator has no room for the memory that sanitizers reserve")
class OlderProcessor(unittest.TestCase):
    def test_it_runs_or_says_what_is_lacking(self):
        for processor in ["Opteron_G1", "Nehalem", "SandyBridge"]:
            with self.subTest(processor=processor):
                finished = subprocess.run([EMULATOR, "-cpu", processor, os.environ["TEST_COMMAND"], "--version"],
                                          capture_output=True, text=True, timeout=120, check=False)
                said = [line for line in finished.stderr.splitlines() if not line.startswith("qemu")]
                if finished.returncode == 0:  # compiled for any processor
                    self.assertIn("orujo", finished.stdout)
                    continue
                self.assertEqual(finished.returncode, 5, finished)
                self.assertEqual(len(said), 1, said)
                self.assertRegex(said[0], r"^orujo: this program was compiled for a newer processor: this one lacks "
                                          r"[A-Z].*; build it on this machine, or .*ORUJO_NATIVE=OFF$")


if __name__ == "__main__":
    unittest.main()
