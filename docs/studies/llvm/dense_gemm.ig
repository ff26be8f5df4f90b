// The product of matrices, as the kernel `gemm` of PolyBench: each node has one row.

const width: u32 = 64;

input node a: f32[width];
global b: f32[width * width] = 0.5;
node y: f32[width] = 0;

kernel multiply() {
    forall u in nodes {
        for i in 0..width {
            for k in 0..width {
                u.y[i] += u.a[k] * b[k * width + i];
            }
        }
    }
}

main {
    multiply();
}

output y;
