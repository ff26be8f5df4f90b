/// Loops in which a round reads where the round before it decided. The native target runs such loops
/// of two iterations by turns.

graph sorted;

edge step: u32 = 0;
node hops: u32;
node short: u32;
node sources: u32;
node searched: u32;
node taken: u32;
global ranges: u32;
worklist some;

kernel start() {
    forall e in edges {
        e.step = (e as u32) % 4;
    }
}

kernel choose() {
    forall u in nodes where u.degree != 1 {
        push u;
    }
}

/// Half of the limits are past the last edge. An element there is zero.
kernel follow() {
    forall u in nodes {
        let sum = 0;
        let rounds = 0;
        forall e in u.out where (e as u32) % 3 != 1 {
            let i = e as u32;
            let limit = edge_count + (i & 1) * 5;
            let found = 0;
            while i < limit {
                found += 3;
                i += (i as edge).step + 1;
            }
            sum += found + i;
            rounds += found;
        }
        u.hops = sum * 7 + rounds;
    }
}

/// The loops end early, and after nothing.
kernel leave_early() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            let i = e as u32;
            let end = min(u.out_end as u32, i + u.degree / 2);
            while i < end {
                let next = (i as edge).step;
                if next == 2 {
                    break;
                }
                i += next + 1;
            }
            sum += i;
        }
        u.short = sum;
    }
}

/// The elements are incoming edges, whose sources are read after the loop.
kernel look_back() {
    forall u in nodes {
        let sum = 0;
        forall e in u.in {
            let i = e.src.out_begin as u32;
            let end = e.src.out_end as u32;
            while i < end {
                i += (i as edge).step + 1;
            }
            sum += i + e.src as u32;
        }
        u.sources = sum;
    }
}

/// The loop is in the outermost `forall`: a search for the first edge with a target above the node.
kernel search() {
    forall u in nodes {
        let low = u.out_begin as u32;
        let high = u.out_end as u32;
        while low < high {
            let middle = low + (high - low) / 2;
            let is_above = (middle as edge).dst > u;
            high = select(is_above, middle, high);
            low = select(is_above, low, middle + 1);
        }
        u.searched = low;
    }
}

kernel take() {
    forall u in some {
        let i = u.out_begin as u32;
        let found = 0;
        while i < edge_count {
            i += (i as edge).step + 1;
            found += 1;
        }
        u.taken = found;
    }
}

kernel count_ranges() {
    forall n in 0..50 {
        let i = n;
        let end = n * 2;
        let found = 0;
        while i < end && found < 9 {
            i += (i as edge).step + 1;
            found += 1;
        }
        ranges += found;
    }
}

main {
    start();
    choose();
    follow();
    leave_early();
    look_back();
    search();
    count_ranges();
    once pipe some {
        take();
    }
}

output hops, short, sources, searched, taken, ranges;
