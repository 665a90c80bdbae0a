"""What several tests run scripts with."""
# SPDX-License-Identifier: Apache-2.0
import signal
import subprocess
import sys
import threading

import pytest


@pytest.fixture
def interrupted():
    """Runs a script and interrupts it so many seconds after it wrote "begins"; (what else it wrote, its errors, its exit status)."""
    def run(script, seconds):
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            assert process.stdout.readline() == "begins\n"
            threading.Event().wait(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=300)
        return out, err, process.returncode
    return run
