"""Ranks, communities and shortest paths of a table, with igc."""

import igc

calls = igc.Graph("calls.csv", source="caller", target="callee", weights="minutes")
people = igc.pr_normalised(calls).to_pandas()[["rank"]]
people["community"] = igc.louvain(calls, weight=True).to_pandas()["community"]
people["minutes"] = igc.sssp(calls, "p0").with_inf("dist")
people.to_csv("people.csv", index_label="person")
