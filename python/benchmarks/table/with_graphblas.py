"""Ranks and shortest paths of a table, with python-graphblas, which has no communities."""

import graphblas as gb
import numpy as np
import pandas as pd

table = pd.read_csv("calls.csv")
numbers, names = pd.factorize(pd.concat([table["caller"], table["callee"]]))
ends = (numbers[: len(table)], numbers[len(table) :])
n = len(names)
calls = gb.Matrix.from_coo(*ends, table["minutes"].to_numpy(float), nrows=n, ncols=n, dup_op=gb.binary.min)
degree = calls.reduce_rowwise(gb.agg.count).new(dtype=float)
rank = gb.Vector.from_scalar(1 / n, n)
for _ in range(100):
    share = (rank / degree).new() * 0.85
    new = gb.Vector.from_scalar(0.15 / n, n)
    new(accum=gb.binary.plus) << gb.semiring.plus_first(share.new() @ calls)
    error = gb.unary.abs(new - rank).reduce().new().value
    rank = new
    if error < 1e-6:
        break
minutes = gb.Vector.from_coo([int(np.flatnonzero(names == "p0")[0])], [0.0], size=n)
while True:
    before = minutes.dup()
    minutes(accum=gb.binary.min) << gb.semiring.min_plus(minutes @ calls)
    if minutes.isequal(before):
        break
people = pd.DataFrame({"person": names, "rank": rank.to_dense(0.0), "minutes": minutes.to_dense(np.inf)})
people.to_csv("people.csv", index=False)
