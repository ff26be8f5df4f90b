#!/usr/bin/env python3
"""Writes the study file of the comparison of LLVM's passes: make.py DEVICE GRAPH... > study.toml

The configurations are the driver's compiler, LLVM's own sequences, and random orders of passes. The
random orders are the same on every device. With --configurations, prints only the configurations.
"""
import random
import sys

APPLICATIONS = """bfs/bfs_wl bfs/bfs_topo bfs/bfs_tp bfs/bfs_cx bfs/bfs_hybrid sssp/sssp_wl
sssp/sssp_topo sssp/sssp_nf cc/cc mis/mis_worklist mis/mis_pannotia mst/mst_single_wl
mst/mst_multiple_wl pr/pr_residual pr/pr_residual_wl pr/pr_tp tri/tri""".split()

# The passes of igc's list (compiler/src/configuration/llvm.rs) that are not whole sequences.
PASSES = """always-inline globalopt globaldce ipsccp inline function-attrs argpromotion sroa mem2reg
early-cse early-cse-memssa gvn newgvn gvn-hoist gvn-sink sccp correlated-propagation jump-threading
simplifycfg instcombine aggressive-instcombine instsimplify reassociate nary-reassociate adce bdce
dse memcpyopt tailcallelim mldst-motion sink float2int div-rem-pairs constraint-elimination
slp-vectorizer load-store-vectorizer loop-vectorize loop-unroll loop-load-elim loop-distribute
vector-combine speculative-execution separate-const-offset-from-gep slsr infer-address-spaces
loop-simplify licm loop-rotate indvars loop-deletion loop-idiom loop-reduce loop-instsimplify
loop-simplifycfg simple-loop-unswitch loop-unroll-full loop-flatten loop-interchange""".split()

# Number of random orders, and of passes in each.
ORDERS, LENGTH = 12, 16


def configurations():
    """The driver, LLVM's sequences, random orders after inlining and promotion, and all flags."""
    draw = random.Random(1)
    orders = [["always-inline", "sroa"] + draw.choices(PASSES, k=LENGTH) for _ in range(ORDERS)]
    orders = ["+".join(order) for order in orders]
    llvm = ["O0", "O1", "O2", "O3", *orders]
    return ["none", *(f"llvm={order}" for order in llvm), "all", "all,llvm=O3"]


def main(arguments):
    if arguments == ["--configurations"]:
        print("\n".join(configurations()))
        return
    device, *graphs = arguments
    print('name = "llvm"\nrepetitions = 7\nwarmup = 1\ntimeout = 60\nbuild_timeout = 120')
    print('order = "shuffled"')
    print(f"configurations = {configurations()}".replace("'", '"'))
    for application in APPLICATIONS:
        print(f'\n[[applications]]\nfiles = ["examples/{application}.ig"]')
    for graph in graphs:
        name = graph.replace(":", "-").replace(",", "-")
        kind = graph.split(":")[0]
        print(f'\n[[graphs]]\nname = "{name}"\nspec = "{graph}"\nclass = "{kind}"')
    print(f'\n[[devices]]\nname = "{device}"\nselector = "{device}"')


if __name__ == "__main__":
    main(sys.argv[1:])
