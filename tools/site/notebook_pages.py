"""Notebooks as pages: they are run, and what they show is put below each cell."""
# SPDX-License-Identifier: Apache-2.0
import base64
import os
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from page_links import ROOT

_LONGEST_S = 120


def executed(path):
    """The notebook with its outputs, run in the project's folder; what fails in a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory(prefix="orujo-") as folder:
        kernel = {"transport": "ipc", "connection_file": f"{folder}/kernel.json"}
        client = NotebookClient(notebook, timeout=_LONGEST_S, kernel_name="python3", config=Config(KernelManager=kernel),
                                resources={"metadata": {"path": str(ROOT)}})
        client.execute(env={**os.environ, "ORUJO_PROGRESS": "never", "IPYTHONDIR": folder})
    return notebook


def _fenced(text, language):
    return f"```{language}\n{text.rstrip()}\n```\n"


def _shown(output, picture):
    """(Markdown of an output, the bytes of a picture that is called `picture`, or None)."""
    if output.output_type == "stream":
        return _fenced(output.text, "text"), None
    data = output.data
    if "image/png" in data:
        return f'<img src="{picture}" alt="A plot">\n', base64.b64decode(data["image/png"])
    if "text/html" in data:
        return f'<div class="output">\n{data["text/html"].strip()}\n</div>\n', None
    return _fenced(data["text/plain"], "text"), None


def page_of(path):
    """The files of a notebook's page, by their names: the page, and its pictures."""
    parts, files = [], {}
    for cell in executed(path).cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source + "\n")
            continue
        parts.append(_fenced(cell.source, "python"))
        for output in cell.outputs:
            picture = f"{path.stem}_{len(files) + 1}.png"
            text, content = _shown(output, picture)
            parts.append(text)
            if content is not None:
                files[picture] = content
    parts.append(f'This page is a notebook that was run: <a href="{path.name}" download>{path.name}</a>.\n')
    return {f"{path.stem}.md": "\n".join(parts), **files}
