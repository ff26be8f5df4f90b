/// Computes the correlations of variables. A node is a variable, and has an array of its observations.

const n: u32 = 256;

/// A variable with a smaller deviation counts as constant.
const least: f32 = 0.005;

input node a: f32[n];
node data: f32[n] = 0;
node mean: f32 = 0;
node deviation: f32 = 0;
node correlation: f32[n] = 0;

kernel average() {
    forall u in nodes {
        for i in 0..n {
            u.mean += u.a[i];
        }
        u.mean /= n as f32;
    }
}

kernel deviate() {
    forall u in nodes {
        for i in 0..n {
            u.deviation += (u.a[i] - u.mean) * (u.a[i] - u.mean);
        }
        u.deviation = sqrt(u.deviation / n as f32);
        if u.deviation <= least {
            u.deviation = 1.0;
        }
    }
}

kernel normalise() {
    forall u in nodes {
        for i in 0..n {
            u.data[i] = (u.a[i] - u.mean) / (sqrt(n as f32) * u.deviation);
        }
    }
}

kernel multiply() {
    forall u in nodes {
        u.correlation[u as u32] = 1.0;
        for j in u as u32 + 1..n {
            let v = j as node;
            for i in 0..n {
                u.correlation[j] += u.data[i] * v.data[i];
            }
        }
    }
}

racy kernel mirror() {
    forall u in nodes {
        for j in 0..u as u32 {
            let v = j as node;
            u.correlation[j] = v.correlation[u as u32];
        }
    }
}

main {
    average();
    deviate();
    normalise();
    multiply();
    mirror();
}

output correlation;
