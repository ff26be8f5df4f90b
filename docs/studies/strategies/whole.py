#!/usr/bin/env python3
"""Compares adaptive runs with fixed configurations by the times of whole runs.

    whole.py APPLICATION STORE...                   adaptive runs and fixed configurations side by side
    whole.py --halves APPLICATION FIXED ADAPTIVE    graphs that the model has not seen: the models of
                                                    `igc study model --hold-out 1/2` and `2/2` ran in
                                                    the study ADAPTIVE, as APPLICATION_cv1 and _cv2

The stores are those of this folder: `xz -dk docs/studies/strategies/*.xz` unpacks them. A graph counts
if all configurations have a time for it in one of the stores. A time is the median of the runs. Runs
did not wait for the device between rounds. The first tables are about the times of `main` alone, and
the second ones about times with the initialisation of state.

`gain` is the sum of the times of a fixed configuration over all graphs, divided by that of the adaptive
runs; above 1, adaptive runs are faster. `mean` is the geometric mean of the same ratio of each graph.
`> 1.3` is the share of the graphs on which the adaptive run takes more than 1.3 times as long as the
fastest of the fixed configurations.
"""
import math
import sqlite3
import statistics
import sys


def times(path, application, whole):
    """Returns {(configuration, graph): median seconds}."""
    store = sqlite3.connect(path)
    # Since version 5 of the format, `seconds` contains the initialisation.
    is_new = any(column[1] == "initialise" for column in store.execute("PRAGMA table_info(step_runs)"))
    seconds = {
        (True, True): "seconds",
        (True, False): "seconds - initialise",
        (False, True): "seconds + initialise",
        (False, False): "seconds",
    }[is_new, whole]
    query = f"""SELECT options, graphs.name, {seconds}
        FROM runs JOIN cells ON cells.id = runs.cell JOIN graphs ON graphs.id = cells.graph
        JOIN compiled ON compiled.artefact = cells.artefact
        JOIN applications ON applications.id = compiled.application
        JOIN configurations ON configurations.id = compiled.configuration
        WHERE applications.name = ?"""
    runs = {}
    for options, graph, time in store.execute(query, [application]):
        runs.setdefault((options, graph), []).append(time)
    return {key: statistics.median(values) for key, values in runs.items()}


def compare(found, adaptive, fixed, graphs):
    """Prints how the adaptive configuration compares with each fixed one."""
    own = [found[adaptive, graph] for graph in graphs]
    best = [min(found[options, graph] for options in fixed) for graph in graphs]
    above = sum(time > 1.3 * least for time, least in zip(own, best))
    print(f"\n`{adaptive}`: {sum(own) * 1e3:.1f} ms; {above} of {len(graphs)} graphs "
          f"({above / len(graphs):.0%}) > 1.3; the fastest fixed configuration of each graph: "
          f"{sum(best) * 1e3:.1f} ms\n")
    print("| fixed configuration | ms | gain | mean |\n| --- | --- | --- | --- |")
    for options in sorted(fixed, key=lambda options: sum(found[options, g] for g in graphs)):
        other = [found[options, graph] for graph in graphs]
        logs = [math.log(time / mine) for time, mine in zip(other, own)]
        mean = math.exp(statistics.mean(logs))
        print(f"| `{options}` | {sum(other) * 1e3:.1f} | {sum(other) / sum(own):.2f} | {mean:.2f} |")


def half_of(path, part):
    """Returns the graphs of a half, as `--hold-out` divides them."""
    names = sqlite3.connect(path).execute("SELECT name FROM graphs ORDER BY position, id")
    return {name for at, (name,) in enumerate(names) if at % 2 == part - 1}


def title(whole, graphs, more=""):
    kind = "With the initialisation" if whole else "Times of `main` alone"
    print(f"\n## {kind}, {len(graphs)} graphs{more}")


def tables(found, graphs):
    fixed = sorted({options for options, _ in found if "adaptive" not in options})
    outlined = [options for options in fixed if "oitergb" in options]
    compare(found, "adaptive", [options for options in fixed if options not in outlined], graphs)
    compare(found, "adaptive", fixed, graphs)
    compare(found, "oitergb,adaptive", outlined, graphs)
    compare(found, "oitergb,adaptive", fixed, graphs)


def complete(found, graphs):
    """Returns the graphs for which all configurations have a time."""
    configurations = {options for options, _ in found}
    return sorted(g for g in graphs if all((options, g) in found for options in configurations))


def main():
    if sys.argv[1] == "--halves":
        application, fixed, adaptive = sys.argv[2:]
        for whole in False, True:
            for part in 1, 2:
                found = times(fixed, application, whole)
                found.update(times(adaptive, f"{application}_cv{part}", whole))
                graphs = complete(found, half_of(fixed, part))
                title(whole, graphs, f", half {part}")
                tables(found, graphs)
        return
    application, *stores = sys.argv[1:]
    for whole in False, True:
        found = {}
        for store in stores:
            found.update(times(store, application, whole))
        graphs = complete(found, {graph for _, graph in found})
        title(whole, graphs)
        tables(found, graphs)


main()
