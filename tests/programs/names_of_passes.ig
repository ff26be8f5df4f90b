/// Locals that have the names of the memory that nested parallelism uses for itself.

node first_found: u32 = 0;
node counted: u32 = 0;
node nearest: u32 = MAX;
node length: u32 = 0;

kernel visit() {
    forall u in nodes {
        let first = u as u32 + 1000;
        let count = u.degree + 3;
        let before = u as u32 + 7;
        let wg_length = 0u32;
        forall e in u.out {
            atomic_max(e.dst.first_found, first);
            atomic_add(e.dst.counted, count);
            atomic_min(e.dst.nearest, before);
            wg_length += 1;
        }
        u.length = wg_length;
    }
}

main {
    visit();
}

output first_found;
output counted;
output nearest;
output length;
