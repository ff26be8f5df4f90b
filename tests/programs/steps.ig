/// Ranges with a step and ranges of edges, in kernels, functions and `main`.

param width: u32 = 3;

node sum: u32 = 0;
node pairs: u32 = 0;
node turns: u32 = 0;
edge visited: u32 = 0;
global step: u32 = 2;
global nested: u64 = 0;
global wide: u32 = 0;
global signed: i32 = 0;
global none: u32 = 0;
global of_edges: u32 = 0;
global changed: u32 = 0;

fn every(u: node, step: i32) -> i32 {
    let total = 0i32;
    for i in -7..u as i32 by step {
        if i > 9 {
            return total;
        }
        total += i;
    }
    return total;
}

kernel outermost(by: u32) {
    let start = by - 2;
    forall i in start..node_count by by where i != 6 {
        atomic_add((i as node).sum, i);
    }
}

kernel edges_of() {
    forall u in nodes {
        for e in u.out_begin..u.out_end {
            for f in e + 1..u.out_end by 2 {
                u.pairs += (f - e) * (f.dst as u32 + 1);
            }
        }
        forall e in u.out_begin..u.out_end by 3 {
            atomic_add(e.visited, 1);
        }
        forall i in 0..u.degree by step {
            nested += i as u64;
        }
        u.turns = every(u, 3) as u32;
    }
}

kernel limits() {
    forall u in nodes where u == 0 {
        for i in MAX - 5..u32::MAX by 4 {
            wide += i;
        }
        for i in i32::MIN..i32::MAX by i32::MAX {
            signed += i;
        }
        for i in 0..100 by u.degree * 0 {
            none += 1 + i;
        }
        for i in 0..100i32 by 0 - u.degree as i32 - 1 {
            none += 1 + i as u32;
        }
        let end = 9;
        let by = 2;
        for i in 1..end by by {
            end = 3;
            by = 100;
            changed += i;
        }
    }
}

main {
    outermost(width);
    edges_of();
    limits();
    for i in 1..20 by width {
        if i == 7 {
            continue;
        }
        if i > 15 {
            break;
        }
        of_edges += i;
    }
    for e in (0 as node).out_begin..(0 as node).out_end by 2 where e != 2 {
        of_edges += e.dst as u32;
    }
    for i in 5..-5 by 1 {
        signed += i;
    }
    let delta = 0u32;
    for i in 0..node_count by delta {
        none += i + 1;
    }
}

output sum, pairs, turns, visited, nested, wide, signed, none, of_edges, changed;
