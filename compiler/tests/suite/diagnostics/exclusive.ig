node x: u32 = 0;
worklist w;

fn f(u: node) { exclusive(u) { } else { } }

kernel k() {
    exclusive(0) { } else { }
    forall u in nodes {
        exclusive(u) { u.x += 1; }
        exclusive() { } else { }
        exclusive(u, 3, u, u, u, u, u, u, u) { } else { }
        exclusive(u.x, 1.0) { } else { }
        while true {
            exclusive(u) { break; } else { continue; }
        }
        forall e in u.out {
            let v = e.dst;
            v.x += 1;
            exclusive(u, v) {
                v.x += 1;
                u.x *= 2;
                exclusive(v) { } else { }
                forall f in v.out { v.x += 1; f.dst.x += 1; }
            } else {
                v.x += 1;
            }
            v.x += 1;
            let both: node[2] = v;
            exclusive(both[0]) { both[1].x += 1; both[1] = u; } else { }
        }
    }
}

kernel items() {
    forall u in w {
        exclusive(u) { u.x += 1; }
        forall e in u.out { exclusive(u) { retry; } }
    }
}

main {
    k();
    pipe w { items(); }
    exclusive(0) { } else { }
}
output x;
