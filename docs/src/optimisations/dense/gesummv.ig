/// Adds the products of two matrices with a vector.

const n: u32 = 256;

input node a: f32[n];
input node b: f32[n];
input node x: f32;
node t: f32 = 0;
node y: f32 = 0;

kernel gesummv() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.t += u.a[k] * v.x;
            u.y += u.b[k] * v.x;
        }
        u.y = 1.5 * u.t + 0.5 * u.y;
    }
}

main {
    gesummv();
}

output y;
