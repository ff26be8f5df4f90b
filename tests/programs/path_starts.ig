/// Paths that begin with a store: in loops of `main`, in branches, and after jumps in loops. PoCL
/// needs to know where a path with barriers starts; otherwise every work-item stores.
worklist near, far;
node mark: i32 = 0;
edge twin: node = 0;
node sum: u64 = 0;
node reached: u32 = 0;
global product: i32 = 0;
global in_arm: u32 = 0;
global behind: u32 = 0;
global after_break: u32 = 0;
global inner: u32 = 0;

/// The first node, in a form that no compiler can evaluate.
fn first() -> node {
    return min((node_count as edge).twin, (0u32 as edge).twin);
}

kernel nothing() {
    let away = 0;
    forall _e in min((node_count as node).mark as node, away.dst).out {}
}

kernel seed() {
    forall u in nodes {
        forall e in u.out {
            atomic_add(e.dst.reached, 1);
        }
        push near u;
    }
}

kernel gather(turns: u32) {
    forall u in near {
        for i in 0..turns {
            if i == 3 {
                break;
            }
            if i % 2 == 1 {
                forall e in u.out {
                    atomic_add(u.sum, e.dst as u64 + 1);
                }
            }
        }
        push far u;
    }
}

main {
    // The body of a loop.
    for _i in 4294967292u32..MAX {
        product *= node_count as i32;
        product |= 1;
        first().mark = -2147483647;
        nothing();
    }
    // The branches of a conditional.
    for i in 0..5 {
        if i % 2 == 0 {
            in_arm += i;
            in_arm *= 3;
            first().mark += 5;
            nothing();
        } else {
            in_arm += 7;
            first().mark += 7;
            nothing();
        }
        behind += 1;
        first().mark += 9;
        nothing();
    }
    // After `break` and `continue`.
    for i in 0..9 {
        if i == 6 {
            break;
        }
        after_break = after_break * 5 + i;
        first().mark -= 3;
        nothing();
        if i == 2 {
            continue;
        }
        after_break += 2;
        first().mark *= 3;
        nothing();
        for j in 0..2 {
            inner = inner * 3 + j;
            inner += i;
            first().mark += 1;
            nothing();
        }
    }
    // The same statement at the end of both paths to the head of a loop.
    for i in 0..3 {
        let turns = 0;
        first().mark = 4;
        while turns < i {
            turns += 1;
            first().mark = 4;
        }
        nothing();
    }
    // A branch that calls a kernel, and a branch within a kernel.
    for i in 0..3 {
        if i % 2 == 0 {
            seed();
        }
        gather(i * 2);
        swap near, far;
    }
}

output mark, sum, reached, product, in_arm, behind, after_break, inner;
