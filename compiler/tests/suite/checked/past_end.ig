/// Accesses past the end of arrays, and accesses that only look like them.

param target: node = MAX;
node next: node = MAX;
node depth: u32 = 0;
global list: u32[4] = 0;

kernel follow() {
    forall u in nodes {
        let local: u32[2] = 1;
        // The last node has no next node.
        u.depth = u.next.depth + local[u as u32 % 4];
        list[u as u32] = 1;
        atomic_add(list[2 * (u as u32)], 1);
        // These are tested first.
        if u.next != MAX && u.next.next != MAX && u.next.depth > 0 {
            u.depth += 1;
        }
        u.depth += select(u.next == MAX, 0, u.next.depth);
    }
}

main {
    (0 as node).next = 1;
    target.depth = 1;
    follow();
}

output depth, list;
