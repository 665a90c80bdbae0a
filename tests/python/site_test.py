"""The site of the documents is built without a warning, with notebooks that run and a reference of all that is public."""
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import subprocess
import sys

import pytest

for needed in ("mkdocs", "material", "nbclient", "ipykernel", "matplotlib"):
    pytest.importorskip(needed, reason=f"{needed} is not installed (make test does)")

import orujo

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "site"))
import page_links
import notebook_pages


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, which is built once."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder], cwd=ROOT,
                           capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def text_of(page):
    return page.read_text(encoding="utf-8")


def test_the_first_page_leads_to_the_others(site):
    first = text_of(site / "index.html")
    for page in ("python.html", "tutorial/index.html", "contracts/index.html", "glossary.html"):
        assert f'href="{page}"' in first and (site / page).exists()


def test_notebooks_were_run_and_show_plots(site):
    notebooks = list((ROOT / "docs" / "notebooks").glob("*.ipynb"))
    assert len(notebooks) > 1
    for path in notebooks:
        page = text_of(site / "notebooks" / f"{path.stem}.html")
        pictures = re.findall(r'<img [^>]*src="([^"]+_\d+\.png)"', page)
        assert len(pictures) > 2
        assert all((site / "notebooks" / each).stat().st_size > 1000 for each in pictures)


def test_every_public_thing_is_in_the_reference(site):
    for name in orujo.__all__:
        page = "algorithms" if name in orujo.algorithms() else "package"
        assert f'id="{name}"' in text_of(site / "reference" / f"{page}.html")


def test_what_pages_link_to_outside_the_documents_is_in_the_site(site):
    page = text_of(site / "contracts" / "epoch.html")
    assert 'href="../source/src/orujo/epochs/epoch.hpp.html"' in page
    assert "pragma" in text_of(site / "source/src/orujo/epochs/epoch.hpp.html")


def test_a_link_that_leads_nowhere_is_an_error():
    with pytest.raises(ValueError, match="README.md links to docs/nothing.md"):
        page_links.rewritten("See [this](docs/nothing.md).", "README.md")
    code = "`[](nothing)` and\n```cpp\n[](nothing.md) {}\n```\n"
    assert page_links.rewritten(code, "README.md") == code


def test_a_cell_that_fails_is_an_error(tmp_path):
    import nbformat
    from nbclient.exceptions import CellExecutionError
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("orujo.nothing")])
    nbformat.write(notebook, tmp_path / "wrong.ipynb")
    with pytest.raises(CellExecutionError):
        notebook_pages.executed(tmp_path / "wrong.ipynb")
