// Kernels whose results depend on the order of their iterations, and idioms whose results do not.
node infected: bool = false;
node level: u32 = MAX;
node state: u32 = 0;
node colour: u32 = 0;
edge seen: bool = false;
const open: u32 = 0;
const out: u32 = 2;

kernel infect() {
    forall u in nodes where u.infected {
        forall e in u.out {
            e.dst.infected = true;
        }
    }
}

/// A test of the written place does not help: an iteration may see the new value of its own node.
kernel infect_once() {
    forall u in nodes where u.infected {
        forall e in u.out where !e.dst.infected {
            let v = e.dst;
            v.infected = true;
        }
    }
}

/// Nodes of this round may already be seen.
kernel spread() {
    forall u in nodes where u.level != MAX {
        forall e in u.out {
            if e.dst.level == MAX {
                e.dst.level = u.level + 1;
            }
        }
    }
}

/// An iteration may exclude a node that has just decided to stay open.
kernel exclude() {
    forall u in nodes where u.state == open {
        forall e in u.out {
            e.dst.state = out;
        }
    }
}

kernel edges_too() {
    forall e in edges {
        if e.seen {
            e.reverse.seen = true;
        }
    }
}

/// The call decides that both are one property.
kernel two(node from: u32, node into: u32) {
    forall u in nodes {
        forall e in u.out {
            e.dst.into = u.from;
        }
    }
}

/// None of these warns: the search asks for one level and writes another one.
kernel by_level(depth: u32) {
    forall u in nodes where u.level == depth {
        forall e in u.out {
            if e.dst.level == MAX {
                e.dst.level = depth + 1;
            }
        }
    }
}

/// The value of the level is known where it is read.
kernel by_known_level(depth: u32) {
    forall u in nodes {
        if u.level == depth {
            forall e in u.out where e.dst.level == MAX {
                e.dst.level = u.level + 1;
            }
        }
    }
}

/// Items were marked before they were pushed.
kernel by_worklist() {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                v.level = u.level + 1;
                push v;
            }
        }
    }
}

/// The iteration reads and writes the same places, and all of them write the same value.
kernel same_place() {
    forall e in edges {
        if !e.dst.infected {
            e.dst.infected = true;
        }
    }
}

/// Atomics see the current value.
kernel atomic() {
    forall u in nodes {
        forall e in u.out {
            atomic_min(e.dst.colour, u.colour);
        }
    }
}

/// A loop of `main` repeats the kernel until nothing changes.
racy kernel intended() {
    forall u in nodes where u.infected {
        forall e in u.out {
            e.dst.infected = true;
        }
    }
}

/// Only one iteration.
kernel single(source: node) {
    forall _i in 0..1 {
        forall e in source.out {
            e.dst.infected = source.infected;
        }
    }
}

main {
    infect();
    infect_once();
    spread();
    exclude();
    edges_too();
    two(level, colour);
    two(colour, colour);
    by_level(0);
    by_known_level(1);
    pipe [0] {
        by_worklist();
    }
    same_place();
    atomic();
    intended();
    single(0);
}

output infected, level, state, colour, seen;
