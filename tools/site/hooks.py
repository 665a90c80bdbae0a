"""What MkDocs calls: pages that are made of the package, of notebooks and of files outside docs/."""
# SPDX-License-Identifier: Apache-2.0
from mkdocs.structure.files import File

import notebook_pages
import page_links
import reference_pages

_NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n"
_DOCS = page_links.ROOT / "docs"
_origins = {}  # of each page that is a file of the project, by its place in the site


def _named_in(nav):
    """All pages that the navigation names."""
    if isinstance(nav, str):
        return {nav}
    inner = nav.values() if isinstance(nav, dict) else nav
    return {name for each in inner for name in _named_in(each)}


def _expanded(nav, named):
    """The navigation with pages in place of patterns."""
    if isinstance(nav, dict):
        return {title: _expanded(inner, named) for title, inner in nav.items()}
    if isinstance(nav, str):
        return nav
    pages = []
    for each in nav:
        if isinstance(each, str) and "*" in each:
            found = (path.relative_to(_DOCS).as_posix() for path in sorted(_DOCS.glob(each)))
            pages += [page_links.address_of(f"docs/{path}") for path in found if path not in named]
        else:
            pages.append(_expanded(each, named))
    return pages


def on_config(config):
    config.nav = _expanded(config.nav, _named_in(config.nav))
    return config


def on_files(files, config):
    def add(address, content):
        files.append(File.generated(config, address, content=content))

    _origins.clear()
    _origins.update({file.src_uri: f"docs/{file.src_uri}" for file in files.documentation_pages()})
    for path, address in page_links.FIRST_PAGES.items():
        _origins[address] = path
        add(address, page_links.text_of(path))
    for path in page_links.linked_from(list(_origins.values())):
        address = page_links.address_of(path)
        _origins[address] = path
        add(address, _NOT_SEARCHED + page_links.text_of(path))
    for path in sorted((_DOCS / "notebooks").glob("*.ipynb")):
        address = f"notebooks/{path.stem}.md"
        _origins[address] = f"docs/notebooks/{path.name}"
        for name, content in notebook_pages.page_of(path).items():
            add(f"notebooks/{name}", content)
    for name, text in reference_pages.pages().items():
        add(f"reference/{name}", text)
    return files


def on_page_markdown(markdown, page, config, files):
    origin = _origins.get(page.file.src_uri)
    return markdown if origin is None else page_links.rewritten(markdown, origin)
