/// Adds the product of a matrix and its transpose to a matrix.

const n: u32 = 256;

input node a: f32[n];
node c: f32[n] = 1;

kernel syrk() {
    forall u in nodes {
        for j in 0..n {
            let v = j as node;
            u.c[j] = u.c[j] * 0.5;
            for k in 0..n {
                u.c[j] += 1.5 * u.a[k] * v.a[k];
            }
        }
    }
}

main {
    syrk();
}

output c;
