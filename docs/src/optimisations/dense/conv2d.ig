/// Convolves an image with nine weights (2dconv). The border keeps its values.

const n: u32 = 256;

input node a: f32[n];
node b: f32[n] = 0;

kernel convolve() {
    forall u in nodes {
        let row = u as u32;
        if row > 0 && row + 1 < n {
            let above = (row - 1) as node;
            let below = (row + 1) as node;
            for j in 1..n - 1 {
                u.b[j] = 0.2 * above.a[j - 1]
                    - 0.3 * above.a[j]
                    + 0.4 * above.a[j + 1]
                    + 0.5 * u.a[j - 1]
                    + 0.6 * u.a[j]
                    + 0.7 * u.a[j + 1]
                    - 0.8 * below.a[j - 1]
                    - 0.9 * below.a[j]
                    + 0.1 * below.a[j + 1];
            }
        }
    }
}

main {
    convolve();
}

output b;
