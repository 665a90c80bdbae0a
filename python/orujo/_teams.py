"""The workers that run algorithms: how many there are, and how they are set."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import atexit
import os
import sys
from typing import TYPE_CHECKING

from orujo import _core
from orujo._checks import flag, suggestion
from orujo._errors import UsageError

if TYPE_CHECKING:
    from orujo._types import Facts

# Where the package has plug-ins for MPI, the engine looks for them there.
_PLUGINS = os.path.join(os.path.dirname(__file__), "plugins")
if os.path.isdir(_PLUGINS):
    os.environ.setdefault("ORUJO_MPI_PLUGINS", _PLUGINS)

_workers = 0


def _text_of(value):
    """A setting's value as the command takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def configure(*, workers: int | None = None, watch: bool | None = None, **values: object) -> None:
    """Say how many workers run algorithms from now on, and change settings by their names.

    Workers are threads. They start when something is first run, and stay; by default there is one for
    each core. `orujo.settings()` lists what can be set, `orujo config` on the command line explains it.

    watch: True: from now on, keep of each run what reports show over time (the settings work_samples, metric_samples,
        traffic_map and trace_events, unless these were chosen), which takes memory and some percent of the time.
        False: no longer.

    >>> import orujo
    >>> orujo.configure(workers=2)
    >>> orujo.team()["workers"]
    2
    """
    global _workers
    known = [*_core.settings(), "workers", "watch"]
    for name in values:
        if name not in known:
            raise UsageError(f"no setting is called '{name}'{suggestion(name, known)} (orujo.settings() lists them)")
    watched = None if watch is None else flag("watch", watch)
    if workers is not None:
        _workers = checked_workers(workers)
    _core.configure(_workers, {name: _text_of(value) for name, value in values.items()}, watched)


def settings() -> dict[str, str]:
    """All settings and their values, as texts.

    >>> import orujo
    >>> orujo.settings()["pin_workers"]
    'false'
    """
    return _core.settings()


def team() -> Facts:
    """Who runs algorithms: a dictionary with ranks, rank (the number of this process), workers, transport.

    >>> import orujo
    >>> orujo.team()["ranks"]
    1
    """
    return _core.team()


def checked_workers(workers):
    """The number, as the engine takes it: 0 stands for what configure() said."""
    if workers is None:
        return 0
    if isinstance(workers, bool) or not hasattr(workers, "__index__") or not 1 <= workers <= 1024:
        raise UsageError(f"workers: use a number from 1 to 1024, not {workers!r}")
    return int(workers)


# A graph of so few edges is made and searched by one worker: others would take longer to be woken.
_FEW_ARCS = 20_000


def workers_for(arcs, workers):
    """As checked_workers(); one, who is not woken, for so little work that nobody says who does it."""
    return 1 if workers is None and arcs < _FEW_ARCS else checked_workers(workers)


def workers_for_own(arcs, workers):
    """The same where other processes may have more of the work."""
    return checked_workers(workers) if _core.has_peers() else workers_for(arcs, workers)


def _end_all_where_one_fails():
    """Under a launcher, a process that ends by an exception ends without waiting for the others, which the launcher
    ends then: they would wait for it for ever."""
    shown = sys.excepthook

    def show_and_end(kind, error, traceback):
        shown(kind, error, traceback)
        if not hasattr(sys, "ps1"):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)

    sys.excepthook = show_and_end


if _core.has_peers():
    _end_all_where_one_fails()
atexit.register(_core.close)
