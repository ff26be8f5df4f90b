/// Multiplies a matrix with a vector.

const n: u32 = 256;

input node a: f32[n];
input node x: f32;
node y: f32 = 0;

kernel gemv() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.y += u.a[k] * v.x;
        }
    }
}

main {
    gemv();
}

output y;
