"""Lists of problems and devices."""

from __future__ import annotations

from dataclasses import dataclass

from . import _igc


@dataclass(frozen=True)
class Device:
    """A device of this machine. `selector` is the text that the argument `device` of a run takes."""

    selector: str
    name: str
    driver: str
    dialect: str


@dataclass(frozen=True)
class Problem:
    """A problem, and the programs of the library that solve it."""

    name: str
    aliases: tuple[str, ...]
    meaning: str
    uniqueness: str
    programs: tuple[str, ...]


def devices() -> list[Device]:
    """Returns the devices of this machine. The preferred ones are first, and the interpreter is last."""
    return [Device(*one) for one in _igc.devices()]


def problems() -> tuple[Problem, ...]:
    """Returns all problems."""
    return tuple(
        Problem(one["name"], tuple(one["aliases"]), one["meaning"], one["uniqueness"], tuple(one["programs"]))
        for one in _igc.problems()
    )
