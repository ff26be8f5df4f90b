"""The rounds of a run, with a chart of the frontier."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import TYPE_CHECKING, overload

from . import _igc
from ._display import table
from ._errors import InputError
from ._results import Result

if TYPE_CHECKING:
    import pandas as pandas_types


@dataclass(frozen=True)
class Round:
    """A round of a loop of `main`, without the rounds of loops inside of it.

    `loop` is the number of the loop in `main`, from 0, and `kind` its keyword. `items` is the number of items on the
    worklist at the start of the round, which is its frontier, and `edges` the number of edges that leave them.
    `discovered` is the number of items at the end. These are `None` in a loop without a worklist. `seconds` is the time
    of the round, and `launches` the number of kernels that were launched.
    """

    loop: int
    kind: str
    items: int | None
    edges: int | None
    discovered: int | None
    seconds: float
    launches: int


class Rounds(Sequence[Round]):
    """The rounds of a run, in the order in which they began. A notebook shows a table and a chart of the frontier."""

    def __init__(self, title: str, rounds: Sequence[Round]) -> None:
        self.title = title
        self._rounds = tuple(rounds)

    @overload
    def __getitem__(self, at: int) -> Round: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Round, ...]: ...
    def __getitem__(self, at: int | slice) -> Round | tuple[Round, ...]:
        return self._rounds[at]

    def __len__(self) -> int:
        return len(self._rounds)

    def __iter__(self) -> Iterator[Round]:
        return iter(self._rounds)

    def to_pandas(self) -> pandas_types.DataFrame:
        """Returns a data frame with a row for each round, numbered from 1."""
        import pandas

        columns = {one.name: [getattr(round, one.name) for round in self] for one in fields(Round)}
        return pandas.DataFrame(columns, index=pandas.RangeIndex(1, len(self) + 1, name="round"))

    def svg(self) -> str:
        """Returns a chart as SVG: the items of the frontier and the edges that leave them, by round.

        If no loop has a worklist, the chart shows the time of each round.
        """
        lines = {"items": [one.items for one in self], "edges": [one.edges for one in self]}
        if any(one is not None for line in lines.values() for one in line):
            return _chart(f"{self.title}: frontier", lines)
        return _chart(f"{self.title}: time in µs", {"time": [one.seconds * 1e6 for one in self]})

    def __repr__(self) -> str:
        return f"<igc.Rounds of {self.title}: {len(self)} rounds>"

    def _repr_html_(self) -> str:
        header = ["round", "loop", "items", "edges", "discovered", "time, µs", "launches"]
        rows = [
            (
                str(at + 1),
                f"{one.loop} ({one.kind})",
                *("" if count is None else f"{count:,}" for count in (one.items, one.edges, one.discovered)),
                f"{one.seconds * 1e6:,.1f}",
                str(one.launches),
            )
            for at, one in enumerate(self)
        ]
        if len(rows) > 20:
            rows = [*rows[:12], ("…", *[""] * (len(header) - 1)), *rows[-4:]]
        return table(self.title, header, rows) + (self.svg() if len(self) else "")


def rounds(result: Result) -> Rounds:
    """Runs the program of a result once more, and returns its rounds.

    The host waits for the device after each round, so the rounds together take longer than a usual run. A loop that
    runs on the device as one kernel has no rounds.

    Raises:
        InputError: The result is one for several sources, or the device is the interpreter.
    """
    if result._sources is not None:
        raise InputError("a result for several sources has no rounds\nhelp: run the program for one source")
    run = result._run
    found = json.loads(_igc.rounds(run.graph._core, run.program, run.device, list(run.params), list(run.inputs)))
    made = [
        Round(
            one["loop"],
            one["kind"],
            one["frontier"],
            one["frontier_arcs"],
            one["discovered"],
            one["time"],
            one["launches"],
        )
        for one in found
    ]
    return Rounds(f"{run.program.name} on {run.graph.name}", made)


#: The size of a chart, and the space around its lines.
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 560, 240, 60, 40, 28, 70
_COLOURS = ("#1f77b4", "#d95f02")


def _chart(title: str, lines: Mapping[str, Sequence[float | None]]) -> str:
    """Returns lines over the rounds with a logarithmic axis, on which zeros are not drawn."""
    values = [value for line in lines.values() for value in line if value]
    low = math.floor(math.log10(min(values))) if values else 0
    high = max(math.ceil(math.log10(max(values))) if values else 0, low + 1)
    count = max(len(line) for line in lines.values())

    def across(round: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (round - 1) / max(count - 1, 1)

    def up(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * (math.log10(value) - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="11"><title>{escape(title)}</title>',
        f'<text x="{_LEFT}" y="16" font-weight="bold" fill="currentColor">{escape(title)}</text>',
    ]
    for power in range(low, high + 1, max((high - low) // 5, 1)):
        y = up(10.0**power)
        label = f"{10**power:,}" if 0 <= power <= 6 else f"1e{power}"
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor">{label}</text>')
    for round in sorted({1, (count + 1) // 2, count}):
        parts.append(
            f'<text x="{across(round):.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle" '
            f'fill="currentColor">{round}</text>'
        )
    parts.append(
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 6}" text-anchor="middle" '
        'fill="currentColor">round</text>'
    )
    for at, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[at]
        segments: list[list[tuple[float, float]]] = [[]]
        for round, value in enumerate(line, 1):
            if value:
                segments[-1].append((across(round), up(value)))
            elif segments[-1]:
                segments.append([])
        for points in segments:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            if len(points) > 1:
                parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            if len(points) == 1 or count <= 60:
                parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>' for x, y in points]
        parts.append(
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{_TOP + 14 * (at + 1)}" fill="{colour}">{escape(name)}</text>'
        )
    return "".join([*parts, "</svg>"])
