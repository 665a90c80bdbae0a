"""Bars of tqdm for what takes longer than a second."""
# SPDX-License-Identifier: Apache-2.0
import os
import sys
import time
from contextlib import contextmanager

from orujo import _core

_PATIENCE_SECONDS = 1.0


def _is_wanted():
    """What the setting progress says: auto means on a terminal or in a notebook, not in continuous integration."""
    choice = _core.progress_choice()
    if choice != "auto":
        return choice == "always"
    if "ipykernel" in sys.modules:
        return True
    return "CI" not in os.environ and sys.stderr is not None and sys.stderr.isatty()


class _Bar:
    """Called with shares from 0 to 1, or below 0 while none is known; draws from the time on that shows that it is
    worth it. Where no share is known, it shows the time."""

    def __init__(self, tqdm, text):
        self.tqdm = tqdm
        self.text = text
        self.is_certain = _core.progress_choice() == "always"
        self.begin = time.monotonic()
        self.bar = None

    def __call__(self, share):
        if self.bar is None:
            if time.monotonic() - self.begin < _PATIENCE_SECONDS and not self.is_certain:
                return
            self.bar = self.tqdm(total=100, desc=self.text, unit="%", leave=False)
        self.bar.bar_format = "{desc} {percentage:3.0f}% |{bar}| {elapsed}" if share >= 0 else "{desc} {elapsed}"
        self.bar.n = round(100 * max(share, 0), 1)
        self.bar.refresh()

    def close(self):
        if self.is_certain:
            self(1)
        if self.bar is not None:
            self.bar.close()


@contextmanager
def shown_progress(text):
    """What the engine calls with the share that is done; None if nothing is to be shown."""
    if not _is_wanted():
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    bar = _Bar(tqdm, text)
    try:
        yield bar
    finally:
        bar.close()
