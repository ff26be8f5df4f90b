// Edges by position, arithmetic on edges, and ranges with a step.
node first: edge = 0;
edge back: edge = MAX;
global cursor: edge = 0;
global sum: u32 = 0;
node reverse: u32 = 0;

kernel positions(wide: u64) {
    forall u in nodes {
        let a = u.out[wide];
        let b = u.first[0];
        let c = u[1];
        let d = u.out;
        let e = u.out[0].reverse.degree;
        u.first = u.out[u];
    }
}

kernel arithmetic() {
    forall u in nodes {
        let begin = u.out_begin;
        let a = begin + u.out_end;
        let b = begin * 2;
        let c = 1 - begin;
        let d = begin + 1.5;
        let e: edge = u.out_end - begin;
        begin -= u.out_end;
        cursor += 1;
        forall e in u.out {
            begin += 1;
        }
    }
}

kernel ranges(step: u64, e: edge) {
    forall i in 0..10 by 0 {
        sum += i;
    }
}

main {
    positions(1);
    arithmetic();
    ranges(1, 0);
    for i in 0..10 by 2u64 {
        sum += i;
    }
    for i in 5..0 by -1 {
        sum += 1;
    }
    for i in cursor..cursor + 3 by cursor {
        i.reverse = 0;
    }
}

global start: edge = (0 as node).out[0];

output first, back, sum, start;
