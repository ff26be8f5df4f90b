#!/usr/bin/env python3
"""Prints the tables of docs/src/full-calibration.md from the files of full calibrations.

Usage: tables.py IGC FILE.full...

The files of this folder are compressed: `xz -dk docs/studies/linear-algebra/*.xz` unpacks them. The names of the devices are
those of the files.
"""

import json
import pathlib
import subprocess
import sys

igc, first, *others = sys.argv[1:]
names = [pathlib.Path(file).stem for file in [first, *others]]
call = [igc, "devices", "--calibrate", "--full", "--report-only", "--json", "-o", first]
for file in others:
    call += ["--with", file]
report = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
tables = {table["id"]: table for table in report["tables"]}
devices = [row[0] for row in tables["full-coverage"]["rows"]]
short = dict(zip(devices, names))


def rows(name):
    """Returns the rows of a table as dictionaries, with the short names of devices."""
    table = tables.get(name, {"columns": [], "rows": []})
    columns = [short.get(column, column) for column in table["columns"]]
    shortened = [[short.get(cell, cell) for cell in row] for row in table["rows"]]
    # In a table without a column for the device, the columns are devices.
    return [dict(zip(columns, row)) for row in shortened]


def percent(text):
    return f"{float(text) * 100:.0f} %" if text else "–"


def show(title, head, lines):
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for line in lines:
        print(f"| {' | '.join(line)} |")


operations = ["copy", "scaled addition", "inner product", "matrix-vector"]
for row in rows("full-coverage"):
    print(row)
for element in ["double", "float"]:
    lines = []
    for number, name in enumerate(names, 1):
        for row in rows(f"full-{element}-{number}"):
            cells = [name, row["operation"], row["configurations"], f"{float(row['best, GB/s']):.0f}"]
            cells += [row["best configuration"], percent(row["median"]), row["within 10 %"]]
            lines.append(cells)
    show(f"Best ({element})", ["device", "operation", "configurations", "GB/s", "best", "median", "within 10 %"], lines)
    lines = []
    for row in rows(f"full-{element}-values"):
        cells = [row["device"], row["parameter"], row["value"]]
        for operation in operations:
            cells.append(percent(row[f"{operation}, median"]) + ", " + percent(row[f"{operation}, best"]))
        lines.append(cells)
    show(f"Values: median, best ({element})", ["device", "parameter", "value", *operations], lines)
    lines = []
    for row in rows(f"full-{element}-correlation"):
        cells = [row["device"], row["operation"], f"{float(row['Spearman']):.2f}"]
        cells += [percent(row["with the best of copy"]), row["near copy's best"], percent(row["the best of those"])]
        lines.append(cells)
    show(f"Copy ({element})", ["device", "operation", "correlation", "with copy's best", "near", "best of these"], lines)
    lines = [[row["device"], row["configuration"], *(percent(row[o]) for o in operations)] for row in rows(f"full-{element}-best")]
    show(f"One configuration ({element})", ["device", "configuration", *operations], lines)
    for name in ["porting", "porting-all"]:
        lines = [[row["runs on"], *(percent(row[column]) for column in names)] for row in rows(f"full-{element}-{name}")]
        show(f"{name} ({element})", ["runs on", *names], lines)
    lines = [[row["copy on"], row["operation on"], *(f"{float(row[o]):.2f}" for o in operations)] for row in rows(f"full-{element}-across")]
    show(f"across ({element})", ["copy on", "operation on", *operations], lines)


# The paper's last guideline: one structure for GPUs and CPUs, without vectors, in which each workgroup has a
# contiguous range, with 128 or 256 work-items and at least 128 workgroups.
def least(file):
    """Returns the least nanoseconds of each element, operation and configuration in a file."""
    found = {}
    for line in open(file):
        measured = json.loads(line).get("measured")
        if not measured or "timed" not in measured["outcome"]:
            continue
        timed, configuration = measured["outcome"]["timed"], measured["configuration"]
        time = min(timed["nanoseconds"]) * timed.get("parts", 1)
        values = (configuration[key] for key in ["order", "width", "workgroup_size", "groups"])
        key = (measured["element"], measured["operation"], tuple(values))
        found[key] = min(time, found.get(key, time))
    return found


def follows(configuration):
    order, width, size, groups = configuration
    return order == "contiguous" and width == 1 and size in (128, 256) and groups >= 128


for element in ["double", "float"]:
    lines = []
    for name, file in zip(names, [first, *others]):
        times = least(file)
        cells = []
        for operation in operations:
            own = {c: t for (e, o, c), t in times.items() if (e, o) == (element, operation.replace(" ", "-"))}
            shares = sorted(min(own.values()) / time for c, time in own.items() if follows(c))
            cells.append(f"{percent(shares[-1])}, {percent(shares[len(shares) // 2])}")
        lines.append([name, *cells])
    show(f"One structure for GPUs and CPUs: best, median ({element})", ["device", *operations], lines)
