/// Multiplies two matrices and adds the product to a third one.

const n: u32 = 256;

input node a: f32;
input node b: f32;
node c: f32 = 1;

kernel gemm() {
    forall u in nodes {
        let row = u as u32 / n;
        let column = u as u32 % n;
        u.c = u.c * 0.5;
        for k in 0..n {
            let left = (row * n + k) as node;
            let right = (k * n + column) as node;
            u.c += 1.5 * left.a * right.b;
        }
    }
}

main {
    gemm();
}

output c;
