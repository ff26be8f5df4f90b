/// Computes the covariances of variables. A node is a variable, and has an array of its observations.

const n: u32 = 256;

input node a: f32[n];
node data: f32[n] = 0;
node mean: f32 = 0;
node covariance: f32[n] = 0;

kernel average() {
    forall u in nodes {
        for i in 0..n {
            u.mean += u.a[i];
        }
        u.mean /= n as f32;
    }
}

kernel centre() {
    forall u in nodes {
        for i in 0..n {
            u.data[i] = u.a[i] - u.mean;
        }
    }
}

kernel multiply() {
    forall u in nodes {
        for j in u as u32..n {
            let v = j as node;
            for i in 0..n {
                u.covariance[j] += u.data[i] * v.data[i];
            }
        }
    }
}

racy kernel mirror() {
    forall u in nodes {
        for j in 0..u as u32 {
            let v = j as node;
            u.covariance[j] = v.covariance[u as u32];
        }
    }
}

main {
    average();
    centre();
    multiply();
    mirror();
}

output covariance;
