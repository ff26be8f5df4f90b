/// Multiplies two matrices and adds the product to a third one.

const n: u32 = 256;

input node a: f32[n];
input node b: f32[n];
node c: f32[n] = 1;

kernel gemm() {
    forall u in nodes {
        for j in 0..n {
            u.c[j] = u.c[j] * 0.5;
            for k in 0..n {
                let v = k as node;
                u.c[j] += 1.5 * u.a[k] * v.b[j];
            }
        }
    }
}

main {
    gemm();
}

output c;
