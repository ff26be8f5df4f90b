/// Adds the product of a matrix and its transpose to a matrix.

const n: u32 = 256;

input node a: f32;
node c: f32 = 1;

kernel syrk() {
    forall u in nodes {
        let row = u as u32 / n;
        let column = u as u32 % n;
        u.c = u.c * 0.5;
        for k in 0..n {
            let left = (row * n + k) as node;
            let right = (column * n + k) as node;
            u.c += 1.5 * left.a * right.a;
        }
    }
}

main {
    syrk();
}

output c;
