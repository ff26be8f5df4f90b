/// Decomposes a matrix into an orthogonal and a triangular one with the modified method of Gram and
/// Schmidt. A node is a column of the matrices.

const n: u32 = 256;

input node x: f32[n];
node a: f32[n] = 0;
node q: f32[n] = 0;
node r: f32[n] = 0;

kernel start() {
    forall u in nodes {
        for i in 0..n {
            u.a[i] = u.x[i];
        }
    }
}

kernel measure(k: u32) {
    forall u in nodes where u as u32 == k {
        for i in 0..n {
            u.r[k] += u.a[i] * u.a[i];
        }
        u.r[k] = sqrt(u.r[k]);
    }
}

kernel normalise(k: u32) {
    let column = k as node;
    forall i in 0..n {
        column.q[i] = column.a[i] / column.r[k];
    }
}

kernel project(k: u32) {
    let column = k as node;
    forall u in nodes where u as u32 > k {
        for i in 0..n {
            u.r[k] += column.q[i] * u.a[i];
        }
        for i in 0..n {
            u.a[i] -= column.q[i] * u.r[k];
        }
    }
}

main {
    start();
    for k in 0..n {
        measure(k);
        normalise(k);
        project(k);
    }
}

output q, r;
