param source: node = 0;
const limit: u32 = 3;
node level: u32 = 0;
node rank: f32 = 0;
global count: u32;

kernel visit(depth: u32) {
    let x = 1;
    count = 0;
    forall u in worklist {
        let sum = 0;
        let last = u;
        forall e in u.out {
            last = e.dst;
            sum += 1;
            e.dst.level += 1;
            e.dst.level -= depth * 2;
            e.dst.rank *= 0.5;
            x = 2;
        }
        u = source;
        source = u;
        limit = 1;
        depth = 2;
        u.degree = 3;
        sum + 1 = 3;
        u.level += 1;
        count += 1;
        count *= 2;
        count = 7;
        break;
        return;
        atomic_add(sum, 1);
        atomic_or(count, 1);
        pipe { }
        iterate { } while true;
        other();
        min(1, 2);
    }
}

kernel other() {
    forall u in nodes {
        u.level += 1;
        forall e in u.out { u.level += 1; }
        retry;
    }
    forall u in nodes { }
}

kernel nothing() { }

main {
    forall u in nodes { }
    push source;
    retry;
    atomic_add(count, 1);
    pipe { break; }
    continue;
    let a = 1;
    a = 2;
    nothing();
    visit(1);
}
