/// The requirements on the graph, and the properties that they guarantee.
graph sorted, simple, undirected;
node loops: u32 = 0;
node doubles: u32 = 0;
node unsorted: u32 = 0;
node unanswered: u32 = 0;
node degree_here: u32 = 0;

kernel inspect() {
    forall u in nodes {
        u.degree_here = u.degree;
        let last = u;
        let first = true;
        for e in u.out {
            let v = e.dst;
            if v == u {
                u.loops += 1;
            }
            if !first && v == last {
                u.doubles += 1;
            }
            if !first && v < last {
                u.unsorted += 1;
            }
            last = v;
            first = false;
            let answered = false;
            for back in v.out where back.dst == u {
                answered = true;
            }
            if !answered {
                u.unanswered += 1;
            }
        }
    }
}

main {
    inspect();
}

output loops, doubles, unsorted, unanswered, degree_here;
