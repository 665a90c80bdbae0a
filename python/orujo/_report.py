"""The page of a run, for browsers and notebooks."""
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import tempfile
import webbrowser
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from orujo import _core
from orujo._labels import ObjectLabels

if TYPE_CHECKING:
    from orujo._result import Result

_FRAME_HEIGHT = 640


def _names_of(graph):
    """Texts of labels that the engine does not know; None if it knows them."""
    names = graph._names
    return [str(label) for label in names.all()] if isinstance(names, ObjectLabels) and not names.named else None


class Report:
    """The page that the command's `--report` writes, of one run: what was found, how its values are spread, the time
    it took, the team, metrics, and every choice in force. It needs no other file. A notebook shows it.

    After `orujo.configure(watch=True)` pages of new runs also have pictures over time: what workers did and how long they
    waited.

    >>> import orujo
    >>> far = orujo.bfs(orujo.generate("grid:3x4"), 0)
    >>> far.report
    <report of bfs of grid:3x4; .save(path) writes the page, .open() shows it>
    >>> "max_depth" in far.report.html
    True
    """

    def __init__(self, result: Result) -> None:
        self._result = result
        self._html = None

    @property
    def html(self) -> str:
        """The page as a text. Made when it is first asked for, which takes some looks at each value; under mpirun
        all processes have to ask, and the first one's is complete. Rows that are spread over processes are gathered first,
        by gather().

        >>> import orujo
        >>> orujo.components(orujo.generate("grid:3x4")).report.html[:15]
        '<!DOCTYPE html>'
        """
        if self._html is None:
            found = self._result._found
            columns = list(self._result._arrays.values())
            self._html = _core.page(found["kept"], found["keys"], columns, _names_of(self._result.graph))
        return self._html

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file; under mpirun the first process does.

        >>> import orujo, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "far.html")
        >>> orujo.bfs(orujo.generate("grid:3x4"), 0).report.save(path)
        >>> os.path.getsize(path) > 1000
        True
        """
        text = self.html
        if _core.team()["rank"] == 0:
            Path(path).write_text(text, encoding="utf-8")

    def open(self) -> str:
        """Show the page in a browser, from a file that stays; returns its path.

        >>> import orujo
        >>> path = orujo.bfs(orujo.generate("grid:3x4"), 0).report.open()
        >>> path.endswith(".html")
        True
        """
        handle, path = tempfile.mkstemp(prefix=f"orujo-{self._result.algorithm}-", suffix=".html")
        os.close(handle)
        self.save(path)
        webbrowser.open(Path(path).as_uri())
        return path

    def _repr_html_(self) -> str:
        return (f"<iframe srcdoc=\"{escape(self.html)}\" title=\"{escape(repr(self))}\" "
                f"style=\"width: 100%; height: {_FRAME_HEIGHT}px; border: 1px solid #ccc; background: white\"></iframe>")

    def __repr__(self) -> str:
        return (f"<report of {self._result.algorithm} of {self._result.graph.name}; .save(path) writes the page, "
                ".open() shows it>")
