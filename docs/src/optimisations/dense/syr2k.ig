/// Adds the products of two matrices with each other's transposes to a matrix.

const n: u32 = 256;

input node a: f32;
input node b: f32;
node c: f32 = 1;

kernel syr2k() {
    forall u in nodes {
        let row = u as u32 / n;
        let column = u as u32 % n;
        u.c = u.c * 0.5;
        for k in 0..n {
            let left = (row * n + k) as node;
            let right = (column * n + k) as node;
            u.c += 1.5 * left.a * right.b + 1.5 * left.b * right.a;
        }
    }
}

main {
    syr2k();
}

output c;
