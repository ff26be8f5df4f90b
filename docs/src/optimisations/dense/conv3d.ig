/// Convolves a cube with fifteen weights (3dconv). The border keeps its values.

const n: u32 = 64;

input node a: f32;
node b: f32 = 0;

/// Returns whether a coordinate is not on the border.
fn is_inner(coordinate: u32) -> bool {
    return coordinate > 0 && coordinate + 1 < n;
}

/// Returns the value at a position.
fn read(at: u32) -> f32 {
    return (at as node).a;
}

kernel convolve() {
    forall u in nodes {
        let at = u as u32;
        if is_inner(at / (n * n)) && is_inner(at / n % n) && is_inner(at % n) {
            let above = at - n * n;
            let below = at + n * n;
            // As in PolyBench/GPU, six terms read two elements.
            u.b = 0.2 * read(above - n - 1)
                + 0.4 * read(below - n - 1)
                + 0.5 * read(above - n - 1)
                + 0.7 * read(below - n - 1)
                - 0.8 * read(above - n - 1)
                + 0.1 * read(below - n - 1)
                - 0.3 * read(at - n)
                + 0.6 * u.a
                - 0.9 * read(at + n)
                + 0.2 * read(above - n + 1)
                + 0.4 * read(below - n + 1)
                + 0.5 * read(above + 1)
                + 0.7 * read(below + 1)
                - 0.8 * read(above + n + 1)
                + 0.1 * read(below + n + 1);
        }
    }
}

main {
    convolve();
}

output b;
