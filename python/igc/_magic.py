"""The cell magic `%%igc`.

    %load_ext igc

    %%igc hops
    param source: node = 0;
    …

compiles the cell and assigns the program to the variable `hops`. If the program is wrong, the cell shows the error with
its position, and no traceback of Python.
"""

from __future__ import annotations

import sys
from typing import Any

from ._errors import CompileError
from ._program import Program, compile


def load_ipython_extension(shell: Any) -> None:
    """Adds the magic to IPython."""

    def igc(line: str, cell: str) -> Program | None:
        """Compiles the cell, and assigns the program to the variable that the line names."""
        name = line.strip() or "program"
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a name of a variable")
        try:
            made = compile(cell, name=name)
        except CompileError as error:
            sys.stderr.write(f"{error}\n")
            return None
        shell.push({name: made})
        return made

    shell.register_magic_function(igc, "cell", "igc")
