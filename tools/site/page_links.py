"""Where files of the project are in the site, to which all comes that a page links to, and links between them."""
# SPDX-License-Identifier: Apache-2.0
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_PAGES = {"README.md": "index.md", "ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md",
               "CHANGELOG.md": "changelog.md"}
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "bash", ".json": "json", ".cmake": "cmake",
             ".txt": "text", "": "text"}
# Code is passed over: it may look like a link.
_LINK = re.compile(r"^( *)```.*?^\1```|`[^`\n]+`|\]\((?P<target>[^)\s]+)\)", re.DOTALL | re.MULTILINE)


def _is_elsewhere(link):
    return link.startswith("#") or re.match(r"[a-z]+:", link) is not None


def file_of(page, link):
    """(The file or folder that a link of a page leads to, `#...` or nothing). Paths start at the project's root."""
    path, mark, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if not (ROOT / target).exists():
        raise ValueError(f"{page} links to {link}: there is no {target}")
    if (ROOT / target).is_dir() and (ROOT / target / "README.md").exists():
        target += "/README.md"
    return target, mark + anchor


def address_of(path):
    """The page or file of the site that shows a file or folder."""
    if path in FIRST_PAGES:
        return FIRST_PAGES[path]
    if path.startswith("docs/") and (ROOT / path).is_file():
        return re.sub(r"\.ipynb$", ".md", path.removeprefix("docs/"))
    if (ROOT / path).is_dir():
        return f"source/{path}/index.md"
    return f"source/{path}" if path.endswith(".md") else f"source/{path}.md"


def _links_in(text):
    found = (each["target"] for each in _LINK.finditer(text))
    return [link for link in found if link and not _is_elsewhere(link)]


def rewritten(text, page):
    """The text of a page, with links as the site has them."""
    here = posixpath.dirname(address_of(page))

    def with_address(found):
        link = found["target"]
        if not link or _is_elsewhere(link):
            return found[0]
        path, anchor = file_of(page, link)
        return f"]({posixpath.relpath(address_of(path), here)}{anchor})"
    return _LINK.sub(with_address, text)


def text_of(path):
    """The page of a file or folder outside docs/, before its links are rewritten."""
    place = ROOT / path
    if place.is_dir():
        names = sorted(each.name for each in place.iterdir()
                       if each.suffix in LANGUAGES or (each.is_dir() and not each.name.startswith(("_", "."))))
        return f"# {path}\n\n" + "".join(f"- [{name}]({posixpath.basename(path)}/{name})\n" for name in names)
    if place.suffix not in (".md", *LANGUAGES):
        raise ValueError(f"{path} cannot be shown as a page: link to its folder")
    text = place.read_text(encoding="utf-8")
    if place.suffix == ".md":
        return text
    return f"# {place.name}\n\n`{path}`\n\n````{LANGUAGES[place.suffix]}\n{text.rstrip()}\n````\n"


def linked_from(pages):
    """The files and folders outside docs/ that pages link to, and those that these link to."""
    waiting, known = list(pages), set(pages)
    while waiting:
        page = waiting.pop()
        for link in _links_in(text_of(page)):
            path = file_of(page, link)[0]
            if path not in known and address_of(path).startswith("source/"):
                known.add(path)
                waiting.append(path)
    return sorted(known - set(pages))
