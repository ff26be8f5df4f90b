/// A worklist that receives pushes and is never read.
node a: u32 = 1;

kernel k() {
    forall u in nodes {
        push u;
        u.a += 1;
    }
}

main {
    k();
    once pipe [0] {
        k();
    }
}

output a;
