"""The backend of NetworkX.

A conversion makes an igc graph with the ids of the nodes. NetworkX keeps it with the graph until the graph changes, so
a second call does not convert again. igc then also finds the graph on the device. `can_run` and `should_run` return a
reason if NetworkX must, or should, run the function itself.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._networkx_info import FUNCTIONS, LEAST_EDGES
from . import centrality, communities, components, measures, paths
from .graph import BackendGraph, conversions, convert, setting

_MODULES = (paths, components, communities, measures, centrality)

#: For each function that does not take all arguments, the check of its arguments.
CHECKS: dict[str, Callable[..., bool | str]] = {name: check for one in _MODULES for name, check in one.CHECKS.items()}


class Backend:
    """The functions that igc takes over, with the checks of their arguments."""

    @staticmethod
    def convert_from_nx(
        graph: Any,
        *,
        edge_attrs: dict[str, Any] | None = None,
        node_attrs: dict[str, Any] | None = None,
        preserve_edge_attrs: bool = False,
        preserve_node_attrs: bool = False,
        preserve_graph_attrs: bool = False,
        name: str | None = None,
        graph_name: str | None = None,
    ) -> BackendGraph:
        """Converts a graph of NetworkX. Only weights that are integers or floats are kept."""
        return convert(graph, edge_attrs, preserve_edge_attrs, preserve_graph_attrs)

    @staticmethod
    def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
        """Converts a graph of igc to one of NetworkX. Other results stay as they are."""
        return result.to_networkx() if isinstance(result, BackendGraph) else result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Returns whether igc has this function with these arguments, or the reason why not."""
        check = CHECKS.get(name)
        if check is None:
            return True if name in FUNCTIONS else f"igc has no function `{name}`"
        try:
            return check(*args, **kwargs)
        except TypeError as error:
            return f"igc does not know these arguments: {error}"

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Returns whether igc is worth a conversion, or the reason why not."""
        graph = args[0] if args else kwargs.get("G", kwargs.get("flowG"))
        if graph is None or isinstance(graph, BackendGraph):
            return True
        given = _arguments(name, args, kwargs)
        # A conversion without the attribute that this call needs does not help.
        needed = [given[key] for key in ("weight", "capacity") if isinstance(given.get(key), str)]
        if any(all(one in made.weights for one in needed) for made in conversions(graph)):
            return True
        least = setting("min_edges", None)
        if least is None:
            least = LEAST_EDGES[_work(name, given)]
        if least is None:
            return "the function takes less time than a conversion"
        count = graph.number_of_edges()
        return count >= least or f"the graph has {count} edges, and a conversion is worth it from {least} edges"


#: With a node as this argument, these functions make one search.
_ONE_NODE = {"closeness_centrality": "u", "eccentricity": "v"}


@functools.cache
def _signature(name: str) -> inspect.Signature:
    return inspect.signature(getattr(Backend, name))


def _arguments(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a call by their names, with the defaults of those that are missing."""
    try:
        bound = _signature(name).bind(*args, **kwargs)
    except TypeError:
        return {}
    bound.apply_defaults()
    return bound.arguments


def _work(name: str, given: dict[str, Any]) -> str:
    """Returns the kind of work of a call."""
    if given.get(_ONE_NODE.get(name, "")) is not None:
        return "one pass"
    work = FUNCTIONS[name].work
    if work == "weights":
        if name == "shortest_path_length" and given.get("source") is None and given.get("target") is None:
            work = "searches"
        elif given.get("weight") is None:
            return "one pass"
    weighted = f"{work}, weighted"
    return weighted if weighted in LEAST_EDGES and given.get("weight") is not None else work


for _name in FUNCTIONS:
    _module = next(one for one in _MODULES if hasattr(one, _name))
    setattr(Backend, _name, staticmethod(getattr(_module, _name)))

#: The object that NetworkX loads.
backend = Backend

__all__ = ["Backend", "BackendGraph", "backend"]
