// Worklists of edges and of numbers: a search over edges, which collects numbers of the nodes it finds.

param source: node = 0;

worklist arriving: edge;
worklist numbers: u32;
worklist keys: u64;

node level: u32 = MAX;
node seen: u32 = 0;
global count: u32 = 0;
global keysum: u64 = 0;
global largest: u32 = 0;

kernel start() {
    forall u in nodes where u == source {
        u.level = 0;
        forall e in u.out {
            push arriving e;
        }
    }
}

kernel arrive(depth: u32) {
    forall e in arriving {
        if atomic_min(e.dst.level, depth) > depth {
            push numbers(e.dst as u32 * 2);
            push keys((e as u64 << 32) + e.dst as u64);
            forall next in e.dst.out {
                push arriving next;
            }
        }
    }
}

kernel take() {
    forall number in numbers {
        count += 1;
        largest max= number;
        atomic_add(((number / 2) as node).seen, 1);
    }
}

kernel sum() {
    forall key in keys where key & 0xffff_ffff > 1 {
        keysum += key & 0xffff_ffff;
        if key & 7 == 5 {
            retry;
        }
    }
}

kernel together() {
    forall u in nodes where u as u32 < 2 {
        forall key in keys {
            keysum += key;
        }
    }
}

main {
    start();
    let depth = 1;
    pipe arriving {
        arrive(depth);
        depth += 1;
    }
    once pipe numbers {
        take();
    }
    once pipe keys {
        sum();
    }
    count += numbers.size + keys.size;
    pipe keys [7, 1u64 << 40] {
        sum();
    }
    once pipe keys [9, 1u64 << 33] {
        together();
    }
    once pipe numbers [8, 9] {
        take();
    }
}

output level, seen, count, keysum, largest;
