"""Prints Zachary's karate club and its scores as NetworkX computes them, for the tests in mod.rs.

    python3 -m venv venv
    venv/bin/pip install networkx==3.6.1 numpy scipy
    venv/bin/python tests/suite/networkx/values.py > tests/suite/networkx/karate.txt

The graph is from Zachary, "An information flow model for conflict and fission in small groups", 1977.
Each edge is directed from the smaller to the larger number, because hubs and authorities are the same
in undirected graphs. For maximum flows, the capacity of both directions is the number of contexts in
which the two members met.
"""

import networkx

graph = networkx.DiGraph()
graph.add_nodes_from(range(34))
club = networkx.karate_club_graph()
graph.add_edges_from(sorted((min(edge), max(edge)) for edge in club.edges))
exact = {"tol": 1e-15, "max_iter": 1000}
hub, authority = networkx.hits(graph, **exact)
rank = networkx.pagerank(graph, **exact)
personalised = networkx.pagerank(graph, personalization={0: 1, 33: 1}, **exact)

# The results of Louvain depend on the order of the nodes.
undirected = graph.to_undirected()
partitions = (networkx.community.louvain_communities(undirected, seed=seed) for seed in range(100))
modularity = [networkx.community.modularity(undirected, partition) for partition in partitions]

print(f"# NetworkX {networkx.__version__}")
print("# edge source destination capacity")
for source, target in graph.edges:
    print("edge", source, target, club.edges[source, target]["weight"])
print("# flow source sink value")
for source, sink in [(0, 33), (33, 0), (16, 24), (11, 26), (0, 11), (31, 2)]:
    print("flow", source, sink, networkx.maximum_flow_value(club, source, sink, "weight"))
print("# node hub authority pagerank, and pagerank with the seeds 0 and 33")
for node in graph:
    scores = (hub, authority, rank, personalised)
    print("node", node, *(f"{abs(score[node]):.12f}" for score in scores))
print("# the smallest and the largest modularity of Louvain, of 100 seeds")
print(f"louvain {min(modularity):.12f} {max(modularity):.12f}")
