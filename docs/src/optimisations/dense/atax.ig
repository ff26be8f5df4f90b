/// Multiplies the transpose of a matrix with the product of the matrix and a vector.

const n: u32 = 256;

input node a: f32[n];
input node x: f32;
node t: f32 = 0;
node y: f32 = 0;

kernel first() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.t += u.a[k] * v.x;
        }
    }
}

kernel second() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.y += v.a[u as u32] * v.t;
        }
    }
}

main {
    first();
    second();
}

output y;
