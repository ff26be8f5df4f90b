/// Computes both products of a matrix in a step of BiCG.

const n: u32 = 256;

input node a: f32[n];
input node p: f32;
input node r: f32;
node q: f32 = 0;
node s: f32 = 0;

kernel first() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.q += u.a[k] * v.p;
        }
    }
}

kernel second() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.s += v.a[u as u32] * v.r;
        }
    }
}

main {
    first();
    second();
}

output q, s;
