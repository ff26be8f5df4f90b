"""Exceptions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "Cancelled",
    "CheckError",
    "CompileError",
    "DeviceError",
    "Diagnostic",
    "Error",
    "ForkError",
    "InputError",
    "InternalError",
    "Span",
    "UnknownNameError",
    "UnsupportedError",
]


@dataclass(frozen=True)
class Span:
    """A position in the text of a program, from `start` to `end` in characters."""

    start: int
    end: int
    text: str = ""
    primary: bool = True


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning of the compiler."""

    code: str
    severity: str
    message: str
    spans: tuple[Span, ...]
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Diagnostic:
        return cls(
            code=given["code"],
            severity=given["severity"],
            message=given["message"],
            spans=tuple(Span(*label) for label in given["labels"]),
            notes=tuple(given["notes"]),
            help=tuple(given["help"]),
        )


class Error(Exception):
    """The base class of all exceptions of igc.

    `code` names the kind of error: the code of a diagnostic such as `E0101`, or a word such as `parameter` or `rounds`.
    `help` has suggestions. `spans` has positions in the text of a program.
    """

    code: str = "error"

    def __init__(self, message: str, *, code: str | None = None, help: tuple[str, ...] | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code
        lines = message.splitlines()
        found = tuple(line[len("help: ") :] for line in lines if line.startswith("help: "))
        self.help: tuple[str, ...] = found if help is None else help
        self.spans: tuple[Span, ...] = ()


class InputError(Error, ValueError):
    """The graph, the program or the arguments are wrong."""

    code = "input"


class UnknownNameError(InputError, LookupError):
    """No problem, program, parameter or node has this name."""

    code = "name"


class UnsupportedError(InputError, TypeError):
    """igc cannot make a graph or an input of this object."""

    code = "unsupported"


class DeviceError(Error, RuntimeError):
    """The device does not exist, lacks something, or failed."""

    code = "device"


class ForkError(Error, RuntimeError):
    """This process was forked from a process that had used igc."""

    code = "fork"


class InternalError(Error, RuntimeError):
    """igc has a bug."""

    code = "bug"


class Cancelled(Error):
    """The run was cancelled."""

    code = "cancelled"


class CheckError(Error):
    """An oracle rejects a result. `verdicts` has the verdict of each oracle."""

    code = "check"

    def __init__(self, message: str, verdicts: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.verdicts = verdicts

    def __reduce__(self) -> tuple[Any, ...]:
        return (CheckError, (str(self), self.verdicts))


@dataclass
class _Source:
    path: str = ""
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = field(default_factory=tuple)


class CompileError(InputError):
    """A program does not compile. The message shows excerpts of the text, with carets below the positions.

    `diagnostics` has all errors and warnings. `code`, `help` and `spans` are those of the first error.
    """

    def __init__(self, message: str, path: str = "", text: str = "", diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self._source = _Source(path, text, diagnostics)
        errors = [one for one in diagnostics if one.severity == "error"]
        if errors:
            self.code = errors[0].code
            self.help = errors[0].help
            self.spans = errors[0].spans

    @property
    def path(self) -> str:
        """The path of the program, as the message shows it."""
        return self._source.path

    @property
    def text(self) -> str:
        """The text of the program."""
        return self._source.text

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All errors and warnings."""
        return self._source.diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        return (CompileError, (str(self), self.path, self.text, self.diagnostics))


_KINDS: dict[str, type[Error]] = {
    "input": InputError,
    "source": InputError,
    "name": UnknownNameError,
    "device": DeviceError,
    "cancelled": Cancelled,
    "bug": InternalError,
    "fork": ForkError,
}


def make(kind: str, message: str, code: str | None = None) -> Error:
    """Makes the exception of a kind. The extension module calls this function."""
    return _KINDS[kind](message, code=code)


def make_compile_error(message: str, path: str, text: str, diagnostics: list[dict[str, Any]]) -> CompileError:
    """Makes the exception for a program that does not compile. The extension module calls this function."""
    return CompileError(message, path, text, tuple(Diagnostic._of(one) for one in diagnostics))
