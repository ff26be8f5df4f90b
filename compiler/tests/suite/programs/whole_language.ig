/// Every form of the language once.
///
/// Not a sensible program.

use std::union_find::find;
const scale: u32 = 1_6 * 2 + 0xff % 0b11;
/// Documented.
param source: node = 0;
param damping: f32 = 0.85;
node level: u32 = MAX;
edge weight: u32;
global changed: bool = false;
global best: f64 = f64::MAX;
worklist near, far;
graph undirected, simple, sorted;

fn root(n: node, limit: u64) -> node {
    let r: node = n;
    while r != r.parent && !(limit < 1_000u64) || false {
        r = r.parent;
        if r.level == 0 { break; } else if ~r.level & 1 != 0 { continue; } else { limit -= 1; }
    }
    for e in r.out where e.weight > -1 as u32 { return e.dst; }
    for i in 0..scale + 1 { return i as node; }
    return r;
}

kernel visit(depth: u32) {
    forall u in near where u.level < MAX {
        forall e in u.in {
            exclusive(u, e.src) {
                push u;
                push near u;
                push far e.dst.parent;
                push far root(u, 1);
                push (u as u32 + 1) as node;
                retry;
            }
            best min= 1.5e3; best max= e.weight as f64;
            u.level += 1; u.level -= 1; u.level *= 2; u.level /= 3; u.level %= 4;
            u.level &= 1; u.level |= 2; u.level ^= 3; u.level <<= 1; u.level >>= 2;
            changed |= atomic_cas(u.level, 0, depth) == min(max(1, 2), 3);
            { let min = 1 << 2 >> 1 | 3 ^ 4 & 5 + 6 * 7 - -8; }
        }
    }
}

kernel edges_too() { forall e in edges { forall n in nodes { } } }

main {
    root(source, 3);
    pipe { }
    pipe near { }
    pipe nodes { }
    pipe near nodes { }
    once pipe far [source, 3 as node,] {
        visit(1);
        iterate { changed = false; } while changed;
        swap near, far;
    }
    forall u in worklist { return; }
}

output level, best;
check bfs(level, source);
