"""A plugin of pytest that counts the calls that NetworkX's own tests make to the backend igc.

With a fallback, a test also passes if igc runs none of it. The plugin fails the session if a function is never called.
"""

import functools
from collections import Counter

from igc import _networkx, _networkx_info

CALLS = Counter()


def counted(name, function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        CALLS[name] += 1
        return function(*args, **kwargs)

    return call


for _name in _networkx_info.FUNCTIONS:
    setattr(_networkx.Backend, _name, staticmethod(counted(_name, getattr(_networkx.Backend, _name))))


def pytest_terminal_summary(terminalreporter):
    for name in sorted(_networkx_info.FUNCTIONS):
        terminalreporter.write_line(f"{CALLS[name]:5} calls of {name}")


def pytest_sessionfinish(session, exitstatus):
    missing = [name for name in _networkx_info.FUNCTIONS if not CALLS[name]]
    if missing and exitstatus == 0:
        session.exitstatus = 1
        print(f"no test calls {', '.join(missing)}")
