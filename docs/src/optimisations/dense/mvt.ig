/// Adds the products of a matrix and of its transpose with vectors to vectors.

const n: u32 = 256;

input node a: f32[n];
input node y1: f32;
input node y2: f32;
node x1: f32 = 1;
node x2: f32 = 1;

kernel first() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.x1 += u.a[k] * v.y1;
        }
    }
}

kernel second() {
    forall u in nodes {
        for k in 0..n {
            let v = k as node;
            u.x2 += v.a[u as u32] * v.y2;
        }
    }
}

main {
    first();
    second();
}

output x1, x2;
