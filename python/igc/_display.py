"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def table(title: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Returns a table in HTML. All texts are escaped."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    heading = f"<thead><tr>{head}</tr></thead>" if any(header) else ""
    return f"<div><strong>{escape(title)}</strong><table>{heading}<tbody>{body}</tbody></table></div>"
