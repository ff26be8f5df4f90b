// Breadth-first search from 128 sources at once (MS-BFS): each node has a bit for each source. Also
// computes the closeness of the sources, from the number of nodes that each search finds in each round.

const words: u32 = 2;

graph undirected;

node seen: u64[words] = 0;
node now: u64[words] = 0;
node next: u64[words] = 0;
node reached: u32 = 0;
node distances: u32 = 0;
global found: bool = false;

kernel start() {
    forall u in nodes where (u as u32) < 64 * words {
        let i = u as u32;
        u.seen[i / 64] = 1u64 << (i & 63);
        u.now[i / 64] = 1u64 << (i & 63);
    }
}

kernel expand() {
    forall u in nodes {
        forall e in u.out {
            for i in 0..words {
                let bits = u.now[i] & ~e.dst.seen[i];
                if bits != 0 {
                    atomic_or(e.dst.next[i], bits);
                }
            }
        }
    }
}

kernel settle(depth: u32) {
    forall u in nodes {
        for i in 0..words {
            let new = u.next[i] & ~u.seen[i];
            u.seen[i] |= new;
            u.now[i] = new;
            u.next[i] = 0;
            found |= new != 0;
            let rest = new;
            while rest != 0 {
                u.reached += 1;
                u.distances += depth;
                rest &= rest - 1;
            }
        }
    }
}

main {
    start();
    let depth = 1;
    iterate {
        found = false;
        expand();
        settle(depth);
        depth += 1;
    } while found;
}

output seen, reached, distances;
