"""Ranks, communities and shortest paths of a table, with igraph."""

import igraph
import pandas as pd

calls = igraph.Graph.DataFrame(pd.read_csv("calls.csv"), directed=True, use_vids=False)
both = calls.as_undirected(combine_edges="sum")
people = pd.DataFrame({"person": calls.vs["name"], "rank": calls.pagerank()})
people["community"] = both.community_multilevel(weights="minutes").membership
people["minutes"] = calls.distances("p0", weights="minutes")[0]
people.to_csv("people.csv", index=False)
