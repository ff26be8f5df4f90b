// Two products of a matrix and a vector, added, as the kernel `gesummv` of PolyBench: each node has
// a row of both matrices.

const width: u32 = 256;

input node a: f32[width];
input node b: f32[width];
global x: f32[width] = 0.5;
node y: f32 = 0;

kernel multiply() {
    forall u in nodes {
        for k in 0..width {
            u.y += 1.5 * u.a[k] * x[k] + 1.2 * u.b[k] * x[k];
        }
    }
}

main {
    multiply();
}

output y;
