// Pairs as items: a search from several sources, where an item is a node with the source that reached it;
// and edges with numbers.

worklist reached: (node, node);
worklist tagged: (edge, u32);

node first: node = MAX;
node rank: u32 = MAX;

fn offer(v: node, from: node) {
    if atomic_min(v.first, from) > from {
        push reached(v, from);
    }
}

kernel start() {
    forall u in nodes where u as u32 % 3 == 0 {
        offer(u, u);
    }
}

kernel spread() {
    forall (u, from) in reached where u.first == from {
        forall e in u.out {
            offer(e.dst, from);
            push tagged(e, from as u32 + 1);
        }
    }
}

kernel collect() {
    forall (e, tag) in tagged {
        atomic_min(e.dst.rank, tag);
    }
}

main {
    start();
    pipe reached {
        spread();
    }
    once pipe tagged {
        collect();
    }
    pipe reached [(0 as node, 1 as node), (1 as node, 0 as node)] {
        spread();
    }
    clear(tagged);
    swap tagged, tagged;
}

output first, rank;
