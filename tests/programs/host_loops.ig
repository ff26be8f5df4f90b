/// `for`, `break` and `continue` in `main`, and the sizes of worklists.
worklist near, far;
param most: u32 = MAX;
param low: i32 = MIN;

node pushed: u32 = 0;
global trace: u64 = 0;
global sizes: u32 = 0;
global rounds: u32 = 0;
global below: i64 = 0;
global ends: u32 = 0;
global degrees: u64 = 0;

kernel start() {
    forall u in nodes {
        push near u;
    }
}

kernel forward() {
    forall u in near {
        if atomic_add(u.pushed, 1) < 2 {
            push far u;
        }
    }
}

kernel count() {
    forall _u in nodes {
        rounds += 1;
    }
}

main {
    // Nested loops, filters, and jumps that act on the innermost loop.
    for i in 1..9 where i != 4 {
        if i > 5 {
            break;
        }
        for j in 0..i {
            if j == 1 && i == 1 {
                continue;
            }
            if j == 2 {
                break;
            }
            trace = trace * 10 + (i as u64) * (j as u64 + 1) % 9;
        }
    }
    trace %= 100000000;
    // The bounds are evaluated once, and the range may end at the type's largest value.
    let end = 3;
    for i in 0..end {
        end += i;
        ends += 1;
    }
    for i in most - 2..most {
        ends += select(i > 4000000000, 10, 0);
    }
    for i in low..low + 2 {
        below += i as i64;
    }
    for _i in 5..2 {
        ends = 0;
    }
    for _i in -1..1 {
        ends += 100;
    }
    // Sizes: after a push and before a read, after the read, and after a swap.
    sizes = near.size * 1000;
    start();
    sizes += near.size * 1000;
    forward();
    sizes += near.size * 5000 + far.size * 100;
    swap near, far;
    sizes += near.size * 10 + far.size * 7;
    while near.size > 0 {
        forward();
        swap near, far;
        count();
        rounds += 1;
        if far.size > 0 || rounds > 1000 {
            break;
        }
    }
    // A jump out of a loop from inside a conditional, after a pipe that the jump does not end.
    while true {
        pipe near nodes {
            for i in 0..3 {
                forward();
                if i == 0 {
                    continue;
                }
                break;
            }
        }
        rounds += 1;
        if rounds > 6 || node_count > 0 {
            break;
        }
    }
    // Reads of the graph by the host.
    for i in 0..node_count {
        degrees += ((i as node).degree + (i as node).in_degree) as u64;
    }
    for i in 0..edge_count {
        degrees += ((i as edge).src as u64) * 2 + ((i as edge).dst as u64);
    }
}

output trace, sizes, rounds, below, ends, degrees, pushed;
