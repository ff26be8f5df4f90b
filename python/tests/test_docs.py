"""Runs the Python of the documentation, and compares what it prints."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/src/python.md", "python/README.md"])
def test_the_documentation_is_right(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    namespace = {"__name__": "__main__"}
    ran = 0
    printed = None
    for language, content in BLOCK.findall(text):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(compile(content, page, "exec"), namespace)
            printed = output.getvalue()
            ran += 1
        elif language == "text" and printed is not None:
            assert printed == content, page
            printed = None
        else:
            printed = None
    assert ran, f"{page} has no Python"


def test_the_tables_of_networkx_are_those_of_the_backend():
    from igc import _networkx_info

    text = (ROOT / "docs/src/python.md").read_text(encoding="utf-8")
    for table in (_networkx_info.table(), _networkx_info.limits()):
        assert table in text, "copy the output of `python -m igc._networkx_info` into the chapter"
    used = {one.work for one in _networkx_info.FUNCTIONS.values()}
    assert used == {work.removesuffix(", weighted") for work in _networkx_info.LEAST_EDGES}
