/// Number of edges on a shortest path between two nodes. The search starts at both ends.
graph undirected;

worklist forward, backward;

param source: node = 0;
param target: node = 0;
node from_source: u32 = MAX;
node from_target: u32 = MAX;
global distance: u32 = MAX;

kernel advance(depth: u32) {
    forall u in forward {
        forall e in u.out where e.dst.from_source == MAX {
            e.dst.from_source = depth;
            push forward e.dst;
        }
    }
}

kernel retreat(depth: u32) {
    forall u in backward {
        forall e in u.out where e.dst.from_target == MAX {
            e.dst.from_target = depth;
            push backward e.dst;
        }
    }
}

kernel meet() {
    forall u in nodes where u.from_source != MAX && u.from_target != MAX {
        distance min= u.from_source + u.from_target;
    }
}

main {
    source.from_source = 0;
    target.from_target = 0;
    let depth = 0;
    once pipe backward [target] {}
    pipe forward [source] {
        depth += 1;
        advance(depth);
        retreat(depth);
        meet();
        if distance < MAX {
            clear(forward);
            clear(backward);
        }
    }
}

output distance;
