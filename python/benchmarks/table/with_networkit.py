"""Ranks, communities and shortest paths of a table, with NetworKit."""

import networkit as nk
import numpy as np
import pandas as pd

table = pd.read_csv("calls.csv")
numbers, names = pd.factorize(pd.concat([table["caller"], table["callee"]]))
ends = (numbers[: len(table)], numbers[len(table) :])
weights = table["minutes"].to_numpy(float)
calls = nk.GraphFromCoo((weights, ends), n=len(names), weighted=True, directed=True)
unweighted = nk.graphtools.toUnweighted(calls)
people = pd.DataFrame({"person": names})
people["rank"] = nk.centrality.PageRank(unweighted, tol=1e-9).run().scores()
both = nk.graphtools.toUndirected(calls)
people["community"] = nk.community.detectCommunities(both, nk.community.PLM(both), inspect=False).getVector()
source = int(np.flatnonzero(names == "p0")[0])
minutes = np.array(nk.distance.Dijkstra(calls, source, storePaths=False).run().getDistances())
people["minutes"] = np.where(minutes > 1e300, np.inf, minutes)
people.to_csv("people.csv", index=False)
