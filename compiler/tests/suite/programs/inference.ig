/// How literals get their types.
global wide: u64;
global real: f32 = 1;
global single: f64;
node next: node = 0;
edge from: edge = MAX;

kernel types(limit: u64) {
    let shifted = limit << 3;
    let literal = 7;
    forall u in nodes {
        let plain = 1;
        let negative = -1;
        let fraction = 0.5;
        let later = 2;
        wide += later;
        single max= 3;
        real += fraction * 2;
        u.next = 5;
        u.next = MAX;
        let cast = 5000000000 as u64 + MAX as u64;
        let wrapped = -1 as u32;
        let chosen = select(plain == 1, negative, -3);
        let bits = ~0 ^ plain & literal;
        let flag = true & (u < u.next) | false;
        if flag && cast > shifted && wrapped < bits && abs(chosen) > 1 {
            wide max= u64::MAX - node_count as u64;
        }
    }
    }

main {
    let step = 10;
    types(step);
    step += 1;
    let u = 3;
    u.next = 1;
}

output wide, real, single, next, from;
