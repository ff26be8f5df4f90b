/// Convolves an image with nine weights (2dconv). The border keeps its values.

const n: u32 = 256;

input node a: f32;
node b: f32 = 0;

kernel convolve() {
    forall u in nodes {
        let at = u as u32;
        let row = at / n;
        let column = at % n;
        if row > 0 && row + 1 < n && column > 0 && column + 1 < n {
            u.b = 0.2 * ((at - n - 1) as node).a
                - 0.3 * ((at - n) as node).a
                + 0.4 * ((at - n + 1) as node).a
                + 0.5 * ((at - 1) as node).a
                + 0.6 * u.a
                + 0.7 * ((at + 1) as node).a
                - 0.8 * ((at + n - 1) as node).a
                - 0.9 * ((at + n) as node).a
                + 0.1 * ((at + n + 1) as node).a;
        }
    }
}

main {
    convolve();
}

output b;
