/// Adds the products of two matrices with each other's transposes to a matrix.

const n: u32 = 256;

input node a: f32[n];
input node b: f32[n];
node c: f32[n] = 1;

kernel syr2k() {
    forall u in nodes {
        for j in 0..n {
            let v = j as node;
            u.c[j] = u.c[j] * 0.5;
            for k in 0..n {
                u.c[j] += 1.5 * u.a[k] * v.b[k] + 1.5 * u.b[k] * v.a[k];
            }
        }
    }
}

main {
    syr2k();
}

output c;
