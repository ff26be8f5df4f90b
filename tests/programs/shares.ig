/// Loops in a row over ranges with the same end, without a barrier between them. Some work-items have no
/// share of the range, and must not execute the loops like those that have one.
param wanted: bool = true;
param start: u64 = 1;
edge filled: u32 = ~(3 >> node_count);
node smallest: node = 9;
global kept: u64 = start;
global on: bool = false;

kernel lower() {
    forall e in edges where wanted {
        atomic_min(e.dst.smallest, e.dst);
    }
}

kernel look() {
    forall u in nodes {
        if u as u32 % 5 == 0 {}
    }
}

main {
    lower();
    look();
    iterate {
    } while on;
}

output filled, smallest, kept;
