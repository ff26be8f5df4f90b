/// Multiplies three matrices (2mm).

const n: u32 = 256;

input node a: f32[n];
input node b: f32[n];
input node c: f32[n];
node d: f32[n] = 0;
node e: f32[n] = 0;

kernel first() {
    forall u in nodes {
        for j in 0..n {
            for k in 0..n {
                let v = k as node;
                u.d[j] += u.a[k] * v.b[j];
            }
        }
    }
}

kernel second() {
    forall u in nodes {
        for j in 0..n {
            for k in 0..n {
                let v = k as node;
                u.e[j] += u.d[k] * v.c[j];
            }
        }
    }
}

main {
    first();
    second();
}

output e;
