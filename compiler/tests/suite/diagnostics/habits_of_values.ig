/// Values and fields as other languages have them.
graph symmetric;
node a: u32 = 0;
node wide: u64 = 0;
node rank: f32 = 0;
edge w: u32 = 0;

kernel k() {
    forall u in nodes {
        u.a = -1;
        u.wide = -5;
        u.rank = 1 / u.degree;
        u.rank = (u.degree + 1) / u.a;
        u.rank = sqt(u.rank);
        u.a = u.id;
        for e in u.neighbours { u.a += e.weight + e.id; }
        forall e in u.out {
            e.target.a = e.source.indegree;
            push e;
        }
    }
}

kernel owners() {
    forall u in worklist {
        u.a += 1;
        forall e in u.out { u.a -= 1; e.w -= 1; e.dst.a -= 2; }
    }
}

fn add(u: node) {
    u.a += 1;
}

main { k(); owners(); }
output a, rank;
